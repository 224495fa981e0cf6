#include <fmt/format.h>

#include <cmath>
#include <headtrace/op.hpp>
#include <numbers>

#include "ops/elementwise.hpp"
#include "ops/entries.hpp"

namespace headtrace {
namespace {

/// Φ(x): the chance that a standard normal number lies below x.
double normal_below(double x) {
  return 0.5 * (1 + std::erf(x / std::numbers::sqrt2));
}

double normal_density(double x) {
  constexpr double peak = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return peak * std::exp(-0.5 * x * x);
}

/// y = x·Φ(x) (Hendrycks & Gimpel 2016), exact as PyTorch's default, without the tanh shortcut.
class Gelu final : public Elementwise {
 public:
  Text backward_formula(Specs, std::size_t) const override { return {"{dy}·gelu′({0})", ""}; }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& x = in[0].name;
    return {fmt::format("{0} = {1}·(1 + erf({1}/√2))/2", out, x),
            fmt::format("{} = F.gelu({})", out, x),
            fmt::format("{0} = 0.5 * {1} * (1 + erf({1} / math.sqrt(2)))", out, x)};
  }

 protected:
  void apply(const double* x, double* y, Index count) const override {
    for (Index i = 0; i < count; ++i) y[i] = x[i] * normal_below(x[i]);
  }

  /// y = x·Φ(x), so dx = dy·(Φ(x) + x·φ(x)).
  void apply_backward(const double* x, const double* dy, double* dx, Index count) const override {
    for (Index i = 0; i < count; ++i) {
      dx[i] = dy[i] * (normal_below(x[i]) + x[i] * normal_density(x[i]));
    }
  }

  std::string pattern() const override { return "{0}·(1 + erf({0}/√2))/2"; }
  double value(double x) const override { return x * (1 + std::erf(x / std::sqrt(2.0))) / 2; }
  /// Divide, erf, add, halve, multiply.
  double flops_per_element() const override { return 5; }
};

std::unique_ptr<Op> make_gelu(const Params&, const Dims&) {
  return std::make_unique<Gelu>();
}

std::vector<OpExample> gelu_examples() {
  return {
      {"hidden features", {}, {example_tensor("ffn_hidden", {{"seq", 3}, {"d_ff", 8}}, 1)}, {}}};
}

}  // namespace

OpEntry gelu_op() {
  return {.name = "gelu",
          .formula = "y = x·Φ(x)",
          .pytorch = "F.gelu(x)",
          .numpy = "0.5 * x * (1 + erf(x / math.sqrt(2)))",
          .meaning = {"Each number is multiplied by the chance that a standard normal number lies "
                      "below it: ReLU with a smooth bend.",
                      "每个数乘以“标准正态随机数比它小”的概率，相当于拐弯处变平滑的 ReLU。"},
          .input_roles = {"x"},
          .params = {},
          .make = make_gelu,
          .examples = gelu_examples};
}

}  // namespace headtrace
