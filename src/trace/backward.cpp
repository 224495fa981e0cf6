#include "trace/backward.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/did_you_mean.hpp"
#include "core/vectorized.hpp"
#include "trace/loss.hpp"

namespace headtrace {
namespace {

std::string free_name(const Trace& trace, std::string name) {
  while (trace.find(name) != nullptr) name += "_";
  return name;
}

void check_target(const Trace& trace, const Loss& loss) {
  if (trace.find(loss.target) != nullptr) return;
  throw Error::lesson(
      fmt::format("the loss compares with a tensor '{}' that there is not", loss.target),
      did_you_mean(loss.target, trace.tensor_names()));
}

/// The gradient under the axes that its tensor has.
Tensor named_like(const TensorSpec& of, const Tensor& gradient) {
  TensorSpec spec = gradient.spec();
  spec.name = of.name;
  spec.axes = of.axes;
  spec.layout = of.layout;
  return gradient.window(std::move(spec));
}

HEADTRACE_VECTORIZED void add_all(const double* from, double* to, Index count) {
  for (Index i = 0; i < count; ++i) to[i] += from[i];
}

/// Goes from the loss back to the inputs.
class BackwardPass {
 public:
  BackwardPass(const Trace& trace, const Kept& wanted) : trace_(trace), wanted_(wanted) {
    for (const Tensor& input : trace.inputs) {
      if (is_wanted(input.name())) on_the_way_.insert(input.name());
    }
    for (const TraceStep& step : trace.steps) {
      bool leads_to_wanted = is_wanted(step.name());
      for (const std::string& name : step.planned.step.in) {
        ++open_[name];
        leads_to_wanted = leads_to_wanted || on_the_way_.count(name) != 0;
      }
      if (leads_to_wanted) on_the_way_.insert(step.name());
    }
  }

  Gradients run() {
    const TraceStep& loss = trace_.steps.back();
    gradients_.loss = *loss.output.data();
    sums_.add(loss.output.spec(), Tensor::filled("", loss.output.axes(), 1));
    for (std::size_t i = trace_.steps.size(); i-- > 0;) {
      const TraceStep& step = trace_.steps[i];
      finish(step.output);
      hand_back(step);
    }
    for (const Tensor& input : trace_.inputs) {
      if (open_.count(input.name()) == 0) finish(input);
    }
    return std::move(gradients_);
  }

 private:
  /// What the step owes to the tensors it reads; one that is thereby settled is an input.
  void hand_back(const TraceStep& step) {
    const std::vector<Tensor> operands = trace_.operands(step);
    const auto on_the_way = [this](const Tensor& tensor) {
      return on_the_way_.count(tensor.name()) != 0;
    };
    const Tensor* gradient = sums_.find(step.name());
    if (gradient != nullptr && std::ranges::any_of(operands, on_the_way)) {
      const auto back = step.planned.op->backward(operands, step.output, *gradient);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (on_the_way(operands[i])) sums_.add(operands[i].spec(), back[i]);
      }
    }
    sums_.forget(step.name());
    for (const Tensor& operand : operands) {
      const bool settled = --open_[operand.name()] == 0;
      if (settled && trace_.find_step(operand.name()) == nullptr) finish(operand);
    }
  }

  bool is_wanted(const std::string& name) const { return !wanted_ || wanted_->count(name) != 0; }

  void finish(const Tensor& tensor) {
    if (!is_wanted(tensor.name())) return;
    const Tensor* sum = sums_.find(tensor.name());
    if (sum == nullptr) gradients_.unreached.push_back(tensor.name());
    const Tensor value = sum ? *sum : Tensor::filled(tensor.name(), tensor.axes(), 0);
    gradients_.add(tensor.name(), value.renamed(gradient_name(tensor.name())));
  }

  std::string gradient_name(const std::string& of) {
    const auto has = [this](const std::string& name) { return trace_.find(name) != nullptr; };
    std::string name = "d" + of;
    if (!has(name)) return name;
    while (has(name) || has(name.substr(1)) || !other_names_.insert(name).second) name += "_";
    return name;
  }

  const Trace& trace_;
  const Kept& wanted_;
  std::set<std::string> on_the_way_;  ///< from the loss to what is wanted
  std::map<std::string, int> open_;   ///< steps still to hand something back, by tensor
  GradientSums sums_;
  Gradients gradients_;
  std::set<std::string> other_names_;  ///< of gradients whose `d<name>` is a tensor's already
};

}  // namespace

void GradientSums::add(const TensorSpec& of, const Tensor& gradient) {
  const auto [it, first] = sums_.try_emplace(of.name);
  Sum& sum = it->second;
  if (first) {
    sum.tensor = named_like(of, gradient);
    return;
  }
  if (!sum.own) {
    const std::vector<double> values = sum.tensor.values();
    TensorSpec spec = contiguous_spec(of.name, of.axes);
    spec.layout = of.layout;
    sum.tensor = Tensor::of(of.name, of.axes, values).window(std::move(spec));
    sum.own = true;
  }
  const Tensor more = gradient.contiguous();
  add_all(more.data(), sum.tensor.data(), more.size());
}

void GradientSums::forget(const std::string& name) {
  sums_.erase(name);
}

const Tensor* GradientSums::find(const std::string& name) const {
  const auto it = sums_.find(name);
  return it == sums_.end() ? nullptr : &it->second.tensor;
}

void Gradients::add(const std::string& name, Tensor gradient) {
  at_[name] = of.size();
  of.push_back(std::move(gradient));
}

const Tensor* Gradients::find(const std::string& name) const {
  const auto it = at_.find(name);
  return it == at_.end() ? nullptr : &of[it->second];
}

bool may_name_gradient(std::string name, const std::function<bool(const std::string&)>& is_tensor) {
  for (;;) {
    if (name == "loss" || name == "dloss") return true;
    if (name.starts_with('d') && is_tensor(name.substr(1))) return true;
    if (!name.ends_with('_')) return false;
    name.pop_back();
  }
}

Trace with_loss(Trace trace, const Loss& loss) {
  if (trace.failure) {
    throw Error::lesson(
        fmt::format("there are no gradients: the steps fail at '{}'", trace.failed_step));
  }
  TraceStep step;
  PlannedStep& planned = step.planned;
  planned.step = {loss_name(loss.kind), {trace.output}, free_name(trace, "loss"), {}, {}};
  if (loss.kind != Loss::Kind::sum) {
    check_target(trace, loss);
    planned.step.in.push_back(loss.target);
  }
  planned.index = trace.steps.size() + 1;
  planned.op = make_loss_op(loss.kind);
  const std::vector<Tensor> operands = trace.operands(step);
  for (const Tensor& operand : operands) planned.inputs.push_back(operand.spec());
  planned.output = planned.op->shape(planned.inputs);
  planned.output.name = planned.step.out;
  planned.notation = planned.op->notation(planned.inputs, planned.step.out);
  step.output = planned.op->forward(operands).renamed(planned.step.out);
  trace.loss = planned.step.out;
  trace.steps.push_back(std::move(step));
  return trace;
}

Gradients gradients_of(const Trace& trace, const Kept& wanted) {
  return BackwardPass(trace, wanted).run();
}

Gradients backward(Trace trace, const Loss& loss, const Kept& wanted) {
  return gradients_of(with_loss(std::move(trace), loss), wanted);
}

}  // namespace headtrace
