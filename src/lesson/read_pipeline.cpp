#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "lesson/read_params.hpp"
#include "lesson/read_step.hpp"
#include "lesson/reading.hpp"
#include "lesson/shown_text.hpp"
#include "trace/backward.hpp"

namespace headtrace {
namespace {

/// The standard pipeline called so; an unknown one is reported.
const StandardPipeline* find_standard(const std::string& name, SourceSpan span,
                                      Diagnostics& errors) {
  const auto& all = standard_pipelines();
  const auto it = std::ranges::find(all, name, &StandardPipeline::name);
  if (it != all.end()) return &*it;
  std::vector<std::string> names;
  for (const StandardPipeline& standard : all) names.push_back(standard.name);
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = fmt::format("there are {}", fmt::join(names, ", "));
  errors.add(span, fmt::format("unknown pipeline {}", in_quotes(name)), hint);
  return nullptr;
}

struct Choice {
  const StandardPipeline* standard = nullptr;
  Params options;
};

Choice read_choice(const Json& node, Diagnostics& errors) {
  if (node.text()) return {find_standard(*node.text(), node.span(), errors), {}};
  ObjectReader reader(node, errors, "a standard pipeline's name, or {\"name\": …, options}");
  const auto name =
      reader.required_text("name", "a standard pipeline, such as \"multi_head_attention\"");
  if (!name) return {};
  Choice choice{find_standard(*name, reader.find("name")->span(), errors), {}};
  if (choice.standard) {
    choice.options = read_params(node, {"name"}, *name, "option", choice.standard->options, errors);
  }
  return choice;
}

}  // namespace

void report_unknown_tensor(const std::string& name, SourceSpan span,
                           const std::vector<std::string>& names, Diagnostics& errors) {
  errors.add(span, fmt::format("there is no tensor {}", in_quotes(name)),
             did_you_mean(name, names));
}

namespace {

bool is_tensor(const std::string& name, const Pipeline& pipeline) {
  return pipeline.find_input(name) != nullptr || pipeline.find_step(name) != nullptr;
}

}  // namespace

bool check_tensor(const std::string& name, SourceSpan span, const Pipeline& pipeline,
                  Reading& reading) {
  if (!reading.names_known || is_tensor(name, pipeline)) return true;
  const auto is_one = [&](const std::string& other) { return is_tensor(other, pipeline); };
  if (reading.has_loss && may_name_gradient(name, is_one)) return true;
  report_unknown_tensor(name, span, pipeline.tensor_names(), reading.errors);
  return false;
}

void read_steps(const Json& node, Reading& reading) {
  const std::size_t before = reading.errors.count();
  if (!node.is_list() || (node.numbers() && node.numbers()->empty())) {
    report_expected(reading.errors, node, "a list of at least one step");
    reading.names_known = reading.pipeline_sound = false;
    return;
  }
  std::vector<StepDraft> drafts;
  node.each_item([&](const Json& item) { drafts.push_back(read_step(item, reading)); });
  check_references(drafts, {reading.pipeline.tensor_names(), {}}, reading);
  for (StepDraft& draft : drafts) reading.pipeline.steps.push_back(std::move(draft.step));
  if (reading.errors.count() != before) reading.pipeline_sound = false;
}

void read_pipeline(const Json& node, Reading& reading) {
  const std::size_t before = reading.errors.count();
  const Choice choice = read_choice(node, reading.errors);
  const bool sound = reading.errors.count() == before;
  // Its steps follow from the inputs there are, so all of those must be known.
  if (sound && reading.dims_known && reading.pipeline_sound) {
    try {
      reading.pipeline = make_standard_pipeline(choice.standard->name, choice.options,
                                                std::move(reading.pipeline.dims),
                                                std::move(reading.pipeline.inputs));
      return;
    } catch (const Error& error) {
      reading.errors.add(error, node.members() ? node.bracket() : node.span());
    }
  }
  reading.names_known = reading.pipeline_sound = false;
}

}  // namespace headtrace
