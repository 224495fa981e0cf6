#include "render/numbers.hpp"

#include <cmath>

#include "non_finite.hpp"
#include "rendering.hpp"

using namespace headtrace;
using namespace headtrace::test;

namespace {

/// All numbers in the format of the tensor that they make up, between bars.
std::string written(const std::vector<double>& values, int precision = 4) {
  const Axes axes{{"", static_cast<Index>(values.size())}};
  const NumberFormat format(statistics(Tensor::of("t", axes, values)), precision);
  std::string text = "|";
  for (const double value : values) {
    format.append(text, value);
    text += '|';
  }
  return text;
}

}  // namespace

TEST_CASE("one width and one format for a tensor") {
  CHECK(written({1, -2, 10}) == "| 1|-2|10|");
  CHECK(written({1, -2.5}) == "| 1.0000|-2.5000|");
  CHECK(written({0.5, 12.25, 100}) == "|  0.5000| 12.2500|100.0000|");
  CHECK(written({9.99999, 1.5}) == "|10.0000| 1.5000|");
  CHECK(written({0.5, 0.25}, 1) == "|0.5|0.2|");
  CHECK(written({0.5, 2}, 0) == "|0|2|");
}

TEST_CASE("non-finite numbers are padded to the width") {
  CHECK(written({1, -inf, not_a_number, inf}) == "|   1|-inf| nan| inf|");
  CHECK(written({0.5, -inf}) == "|0.5000|  -inf|");
  CHECK(written({-inf, -inf}) == "|-inf|-inf|");
  CHECK(written({not_a_number}) == "|nan|");
}

TEST_CASE("negative zero keeps its sign") {
  CHECK(written({-0.0, 1}) == "|-0| 1|");
  CHECK(written({-0.0, 0.5}) == "|-0.0000| 0.5000|");
}

TEST_CASE("very large and very small tensors are scientific") {
  CHECK(written({1e9, -0.5}) == "| 1.0000e+09|-5.0000e-01|");
  CHECK(written({2e-5, 1e-6}) == "|2.0000e-05|1.0000e-06|");
  CHECK(written({123456789, 1}) == "|1.2346e+08|1.0000e+00|");
  CHECK(written({1e300, 1}) == "|1.0000e+300| 1.0000e+00|");
  CHECK(written({100000000, 1}) == "|100000000|        1|");
}

TEST_CASE("a small number among others does not become 0") {
  CHECK(written({0.5, 0.00003, 0}) == "|0.5000| 3e-05|0.0000|");
  CHECK(written({0.5, -0.00003}) == "| 0.5000| -3e-05|");
  CHECK(written({0.5, 0.001}, 2) == "|0.50|0.00|");
  CHECK(written({0.5, 0.00006, 0.0002}) == "|0.5000|0.0001|0.0002|");
}

TEST_CASE("digits give way to a small width") {
  const Tensor tensor = Tensor::of("t", {{"", 2}}, {-0.123456789, 12.5});
  const NumberFormat format(statistics(tensor), 8);
  CHECK(format.width() == 11);
  CHECK(format.narrowed(20).width() == 11);
  CHECK(format.narrowed(7)(-0.123456789) == "-0.1235");
  CHECK(format.narrowed(6).width() <= 6);
  const NumberFormat large(statistics(Tensor::of("t", {{"", 1}}, {-12345678})), 4);
  CHECK(large.narrowed(7)(-12345678) == "-1e+07");
}

TEST_CASE("terse numbers") {
  CHECK(terse(0.25, 4) == "0.25");
  CHECK(terse(2, 4) == "2");
  CHECK(terse(100, 0) == "100");
  CHECK(terse(-0.1 - 0.2, 4) == "-0.3");
  CHECK(terse(1.0 / 3, 4) == "0.3333");
  CHECK(terse(2.5e-7, 4) == "2.5e-07");
  CHECK(terse(3e12, 4) == "3e+12");
  CHECK(terse(-inf, 4) == "-inf");
  CHECK(is_exact(0.1 + 0.2, 4));
  CHECK_FALSE(is_exact(1.0 / 3, 4));
  CHECK(grouped(1050624) == "1,050,624");
  CHECK(grouped(-999) == "-999");
  CHECK(grouped(100) == "100");
}
