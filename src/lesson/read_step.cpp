#include "lesson/read_step.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lesson/read_params.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

const std::vector<std::string> own_keys{"op", "in", "out"};

/// The catalogue's entry, or a report with a did-you-mean.
const OpEntry* read_op(ObjectReader& reader, Step& step, Diagnostics& errors) {
  const auto name = reader.required_text("op", "the operation's name, such as \"linear\"");
  if (!name) return nullptr;
  step.op = *name;
  try {
    return &find_op(*name);
  } catch (const Error& error) {
    std::string hint = error.hint();
    if (hint.empty()) {
      std::vector<std::string> names;
      for (const OpEntry& entry : catalogue()) names.push_back(entry.name);
      hint = fmt::format("there are {}", fmt::join(names, ", "));
    }
    errors.add(reader.find("op")->span(), error.message(), hint);
    return nullptr;
  }
}

void read_in(ObjectReader& reader, StepDraft& draft, Diagnostics& errors) {
  const Json* node = reader.require("in", "a list of the tensors that the operation reads");
  if (!node) return;
  if (node->text()) {
    report_expected(errors, *node, "a list of tensor names",
                    fmt::format("write [\"{}\"]", clipped(*node->text(), 40)));
    return;
  }
  draft.in = read_texts(*node, "a tensor's name", errors);
  for (const PlacedText& name : draft.in) draft.step.in.push_back(name.text);
}

void read_out(ObjectReader& reader, StepDraft& draft, Reading& reading) {
  const auto name = reader.required_text("out", "the name of the tensor that the step makes");
  if (!name) {
    reading.names_known = false;
    return;
  }
  draft.step.out = *name;
  draft.out_span = reader.find("out")->span();
  check_name(*name, draft.out_span, "", reading.errors);
}

/// What the operation itself says of its parameters and the number of its inputs.
void check_with_op(const StepDraft& draft, ObjectReader& reader, Reading& reading) {
  try {
    make_op(draft.step.op, draft.step.params, reading.pipeline.dims, draft.step.in.size());
  } catch (const Error& error) {
    const Json* in = reader.find("in");
    const bool about_in = error.parameter() == "in" && in;
    SourceSpan place = draft.step.span.value_or(SourceSpan{});
    place.end = place.begin + 1;
    reading.errors.add(error, about_in ? in->span() : place);
  }
}

}  // namespace

StepDraft read_step(const Json& node, Reading& reading) {
  StepDraft draft;
  const std::size_t before = reading.errors.count();
  ObjectReader reader(node, reading.errors, "a step {\"op\": …, \"in\": […], \"out\": …}");
  draft.step.span = node.span();
  if (!reader.is_object()) {
    reading.names_known = draft.sound = false;
    return draft;
  }
  const OpEntry* entry = read_op(reader, draft.step, reading.errors);
  read_in(reader, draft, reading.errors);
  read_out(reader, draft, reading);
  if (entry) {
    draft.step.params =
        read_params(node, own_keys, entry->name, "parameter", entry->params, reading.errors);
    if (reading.errors.count() == before && reading.dims_known)
      check_with_op(draft, reader, reading);
  }
  draft.sound = reading.errors.count() == before;
  return draft;
}

}  // namespace headtrace
