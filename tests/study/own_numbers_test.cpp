#include "study/own_numbers.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace headtrace::test {
namespace {

Pipeline small() {
  Pipeline pipeline;
  pipeline.inputs = {
      {"x", {{"seq", 2}, {"d_k", 3}}, {}, ValuesSource{{1, 2, 3, 10, 20, 30}}, {}},
      {"keep", {{"seq", 2}, {"d_k", 3}}, {}, ValuesSource{{1, 1, 0, 1, 0, 0}}, {}},
      {"ones", {{"d_k", 3}}, {}, FillSource{FillSource::Kind::constant, 1}, {}},
      {"drawn", {{"d_k", 3}}, {}, RandomSource{RandomSource::Kind::normal, 0, 1, 4, {}}, {}},
  };
  pipeline.steps = {{"mask", {"x", "keep"}, "masked", {}, {}}};
  return pipeline;
}

std::vector<double> numbers(const Pipeline& pipeline, const std::string& name) {
  return std::get<ValuesSource>(pipeline.find_input(name)->source).values;
}

double sum(const std::vector<double>& values, std::size_t row) {
  return values[3 * row] + values[3 * row + 1] + values[3 * row + 2];
}

TEST_CASE("written numbers change places within rows, and rows with each other") {
  bool rows_moved = false;
  bool numbers_moved = false;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const std::vector<double> own = numbers(with_own_numbers(small(), seed), "x");
    CHECK(std::ranges::is_permutation(own, std::vector<double>{1, 2, 3, 10, 20, 30}));
    CHECK(sum(own, 0) + sum(own, 1) == 66);
    CHECK((sum(own, 0) == 6 || sum(own, 0) == 60));
    rows_moved = rows_moved || sum(own, 0) == 60;
    numbers_moved = numbers_moved || (own[0] != 1 && own[0] != 10);
  }
  CHECK(rows_moved);
  CHECK(numbers_moved);
}

TEST_CASE("masks and filled inputs stay, random ones are drawn anew") {
  const Pipeline own = with_own_numbers(small(), 7);
  CHECK(numbers(own, "keep") == std::vector<double>{1, 1, 0, 1, 0, 0});
  CHECK(std::holds_alternative<FillSource>(own.find_input("ones")->source));
  CHECK(materialize(*own.find_input("drawn")).values() ==
        materialize(*small().find_input("drawn"), 7).values());
}

}  // namespace
}  // namespace headtrace::test
