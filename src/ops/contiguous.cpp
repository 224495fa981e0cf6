#include <fmt/format.h>

#include <headtrace/op.hpp>

#include "ops/entries.hpp"

namespace headtrace {
namespace {

/// The same numbers in row-major order without gaps; a copy only where they don't lie so already,
/// as PyTorch's contiguous().
class Contiguous final : public Op {
 public:
  TensorSpec shape(Specs in) const override {
    TensorSpec out = in[0].is_contiguous() ? in[0] : contiguous_spec("", in[0].axes);
    out.name.clear();
    out.layout = in[0].layout;
    return out;
  }

  std::optional<std::size_t> view_of(Specs in) const override {
    return in[0].is_contiguous() ? std::optional<std::size_t>(0) : std::nullopt;
  }

  Tensor forward(Tensors in) const override { return in[0].contiguous().renamed(""); }

  /// Every element keeps its place in the shape, and so does its gradient.
  std::vector<Tensor> backward(Tensors, const Tensor&, const Tensor& gradient) const override {
    return {gradient};
  }

  Text backward_formula(Specs, std::size_t) const override { return {"{dy}", ""}; }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    return explain_moved(in, 0, cell);
  }

  Cost cost(Specs in) const override {
    return in[0].is_contiguous() ? Cost{} : cost_of_result(in[0], 0);
  }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& x = in[0].name;
    return {fmt::format("{} = {} {}", out, x,
                        in[0].is_contiguous() ? "(already in row-major order)"
                                              : "copied in row-major order"),
            fmt::format("{} = {}.contiguous()", out, x),
            fmt::format("{} = np.ascontiguousarray({})", out, x),
            fmt::format("{} = {}{}", out, x,
                        in[0].is_contiguous() ? "（本来就是按行存放的）" : "，按行复制一份")};
  }
};

std::unique_ptr<Op> make_contiguous(const Params&, const Dims&) {
  return std::make_unique<Contiguous>();
}

std::vector<OpExample> contiguous_examples() {
  const Tensor x = example_tensor("x", {{"batch", 2}, {"seq", 3}, {"d_k", 2}}, 1);
  TensorSpec swapped =
      example_tensor("", {{"batch", 2}, {"heads", 2}, {"seq", 3}, {"d_k", 2}}, 2).spec();
  const Tensor heads = example_tensor("heads_transposed", swapped.axes, 2);
  swapped.name = heads.name();
  std::swap(swapped.axes[1], swapped.axes[2]);
  std::swap(swapped.strides[1], swapped.strides[2]);
  return {{"a copy", {}, {heads.window(swapped)}, {}}, {"nothing to do", {}, {x}, {}}};
}

}  // namespace

OpEntry contiguous_op() {
  return {.name = "contiguous",
          .formula = "y = x in row-major order",
          .pytorch = "x.contiguous()",
          .numpy = "np.ascontiguousarray(x)",
          .meaning =
              {"The numbers are copied so that they lie in memory in the order in which they "
               "are read; if they already do, nothing happens.",
               "把数字重新抄一遍，让它们在内存里的次序与读出的次序一致；本来就一致时什么也不做。"},
          .input_roles = {"x"},
          .params = {},
          .make = make_contiguous,
          .examples = contiguous_examples};
}

}  // namespace headtrace
