#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "lesson/object_reader.hpp"
#include "lesson/reading.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

bool is_axis_name(const std::string& name) {
  return std::ranges::find(Dims::names(), name) != Dims::names().end();
}

void report_unknown_axis(const std::string& name, SourceSpan span, Diagnostics& errors) {
  std::string hint = did_you_mean(name, Dims::names());
  if (hint.empty()) hint = fmt::format("the axes are {}", fmt::join(Dims::names(), ", "));
  errors.add(span, fmt::format("unknown axis {}", in_quotes(name)), hint);
}

/// Reports a name that is no axis, a product of axes or a number; false if it is.
bool check_axis_name(const std::string& name, SourceSpan span, Diagnostics& errors) {
  if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos) return true;
  std::size_t begin = 0;
  while (begin <= name.size()) {
    const std::size_t end = std::min(name.find('*', begin), name.size());
    const std::string factor = name.substr(begin, end - begin);
    if (!is_axis_name(factor)) {
      report_unknown_axis(factor, span, errors);
      return false;
    }
    begin = end + 1;
  }
  return true;
}

std::optional<Axis> read_axis(const Json& node, Reading& reading) {
  if (node.number()) {
    const auto size = read_whole(node, 1, largest_size, reading.errors);
    return size ? std::optional(Axis{"", *size, 0}) : std::nullopt;
  }
  if (!node.text()) {
    report_expected(reading.errors, node, "an axis name or a size");
    return std::nullopt;
  }
  if (!check_axis_name(*node.text(), node.span(), reading.errors) || !reading.dims_known) {
    return std::nullopt;
  }
  try {
    return reading.pipeline.dims.axis(*node.text(), "axes");
  } catch (const Error& error) {
    reading.errors.add(error, node.span());
    return std::nullopt;
  }
}

}  // namespace

void read_dims(const Json& node, Reading& reading) {
  const std::size_t before = reading.errors.count();
  std::map<std::string, Index> sizes;
  SourceSpan place = node.span();
  if (!node.members()) report_expected(reading.errors, node, "an object of sizes by axis name");
  for (const JsonMember& member : node.members() ? *node.members() : Json::Members{}) {
    if (!is_axis_name(member.key)) {
      report_unknown_axis(member.key, member.key_span, reading.errors);
    } else if (const auto size = read_whole(member.value, 1, largest_size, reading.errors)) {
      sizes[member.key] = *size;
      if (member.key == "heads") place = member.value.span();
    }
  }
  if (reading.errors.count() == before) {
    try {
      reading.pipeline.dims = Dims(std::move(sizes));
    } catch (const Error& error) {
      reading.errors.add(error, place);
    }
  }
  reading.dims_known = reading.errors.count() == before;
}

std::optional<Axes> read_axes(const Json& node, Reading& reading) {
  if (!node.is_list() || (node.numbers() && node.numbers()->empty())) {
    report_expected(reading.errors, node, "a list of axis names or sizes");
    return std::nullopt;
  }
  Axes axes;
  bool complete = true;
  node.each_item([&](const Json& item) {
    const auto axis = read_axis(item, reading);
    complete = complete && axis;
    if (axis) axes.push_back(*axis);
  });
  return complete ? std::optional(axes) : std::nullopt;
}

}  // namespace headtrace
