#include "render/axis_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "core/shape.hpp"
#include "render/ink.hpp"
#include "render/phrases.hpp"

namespace headtrace {
namespace {

/// A calculation like `8/2`, not an origin that only renames like `seq`.
bool is_calculation(const std::string& origin) {
  return origin.find('/') != std::string::npos || origin.find("·") != std::string::npos;
}

}  // namespace

std::string axis_text(const Axis& axis, const Dims& dims, const Style& style) {
  if (axis.name.empty()) return fmt::format("{}", axis.size);
  const std::string name = shown_line(axis.name, style);
  const std::string origin = dims.origin(axis.name);
  if (is_calculation(origin) && dims.find(axis.name) == axis.size) {
    return fmt::format("{}={}={}", name, shown_line(origin, style), axis.size);
  }
  return fmt::format("{}={}", name, axis.size);
}

std::string axes_text(const Axes& axes, const Dims& dims, const Style& style) {
  std::vector<std::string> parts;
  for (const Axis& axis : axes) parts.push_back(axis_text(axis, dims, style));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string axis_name(const Axis& axis, std::size_t number, const Style& style) {
  if (axis.name.empty()) return say(phrase::axis, style, number);
  if (!is_heads(axis)) return shown_line(axis.name, style);
  std::string name = say(axis.name == "heads" ? phrase::head : phrase::kv_head, style, "");
  while (name.ends_with(' ')) name.pop_back();
  return name;
}

std::string position_text(const Axis& axis, std::size_t number, Index position,
                          const Style& style) {
  return fmt::format("{}{} {}", axis_name(axis, number, style), axis.name.empty() ? ":" : "",
                     position);
}

std::string range_text(const Axis& axis, std::size_t number, Index first, Index last,
                       const Style& style) {
  std::string text = position_text(axis, number, first, style);
  if (last > first) text += fmt::format("{}{}", signs(style).range, last);
  return text;
}

std::string cell_text(const std::string& tensor, const Sizes& cell) {
  return fmt::format("{}[{}]", tensor, fmt::join(cell, ","));
}

}  // namespace headtrace
