#include <fmt/format.h>

#include <algorithm>
#include <headtrace/trace.hpp>
#include <map>

#include "core/did_you_mean.hpp"
#include "core/shape.hpp"
#include "trace/bytes.hpp"

namespace headtrace {
namespace {

using SpecByName = std::map<std::string, TensorSpec>;

void check_countable(const TensorSpec& spec) {
  Sizes bytes = spec.shape();
  bytes.push_back(sizeof(double));
  if (product(bytes)) return;
  throw Error::limit(fmt::format("{} has more elements than can be counted", describe(spec)),
                     "use smaller dims");
}

const TensorSpec& look_up(const SpecByName& specs, const std::string& name,
                          const Pipeline& pipeline) {
  const auto it = specs.find(name);
  if (it != specs.end()) return it->second;
  if (pipeline.find_step(name)) {
    throw Error::lesson(fmt::format("'{}' is read before it is made", name),
                        "move the step that makes it up");
  }
  throw Error::lesson(fmt::format("there is no tensor '{}'", name),
                      did_you_mean(name, pipeline.tensor_names()));
}

PlannedStep plan_step(const Pipeline& pipeline, const Step& step, const SpecByName& specs) {
  PlannedStep planned;
  planned.step = step;
  planned.op = make_op(step.op, step.params, pipeline.dims, step.in.size());
  for (const std::string& name : step.in) {
    planned.inputs.push_back(look_up(specs, name, pipeline));
  }
  planned.output = planned.op->shape(planned.inputs);
  planned.output.name = step.out;
  check_countable(planned.output);
  if (specs.count(step.out) != 0) {
    throw Error::lesson(fmt::format("there are two tensors '{}'", step.out), "rename one");
  }
  if (const auto source = planned.op->view_of(planned.inputs)) planned.view_of = step.in[*source];
  planned.cost = planned.op->cost(planned.inputs);
  planned.notation = planned.op->notation(planned.inputs, step.out);
  return planned;
}

/// A weight that doesn't say how it is stored is stored as the paper has it.
void default_layouts(std::vector<Input>& inputs, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.op != "linear" || step.in.size() < 2) continue;
    const auto weight = std::ranges::find(inputs, step.in[1], &Input::name);
    if (weight != inputs.end() && !weight->layout) weight->layout = WeightLayout::in_out;
  }
}

void plan_all(const Pipeline& pipeline, Plan& plan) {
  SpecByName specs;
  for (const Input& input : plan.inputs) {
    plan.failed_step = input.name;
    check_countable(input.spec());
    specs[input.name] = input.spec();
  }
  for (const Step& step : pipeline.steps) {
    plan.failed_step = step.out;
    try {
      plan.steps.push_back(plan_step(pipeline, step, specs));
    } catch (const Error& error) {
      throw step.span ? error.at(*step.span) : error;
    }
    plan.steps.back().index = plan.steps.size();
    specs[step.out] = plan.steps.back().output;
  }
  plan.failed_step.clear();
}

}  // namespace

const PlannedStep* Plan::find(const std::string& name) const {
  const auto it =
      std::ranges::find(steps, name, [](const PlannedStep& planned) { return planned.step.out; });
  return it == steps.end() ? nullptr : &*it;
}

double Plan::bytes() const {
  double total = 0;
  for (const Input& input : inputs) total += bytes_of(input.spec());
  for (const PlannedStep& step : steps) total += step.cost.bytes;
  return total;
}

double Plan::bytes_with_gradients() const {
  double total = bytes();
  for (const Input& input : inputs) total += bytes_of(input.spec());
  for (const PlannedStep& step : steps) total += bytes_of(step.output);
  return total;
}

Plan plan(const Pipeline& pipeline) {
  Plan plan;
  plan.dims = pipeline.dims;
  plan.inputs = pipeline.inputs;
  plan.output = pipeline.output();
  default_layouts(plan.inputs, pipeline.steps);
  try {
    plan_all(pipeline, plan);
  } catch (const Error& error) {
    plan.failure = error;
  }
  return plan;
}

}  // namespace headtrace
