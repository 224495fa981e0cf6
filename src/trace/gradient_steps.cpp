#include <algorithm>

#include "trace/backward.hpp"
#include "trace/gradient_op.hpp"

namespace headtrace {
namespace {

/// Makes a step of every gradient, from those of the tensors that it was handed back from.
class GradientSteps {
 public:
  explicit GradientSteps(Trace trace)
      : trace_(std::move(trace)), forward_(trace_.steps.size()), gradients_(gradients_of(trace_)) {}

  Trace made() {
    for (std::size_t i = trace_.steps.size(); i-- > 0;) names_.push_back(trace_.steps[i].name());
    for (const Tensor& input : trace_.inputs) names_.push_back(input.name());
    std::vector<TraceStep> steps;
    for (const Tensor& gradient : gradients_.of) {
      steps.push_back(step_for(gradient, forward_ + steps.size() + 1));
    }
    for (TraceStep& step : steps) trace_.steps.push_back(std::move(step));
    return std::move(trace_);
  }

 private:
  const Tensor& gradient_of(const std::string& name) const { return *gradients_.find(name); }

  std::vector<GradientPart> parts_of(const std::string& name) const {
    std::vector<GradientPart> parts;
    for (std::size_t s = forward_; s-- > 0;) {
      const TraceStep& step = trace_.steps[s];
      if (is_unreached(step.name())) continue;
      for (std::size_t i = 0; i < step.planned.step.in.size(); ++i) {
        if (step.planned.step.in[i] != name) continue;
        parts.push_back({step.planned, i, formula_of(step.planned, i), trace_.operands(step),
                         step.output, gradient_of(step.name())});
      }
    }
    return parts;
  }

  static Text formula_of(const PlannedStep& step, std::size_t input) {
    return step.op->backward_formula(step.inputs, input);
  }

  bool is_unreached(const std::string& name) const {
    return std::ranges::find(gradients_.unreached, name) != gradients_.unreached.end();
  }

  /// The tensors that the parts' rules name, each once.
  static std::vector<Tensor> reads_of(const std::vector<GradientPart>& parts) {
    std::vector<Tensor> reads;
    for (const GradientPart& part : parts) {
      for (const Tensor& tensor : part.named_in_order()) {
        if (std::ranges::find(reads, tensor.name(), &Tensor::name) == reads.end()) {
          reads.push_back(tensor);
        }
      }
    }
    return reads;
  }

  TraceStep step_for(const Tensor& gradient, std::size_t index) const {
    const std::string of = *std::ranges::find_if(
        names_, [&](const std::string& name) { return gradients_.find(name) == &gradient; });
    std::vector<GradientPart> parts = parts_of(of);
    TraceStep step;
    step.gradient_of = of;
    step.output = gradient;
    PlannedStep& planned = step.planned;
    planned.index = index;
    planned.step.op = "backward";
    planned.step.out = gradient.name();
    for (const Tensor& read : reads_of(parts)) {
      planned.step.in.push_back(read.name());
      planned.inputs.push_back(read.spec());
    }
    planned.output = gradient.spec();
    planned.op = make_gradient_op(trace_.loss, of, gradient.axes(), std::move(parts),
                                  planned.step.in, of == trace_.loss ? 1 : 0);
    planned.notation = planned.op->notation(planned.inputs, gradient.name());
    return step;
  }

  Trace trace_;
  std::size_t forward_;
  Gradients gradients_;
  std::vector<std::string> names_;
};

}  // namespace

Trace with_gradients(Trace trace, const Loss& loss) {
  return GradientSteps(with_loss(std::move(trace), loss)).made();
}

}  // namespace headtrace
