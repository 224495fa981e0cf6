#include "lesson/read_range.hpp"

#include <fmt/format.h>

#include "core/shape.hpp"

namespace headtrace {
namespace {

std::optional<Range> read_range(const Json& node, Diagnostics& errors) {
  constexpr const char* a_range = "two whole numbers, the first and the one after the last";
  if (!node.numbers() || node.numbers()->size() != 2) {
    report_expected(errors, node, a_range, "they count from 0: [0, 4] are four");
    return std::nullopt;
  }
  const double begin = node.numbers()->front().value;
  const double end = node.numbers()->back().value;
  constexpr double most = 1e15;
  const auto is_whole = [](double number) {
    return number >= 0 && number <= most &&
           number == static_cast<double>(static_cast<Index>(number));
  };
  if (!is_whole(begin) || !is_whole(end) || begin >= end) {
    errors.add(node.span(), fmt::format("[{}, {}] is no range", begin, end),
               fmt::format("expected {}", a_range));
    return std::nullopt;
  }
  return Range{static_cast<Index>(begin), static_cast<Index>(end)};
}

/// The range under `key`, which must lie within an axis of this size.
std::optional<Range> read_within(const Json& node, const std::string& key, Index size,
                                 Diagnostics& errors) {
  const auto range = read_range(node, errors);
  if (!range || range->end <= size) return range;
  errors.add(
      node.span(),
      fmt::format("{} {} to {} of a tensor that has {}", key, range->begin, range->end, size),
      "they count from 0, and the second is one after the last");
  return std::nullopt;
}

}  // namespace

std::optional<Part> read_part(ObjectReader& reader, const Sizes& shape, Diagnostics& errors) {
  const std::size_t before = errors.count();
  Part part;
  const Json* rows = reader.find("rows");
  const Json* columns = reader.find("columns");
  if (rows && shape.empty()) {
    errors.add(rows->span(), "rows of a single number", "leave out `rows`");
  } else if (rows) {
    part.rows = read_within(*rows, "rows", shape.front(), errors);
  }
  if (columns && shape.size() < 2) {
    errors.add(columns->span(),
               fmt::format("columns of a tensor with {}", shape.empty() ? "no axis" : "one axis"),
               "for a part of a vector, use `rows`");
  } else if (columns) {
    part.columns = read_within(*columns, "columns", shape.back(), errors);
  }
  return errors.count() == before ? std::optional(part) : std::nullopt;
}

Sizes shape_of(const Part& part, Sizes whole) {
  if (part.rows) whole.front() = part.rows->end - part.rows->begin;
  if (part.columns) whole.back() = part.columns->end - part.columns->begin;
  return whole;
}

std::vector<double> cut_out(const Part& part, const Sizes& whole, std::vector<double> values) {
  if (!part.rows && !part.columns) return values;
  Axes axes;
  for (const Index size : whole) axes.push_back({"", size, 0});
  const Sizes strides = contiguous_strides(axes);
  Index first = part.rows ? part.rows->begin * strides.front() : 0;
  if (part.columns) first += part.columns->begin;
  std::vector<double> cut;
  for (CellWalk walk(shape_of(part, whole), strides); !walk.done(); walk.next()) {
    cut.push_back(values[static_cast<std::size_t>(first + walk.offset())]);
  }
  return cut;
}

}  // namespace headtrace
