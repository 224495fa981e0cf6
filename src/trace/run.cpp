#include <algorithm>
#include <headtrace/trace.hpp>
#include <utility>

namespace headtrace {

const Tensor* Trace::find(const std::string& name) const {
  if (const TraceStep* step = find_step(name)) return &step->output;
  const auto it = std::ranges::find(inputs, name, &Tensor::name);
  return it == inputs.end() ? nullptr : &*it;
}

const TraceStep* Trace::find_step(const std::string& name) const {
  const auto it = std::ranges::find(steps, name, &TraceStep::name);
  return it == steps.end() ? nullptr : &*it;
}

std::vector<std::string> Trace::tensor_names() const {
  std::vector<std::string> names;
  for (const Tensor& input : inputs) names.push_back(input.name());
  for (const TraceStep& step : steps) names.push_back(step.name());
  return names;
}

std::vector<Tensor> Trace::operands(const TraceStep& step) const {
  std::vector<Tensor> operands;
  for (const std::string& name : step.planned.step.in) operands.push_back(*find(name));
  return operands;
}

Trace run(const Plan& plan, std::optional<std::uint32_t> seed) {
  std::vector<Tensor> inputs;
  for (const Input& input : plan.inputs) inputs.push_back(materialize(input, seed));
  return run(plan, std::move(inputs));
}

Trace run(const Plan& plan, std::vector<Tensor> inputs) {
  Trace trace;
  trace.dims = plan.dims;
  trace.output = plan.output;
  trace.failure = plan.failure;
  trace.failed_step = plan.failed_step;
  trace.inputs = std::move(inputs);
  for (const PlannedStep& planned : plan.steps) {
    TraceStep step;
    step.planned = planned;
    const std::vector<Tensor> operands = trace.operands(step);
    step.output = planned.op->forward(operands).renamed(planned.step.out);
    step.remarks = planned.op->remarks(operands, step.output);
    trace.steps.push_back(std::move(step));
  }
  return trace;
}

Explanation explain(const Trace& trace, const TraceStep& step, const Sizes& cell) {
  const std::vector<Tensor> operands = trace.operands(step);
  return step.planned.op->explain(operands, cell);
}

}  // namespace headtrace
