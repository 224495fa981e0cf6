#include <fmt/format.h>

#include <algorithm>
#include <headtrace/pipeline.hpp>

#include "core/did_you_mean.hpp"

namespace headtrace {
namespace {

[[noreturn]] void no_such_tensor(const Pipeline& pipeline, const std::string& name) {
  throw Error::lesson(fmt::format("no step makes a tensor '{}'", name),
                      did_you_mean(name, pipeline.tensor_names()));
}

std::vector<Step>::iterator step_making(Pipeline& pipeline, const std::string& name) {
  const auto it = std::ranges::find(pipeline.steps, name, &Step::out);
  if (it == pipeline.steps.end()) no_such_tensor(pipeline, name);
  return it;
}

struct Change {
  Pipeline& pipeline;

  void operator()(const Bypass& bypass) const {
    const auto step = step_making(pipeline, bypass.tensor);
    const std::string source = step->in.front();
    const bool was_result = pipeline.output() == bypass.tensor;
    pipeline.steps.erase(step);
    for (Step& consumer : pipeline.steps) {
      std::ranges::replace(consumer.in, bypass.tensor, source);
    }
    if (was_result) pipeline.result = source;
  }

  void operator()(const Replace& replace) const {
    const auto step = step_making(pipeline, replace.tensor);
    if (replace.with.empty() || replace.with.back().out != replace.tensor) {
      throw Error::lesson(
          fmt::format(
              "what replaces '{}' must make it: its last step's `out` is {}", replace.tensor,
              replace.with.empty() ? "missing" : fmt::format("'{}'", replace.with.back().out)),
          fmt::format("name the last step's `out` '{}'", replace.tensor));
    }
    const auto at = pipeline.steps.erase(step);
    pipeline.steps.insert(at, replace.with.begin(), replace.with.end());
  }

  void operator()(const SetTensor& set) const {
    Input input = set.to;
    input.name = set.tensor;
    const auto existing = std::ranges::find(pipeline.inputs, set.tensor, &Input::name);
    if (existing != pipeline.inputs.end()) {
      *existing = std::move(input);
      return;
    }
    const std::string result = pipeline.output();
    pipeline.steps.erase(step_making(pipeline, set.tensor));
    pipeline.inputs.push_back(std::move(input));
    pipeline.result = result;
  }

  void operator()(const AddInput& add) const { pipeline.inputs.push_back(add.input); }
};

}  // namespace

Pipeline apply(Pipeline pipeline, const Variant& variant) {
  for (const Edit& edit : variant.edits) {
    try {
      std::visit(Change{pipeline}, edit.change);
    } catch (const Error& error) {
      throw edit.span ? error.at(*edit.span) : error;
    }
  }
  return pipeline;
}

Variant without(const std::string& tensor) {
  return {"without " + tensor, {"without " + tensor, "去掉 " + tensor}, {{Bypass{tensor}, {}}}};
}

}  // namespace headtrace
