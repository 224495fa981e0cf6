#include "lesson/read_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "core/shape.hpp"
#include "lesson/object_reader.hpp"

namespace headtrace {
namespace {

constexpr std::string_view a_number = R"(a number, "NaN", "Infinity" or "-Infinity")";

std::size_t item_count(const Json& list) {
  return list.numbers() ? list.numbers()->size() : std::get<Json::Items>(list.value).size();
}

/// The sizes met by always going into the first item.
Sizes first_shape(const Json& node) {
  Sizes shape;
  for (const Json* at = &node; at && at->is_list();) {
    shape.push_back(static_cast<Index>(item_count(*at)));
    const auto* items = std::get_if<Json::Items>(&at->value);
    at = items && !items->empty() ? &items->front() : nullptr;
  }
  return shape;
}

std::optional<double> special_number(const std::string& text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity") return infinity;
  if (text == "-Infinity") return -infinity;
  return std::nullopt;
}

/// Reads lists that should have one shape.
class ValueWalk {
 public:
  ValueWalk(const Sizes& shape, Diagnostics& errors) : shape_(shape), errors_(errors) {}

  void read(const Json& node) {
    const std::size_t depth = place_.size();
    if (depth == shape_.size()) return read_number(node);
    if (!node.is_list()) {
      return report_expected(errors_, node, fmt::format("a list of {}", things(depth)));
    }
    if (static_cast<Index>(item_count(node)) != shape_[depth]) return report_count(node);
    if (node.numbers() && depth + 1 == shape_.size()) {
      for (const JsonNumber& number : *node.numbers()) numbers.push_back(number.value);
      return;
    }
    place_.push_back(0);
    node.each_item([this](const Json& item) {
      read(item);
      ++place_.back();
    });
    place_.pop_back();
  }

  std::vector<double> numbers;

 private:
  void read_number(const Json& node) {
    const auto special = node.text() ? special_number(*node.text()) : std::nullopt;
    if (node.number() || special) {
      numbers.push_back(special ? *special : *node.number());
    } else {
      report_expected(errors_, node, std::string(a_number));
    }
  }

  std::string things(std::size_t depth) const {
    const bool innermost = depth + 1 == shape_.size();
    return counted(shape_[depth], innermost ? "number" : "row");
  }

  static std::string counted(Index count, const std::string& thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
  }

  void report_count(const Json& node) {
    const std::size_t depth = place_.size();
    const std::string thing = depth + 1 == shape_.size() ? "number" : "row";
    const std::string has = counted(static_cast<Index>(item_count(node)), thing);
    if (place_.empty()) {
      errors_.add(node.span(), fmt::format("{} where {} were expected", has, shape_[0]));
      return;
    }
    const std::string where = depth == 1 ? fmt::format("{}", place_[0]) : describe(place_);
    errors_.add(node.span(),
                fmt::format("row {} has {} where {} were expected", where, has, shape_[depth]),
                "rows count from 0");
  }

  const Sizes& shape_;
  Diagnostics& errors_;
  Sizes place_;
};

void report_misfit(const Json& node, const Sizes& shape, const Axes& axes, Diagnostics& errors) {
  Sizes needed;
  for (const Axis& axis : axes) needed.push_back(axis.size);
  errors.add(node.span(), fmt::format("values are {} but axes {} need {}", describe_extent(shape),
                                      describe(axes), describe_extent(needed)));
}

Sizes sizes_of(const Axes& axes) {
  Sizes sizes;
  for (const Axis& axis : axes) sizes.push_back(axis.size);
  return sizes;
}

}  // namespace

std::string describe_extent(const Sizes& shape) {
  if (shape.size() == 1) return fmt::format("{} number{}", shape[0], shape[0] == 1 ? "" : "s");
  return fmt::format("{}", fmt::join(shape, "×"));
}

std::optional<Values> read_values(const Json& node, const Axes* axes, Diagnostics& errors) {
  const Sizes shape = first_shape(node);
  if (shape.empty() || shape.back() == 0) {
    report_expected(errors, node, "a list of numbers");
    return std::nullopt;
  }
  Diagnostics found;
  ValueWalk walk(shape, found);
  walk.read(node);
  if (found.count() == 0) {
    if (!axes || sizes_of(*axes) == shape) return Values{shape, std::move(walk.numbers)};
    report_misfit(node, shape, *axes, errors);
    return std::nullopt;
  }
  // Rows differ: which of them is wrong, the axes know best.
  if (axes && axes->size() == shape.size()) {
    const Sizes wanted = sizes_of(*axes);
    ValueWalk(wanted, errors).read(node);
    return std::nullopt;
  }
  for (const Error& error : found.sorted()) errors.add(error);
  return std::nullopt;
}

}  // namespace headtrace
