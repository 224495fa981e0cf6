#include "render/formula_text.hpp"

#include "rendering.hpp"

using namespace headtrace;

namespace {

std::string filled(const std::string& pattern, const std::vector<double>& values,
                   const std::vector<Stage>& stages = {}, bool leads = true) {
  std::vector<Operand> reads;
  for (const double value : values) reads.push_back({0, {}, value});
  return fill_pattern(pattern, reads, stages, {}, leads).text;
}

}  // namespace

TEST_CASE("numbers take the places in a pattern") {
  CHECK(filled("{0}·{1}", {1, 0.25}) == "1·0.25");
  CHECK(filled("exp({0} − {max}) / {sum}", {2}, {{"max", "", 3, {}}, {"sum", "", 1.5, {}}}) ==
        "exp(2 − 3) / 1.5");
  CHECK(filled("{9} and {unknown} and {", {1}) == "{9} and {unknown} and {");
}

TEST_CASE("negative numbers after an operator stand in parentheses") {
  CHECK(filled("{0}·{1}", {-1, -2}) == "-1·(-2)");
  CHECK(filled("{0}·{1}", {-1, 2}, {}, false) == "(-1)·2");
  CHECK(filled("exp({0} − {1})", {-1, -2}) == "exp(-1 − (-2))");
  CHECK(filled("max({0}, {1})", {-1, -2}) == "max(-1, -2)");
  CHECK(filled("{0} / √2", {-1}) == "-1 / √2");
}

TEST_CASE("rounding is noticed") {
  const std::vector<Operand> reads{{0, {}, 1.0 / 3}};
  CHECK_FALSE(fill_pattern("{0}", reads, {}, {}, true).exact);
  const FilledPattern exact = fill_pattern("{0}", reads, {}, {17, true}, true);
  CHECK(exact.exact);
  CHECK(exact.text == "0.3333333333333333");
}

TEST_CASE("a long list inside a pattern leaves out its middle") {
  std::vector<double> values;
  std::string pattern = "max(";
  for (int i = 0; i < 40; ++i) {
    values.push_back(i);
    pattern += (i > 0 ? ", {" : "{") + std::to_string(i) + "}";
  }
  CHECK(filled(pattern + ")", values) == "max(0, 1, 2, 3, … 32 more …, 36, 37, 38, 39)");
}
