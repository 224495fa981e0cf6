#include <doctest/doctest.h>

#include <headtrace/random.hpp>

#include "support.hpp"

namespace headtrace {
namespace {

// The numbers come from NumPy's RandomState: tests/reference/random_cases.py.
TEST_CASE("a seed gives NumPy's numbers, bit for bit") {
  const auto lines = test::fixture_lines("random.txt");
  REQUIRE(lines.size() == 35);
  for (const std::string& line : lines) {
    CAPTURE(line);
    const auto words = test::split(line, ' ');
    REQUIRE(words.size() == 14);
    RandomState random(static_cast<std::uint32_t>(std::stoul(words[0])));
    const std::string& kind = words[1];
    const double a = std::stod(words[2]);
    const double b = std::stod(words[3]);
    bool normal = kind != "uniform";
    for (std::size_t i = 5; i < words.size(); ++i) {
      const double drawn = !normal            ? random.uniform(a, b)
                           : kind == "normal" ? a + b * random.standard_normal()
                                              : random.standard_normal();
      CHECK(drawn == std::stod(words[i]));
      if (kind == "mixed") normal = !normal;
    }
  }
}

}  // namespace
}  // namespace headtrace
