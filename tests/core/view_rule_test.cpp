#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "core/shape.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

Sizes numbers(const std::string& text) {
  Sizes sizes;
  for (const std::string& part : test::split(text, ',')) sizes.push_back(std::stoll(part));
  return sizes;
}

TensorSpec spec_of(const Sizes& shape, const Sizes& strides) {
  TensorSpec spec;
  for (Index size : shape) spec.axes.push_back({"", size, 0});
  spec.strides = strides;
  return spec;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  const auto last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// The cases and their outcomes come from PyTorch: tests/reference/view_cases.py.
TEST_CASE("view succeeds, with the same strides, exactly where PyTorch's does") {
  const auto lines = test::fixture_lines("views.txt");
  REQUIRE(lines.size() == 400);
  int succeeded = 0;
  for (const std::string& line : lines) {
    CAPTURE(line);
    const auto parts = test::split(line, '|');
    REQUIRE(parts.size() == 4);
    const TensorSpec spec = spec_of(numbers(trimmed(parts[0])), numbers(trimmed(parts[1])));
    const Sizes target = numbers(trimmed(parts[2]));
    const std::string outcome = trimmed(parts[3]);
    const auto strides = view_strides(spec, target);
    if (outcome == "refused") {
      CHECK_FALSE(strides.has_value());
      const auto [left, right] = axes_that_block_view(spec, target);
      CHECK(left < right);
    } else {
      REQUIRE(strides.has_value());
      CHECK(*strides == numbers(outcome.substr(3)));
      ++succeeded;
    }
  }
  CHECK(succeeded == 200);
}

}  // namespace
}  // namespace headtrace
