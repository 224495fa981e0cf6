#include <fmt/format.h>

#include <array>

#include "lesson/object_reader.hpp"
#include "lesson/read_file.hpp"
#include "lesson/read_random.hpp"
#include "lesson/read_values.hpp"
#include "lesson/reading.hpp"

namespace headtrace {
namespace {

std::optional<FillSource> read_fill(const Json& node, Diagnostics& errors) {
  if (node.number()) return FillSource{FillSource::Kind::constant, *node.number()};
  const auto kind =
      read_choice(node, "fill", {"zeros", "ones", "identity", "arange"},
                  "a number, \"zeros\", \"ones\", \"identity\" or \"arange\"", errors);
  if (!kind) return std::nullopt;
  constexpr std::array kinds{FillSource::Kind::constant, FillSource::Kind::constant,
                             FillSource::Kind::identity, FillSource::Kind::arange};
  return FillSource{kinds[*kind], *kind == 1 ? 1.0 : 0.0};
}

/// The one source of numbers that a tensor has.
std::optional<InputSource> read_source_of(ObjectReader& reader, const Json& node,
                                          const std::optional<Axes>& axes, Reading& reading) {
  Diagnostics& errors = reading.errors;
  const auto given = reader.present({"values", "fill", "random", "file"});
  if (given.size() != 1) {
    reader.present({"seed", "round", "low", "high", "mean", "std", "key", "rows", "columns"});
    if (given.empty()) {
      errors.add(node.bracket(), "the tensor has no numbers",
                 "give it `values`, `fill`, `random` or `file`");
    } else {
      errors.add(reader.find(given[1])->span(),
                 fmt::format("'{}' and '{}' for one tensor", given[0], given[1]),
                 "keep one of them");
    }
    return std::nullopt;
  }
  const Json& source = *reader.find(given[0]);
  if (given[0] == "fill") return read_fill(source, errors);
  if (given[0] == "random") return read_random(reader, source, errors);
  if (given[0] == "file") return read_file(reader, source, axes ? &*axes : nullptr, reading);
  auto values = read_values(source, axes ? &*axes : nullptr, errors);
  return values ? std::optional<InputSource>(ValuesSource{std::move(values->numbers)})
                : std::nullopt;
}

std::optional<WeightLayout> read_layout(ObjectReader& reader, const std::optional<Axes>& axes,
                                        Diagnostics& errors) {
  const Json* node = reader.find("layout");
  if (!node) return std::nullopt;
  const auto layout =
      read_choice(*node, "layout", {"in_out", "out_in"}, "\"in_out\" or \"out_in\"", errors);
  if (layout && axes && axes->size() != 2) {
    errors.add(node->span(),
               fmt::format("a layout on a tensor with {} ax{}s", axes->size(),
                           axes->size() == 1 ? "i" : "e"),
               "a layout is for a weight, which has two axes");
  }
  if (!layout) return std::nullopt;
  return *layout == 0 ? WeightLayout::in_out : WeightLayout::out_in;
}

void check_identity(const Input& input, const Json& node, Diagnostics& errors) {
  const auto* fill = std::get_if<FillSource>(&input.source);
  if (fill && fill->kind == FillSource::Kind::identity && input.axes.size() < 2) {
    errors.add(node.span(), "an identity with a single axis", "an identity matrix has two axes");
  }
}

}  // namespace

std::optional<Input> read_input(const std::string& name, const Json& node, Reading& reading) {
  Diagnostics& errors = reading.errors;
  const std::size_t before = errors.count();
  ObjectReader reader(node, errors,
                      "an object with `axes` and `values`, `fill`, `random` or `file`");
  if (!reader.is_object()) return std::nullopt;
  const Json* axes_node = reader.require("axes", "a list of axis names or sizes");
  const auto axes = axes_node ? read_axes(*axes_node, reading) : std::nullopt;
  const auto source = read_source_of(reader, node, axes, reading);
  Input input{name, axes.value_or(Axes{}), read_layout(reader, axes, errors),
              source.value_or(ValuesSource{}), node.span()};
  if (axes && source) check_identity(input, node, errors);
  reader.done();
  return axes && source && errors.count() == before ? std::optional(input) : std::nullopt;
}

void read_inputs(const Json& node, Reading& reading) {
  const std::size_t before = reading.errors.count();
  if (!node.members() || node.members()->empty()) {
    report_expected(reading.errors, node,
                    node.members() ? "at least one tensor" : "an object of tensors by name");
    reading.names_known = reading.pipeline_sound = false;
    return;
  }
  for (const JsonMember& member : *node.members()) {
    check_name(member.key, member.key_span, "", reading.errors);
    auto input = read_input(member.key, member.value, reading);
    // A broken tensor still has its name, so that those who read it are not reported too.
    if (!input) {
      reading.pipeline_sound = false;
      input = Input{member.key, {}, {}, ValuesSource{}, member.value.span()};
    }
    reading.pipeline.inputs.push_back(std::move(*input));
  }
  if (reading.errors.count() != before) reading.pipeline_sound = false;
}

}  // namespace headtrace
