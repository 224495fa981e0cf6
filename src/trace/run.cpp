#include <algorithm>
#include <headtrace/trace.hpp>
#include <map>
#include <set>
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

Trace outline(const Plan& plan) {
  Trace trace;
  trace.dims = plan.dims;
  trace.output = plan.output;
  trace.failure = plan.failure;
  trace.failed_step = plan.failed_step;
  for (const Input& input : plan.inputs) {
    trace.inputs.push_back(Tensor::without_numbers(input.spec()));
  }
  for (const PlannedStep& planned : plan.steps) {
    trace.steps.push_back({planned, Tensor::without_numbers(planned.output), {}});
  }
  return trace;
}

namespace {

bool has(const Kept& names, const std::string& name) {
  return !names || names->count(name) != 0;
}

/// One run: the tensors in memory by name, given back after their last use.
class Run {
 public:
  Run(const Plan& plan, const Wanted& wanted)
      : plan_(plan), wanted_(wanted), last_uses_(last_uses(plan)), trace_(outline(plan)) {
    find_needed();
  }

  Trace take() {
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i) make_input(i);
    give_back(0);
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      if (needed_.count(plan_.steps[i].step.out) != 0) make_step(trace_.steps[i]);
      give_back(i + 1);
    }
    return std::move(trace_);
  }

 private:
  bool is_wanted(const std::string& name) const {
    const bool shown = (wanted_.on_input || wanted_.on_step) && has(wanted_.show, name);
    return shown || has(wanted_.keep, name);
  }

  /// What is wanted, and backwards from there what that is made of.
  void find_needed() {
    for (auto step = plan_.steps.rbegin(); step != plan_.steps.rend(); ++step) {
      if (!is_wanted(step->step.out) && needed_.count(step->step.out) == 0) continue;
      needed_.insert(step->step.out);
      needed_.insert(step->step.in.begin(), step->step.in.end());
    }
  }

  void make_input(std::size_t i) {
    const Input& input = plan_.inputs[i];
    if (!is_wanted(input.name) && needed_.count(input.name) == 0) return;
    const Tensor tensor = wanted_.inputs ? (*wanted_.inputs)[i] : materialize(input, wanted_.seed);
    if (wanted_.on_input && has(wanted_.show, input.name)) wanted_.on_input(tensor);
    if (has(wanted_.keep, input.name)) trace_.inputs[i] = tensor;
    in_memory_.emplace(input.name, tensor);
  }

  void make_step(TraceStep& step) {
    const PlannedStep& planned = step.planned;
    std::vector<Tensor> operands;
    for (const std::string& name : planned.step.in) operands.push_back(in_memory_.at(name));
    TraceStep made{planned, planned.op->forward(operands).renamed(planned.step.out), {}};
    made.remarks = planned.op->remarks(operands, made.output);
    if (wanted_.on_step && has(wanted_.show, made.name())) wanted_.on_step(made);
    in_memory_.emplace(made.name(), made.output);
    step.remarks = std::move(made.remarks);
    if (has(wanted_.keep, made.name())) step.output = std::move(made.output);
  }

  void give_back(std::size_t after) {
    for (const std::string& name : last_uses_[after]) in_memory_.erase(name);
  }

  const Plan& plan_;
  const Wanted& wanted_;
  std::vector<std::vector<std::string>> last_uses_;
  Trace trace_;
  std::set<std::string> needed_;
  std::map<std::string, Tensor> in_memory_;
};

}  // namespace

Trace run(const Plan& plan, const Wanted& wanted) {
  return Run(plan, wanted).take();
}

Trace run(const Plan& plan, std::optional<std::uint32_t> seed) {
  Wanted wanted;
  wanted.seed = seed;
  return run(plan, wanted);
}

Trace run(const Plan& plan, std::vector<Tensor> inputs) {
  Wanted wanted;
  wanted.inputs = std::move(inputs);
  return run(plan, wanted);
}

Explanation explain(const Trace& trace, const TraceStep& step, const Sizes& cell) {
  const std::vector<Tensor> operands = trace.operands(step);
  return step.planned.op->explain(operands, cell);
}

}  // namespace headtrace
