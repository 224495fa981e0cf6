#include <fmt/format.h>

#include <headtrace/op.hpp>

#include "core/vectorized.hpp"
#include "ops/elementwise.hpp"
#include "ops/entries.hpp"

namespace headtrace {
namespace {

HEADTRACE_VECTORIZED void bend(const double* x, double* y, Index count) {
  for (Index i = 0; i < count; ++i) y[i] = x[i] < 0 ? 0 : x[i];
}

HEADTRACE_VECTORIZED void pass_positive(const double* x, const double* dy, double* dx,
                                        Index count) {
  for (Index i = 0; i < count; ++i) {
    const double slope = dy[i];
    dx[i] = x[i] > 0 ? slope : 0;
  }
}

/// y = max(0, x). NaN stays NaN, as in PyTorch.
class Relu final : public Elementwise {
 public:
  Text backward_formula(Specs, std::size_t) const override {
    return {"{dy} where {0} > 0, else 0", "{dy}（{0} > 0 的地方），其余为 0"};
  }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& x = in[0].name;
    return {fmt::format("{} = max(0, {})", out, x), fmt::format("{} = F.relu({})", out, x),
            fmt::format("{} = np.maximum({}, 0)", out, x)};
  }

 protected:
  void apply(const double* x, double* y, Index count) const override { bend(x, y, count); }

  /// dx = dy where x > 0, else 0: PyTorch's choice at 0 too.
  void apply_backward(const double* x, const double* dy, double* dx, Index count) const override {
    pass_positive(x, dy, dx, count);
  }

  std::string pattern() const override { return "max(0, {0})"; }
  double value(double x) const override { return x < 0 ? 0 : x; }
  double flops_per_element() const override { return 1; }
};

std::unique_ptr<Op> make_relu(const Params&, const Dims&) {
  return std::make_unique<Relu>();
}

std::vector<OpExample> relu_examples() {
  return {
      {"hidden features", {}, {example_tensor("ffn_hidden", {{"seq", 3}, {"d_ff", 8}}, 1)}, {}}};
}

}  // namespace

OpEntry relu_op() {
  return {
      .name = "relu",
      .formula = "y = max(0, x)",
      .pytorch = "F.relu(x)",
      .numpy = "np.maximum(x, 0)",
      .meaning = {"Negative numbers become 0 and all others stay; without such a bend two linear "
                  "layers would be no more than one.",
                  "负数变成 0，其余不变；少了这一折，两个线性层叠起来也只等于一个。"},
      .input_roles = {"x"},
      .params = {},
      .make = make_relu,
      .examples = relu_examples};
}

}  // namespace headtrace
