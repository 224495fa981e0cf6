#include "trace/gradient_op.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace headtrace {
namespace {

void substitute(std::string& text, const std::string& what, const std::string& with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

std::string filled(std::string formula, const GradientPart& part) {
  for (std::size_t i = 0; i < part.inputs.size(); ++i) {
    substitute(formula, fmt::format("{{{}}}", i), part.step.step.in[i]);
  }
  substitute(formula, "{y}", part.step.step.out);
  substitute(formula, "{dy}", part.gradient.name());
  return formula;
}

class GradientOp final : public Op {
 public:
  GradientOp(std::string loss, std::string of, Axes axes, std::vector<GradientPart> parts,
             std::vector<std::string> reads, double constant)
      : loss_(std::move(loss)),
        of_(std::move(of)),
        axes_(std::move(axes)),
        parts_(std::move(parts)),
        reads_(std::move(reads)),
        constant_(constant) {}

  TensorSpec shape(Specs) const override { return contiguous_spec("", axes_); }

  Tensor forward(Tensors) const override {
    Tensor sum = Tensor::filled("", axes_, parts_.empty() ? constant_ : 0);
    for (const GradientPart& part : parts_) {
      const auto back = part.step.op->backward(part.inputs, part.output, part.gradient);
      const std::vector<double> more = back[part.input].values();
      for (std::size_t i = 0; i < more.size(); ++i) sum.data()[i] += more[i];
    }
    return sum;
  }

  std::vector<Tensor> backward(Tensors, const Tensor&, const Tensor&) const override {
    throw Error::lesson("a gradient's own gradient is not computed");
  }

  Text backward_formula(Specs, std::size_t) const override { return {}; }

  Explanation explain(Tensors, const Sizes& cell) const override {
    if (!parts_.empty()) return explain_gradient(parts_, reads_, cell);
    Explanation why;
    why.terms.push_back({shortest(constant_), constant_, {}, {}});
    if (constant_ == 0) {
      why.reason = {"the loss doesn't depend on " + of_, "损失与 " + of_ + " 无关"};
    }
    why.add_up();
    return why;
  }

  Cost cost(Specs) const override { return {}; }

  Notation notation(Specs, const std::string& out) const override {
    Notation words{out + " = ", {}, {}, out + " = "};
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Text& formula = parts_[i].formula;
      words.formula += (i > 0 ? " + " : "") + filled(formula.en, parts_[i]);
      words.formula_zh += (i > 0 ? " + " : "") + filled(formula.in(Lang::zh), parts_[i]);
    }
    words.pytorch =
        fmt::format("{}, = torch.autograd.grad({}, {}, retain_graph=True)", out, loss_, of_);
    if (parts_.empty()) {
      words.formula += shortest(constant_);
      words.formula_zh += shortest(constant_);
      words.pytorch =
          fmt::format("{} = torch.{}_like({})", out, constant_ == 0 ? "zeros" : "ones", of_);
    }
    return words;
  }

 private:
  std::string loss_;
  std::string of_;
  Axes axes_;
  std::vector<GradientPart> parts_;
  std::vector<std::string> reads_;
  double constant_;
};

}  // namespace

std::vector<Tensor> GradientPart::named_in_order() const {
  std::vector<std::pair<std::size_t, Tensor>> named{
      {std::min(formula.en.find("{dy}"), formula.en.size()), gradient}};
  const auto add = [&](const std::string& sign, const Tensor& tensor) {
    const auto at = formula.en.find(sign);
    if (at != std::string::npos) named.emplace_back(at, tensor);
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) add(fmt::format("{{{}}}", i), inputs[i]);
  add("{y}", output);
  std::ranges::stable_sort(named, {}, &std::pair<std::size_t, Tensor>::first);
  std::vector<Tensor> tensors;
  for (auto& [at, tensor] : named) tensors.push_back(std::move(tensor));
  return tensors;
}

std::shared_ptr<const Op> make_gradient_op(std::string loss, std::string of, Axes axes,
                                           std::vector<GradientPart> parts,
                                           std::vector<std::string> reads, double constant) {
  return std::make_shared<GradientOp>(std::move(loss), std::move(of), std::move(axes),
                                      std::move(parts), std::move(reads), constant);
}

}  // namespace headtrace
