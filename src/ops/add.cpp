#include <fmt/format.h>

#include <headtrace/op.hpp>

#include "core/shape.hpp"
#include "core/tensor.hpp"
#include "ops/entries.hpp"
#include "ops/walk.hpp"

namespace headtrace {
namespace {

/// y = a + b; the smaller of the two is repeated along the axes it lacks.
class Add final : public Op {
 public:
  TensorSpec shape(Specs in) const override {
    auto axes = broadcast(in[0].axes, in[1].axes);
    if (!axes) {
      throw Error::shape(
          fmt::format("add: {} and {} don't fit together", describe(in[0]), describe(in[1])),
          "counted from the last axis, their sizes must be equal or 1");
    }
    keep_common_heads(*axes, in[0].axes, in[1].axes);
    TensorSpec out = contiguous_spec("", std::move(*axes));
    if (in[0].layout == in[1].layout) out.layout = in[0].layout;
    return out;
  }

  Tensor forward(Tensors in) const override {
    const TensorSpec spec = shape(specs_of(in));
    Tensor y = Tensor::uninitialized("", spec.axes);
    if (lies_like(in[0], spec) && lies_like(in[1], spec)) {
      auto sum = flat(y);
      xt::noalias(sum) = flat(in[0]) + flat(in[1]);
    } else {
      add_lines(in[0], in[1], y);
    }
    return y.window(spec);
  }

  /// y = a + b, so da = db = dy, summed over the axes along which one was repeated.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    std::vector<Tensor> gradients;
    for (const Tensor& x : in) {
      gradients.push_back(x.shape() == gradient.shape() ? gradient : sum_to(gradient, x.axes()));
    }
    return gradients;
  }

  Text backward_formula(Specs, std::size_t) const override { return {"{dy}", ""}; }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    Explanation why;
    for (std::size_t i = 0; i < in.size(); ++i) {
      Sizes own = broadcast_cell(in[i].axes(), cell);
      const double value = in[i].at(own);
      why.terms.push_back({"{0}", value, {{i, std::move(own), value}}, {}});
    }
    why.add_up();
    return why;
  }

  Cost cost(Specs in) const override { return cost_of_result(shape(in), 1); }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string line = fmt::format("{} = {} + {}", out, in[0].name, in[1].name);
    return {line, line, line};
  }

 private:
  static bool lies_like(const Tensor& x, const TensorSpec& out) {
    return x.is_contiguous() && x.shape() == out.shape();
  }

  /// A sum is made of heads only where both summands are.
  static void keep_common_heads(Axes& axes, const Axes& a, const Axes& b) {
    for (std::size_t i = 1; i <= axes.size(); ++i) {
      Axis& axis = axes[axes.size() - i];
      for (const Axes* own : {&a, &b}) {
        if (i > own->size()) continue;
        const Axis& part = (*own)[own->size() - i];
        if (part.size == axis.size && part.heads != axis.heads) axis.heads = 0;
      }
    }
  }

  static void add_lines(const Tensor& a, const Tensor& b, Tensor& y) {
    if (y.rank() == 0) {
      *y.data() = *a.data() + *b.data();
      return;
    }
    const std::size_t last = y.axes().size() - 1;
    const Sizes a_strides = broadcast_to(a.spec(), y.axes()).strides;
    const Sizes b_strides = broadcast_to(b.spec(), y.axes()).strides;
    const Index as = a_strides[last];
    const Index bs = b_strides[last];
    for (JointWalk lines(y.axes(), last, {a_strides, b_strides, y.strides()}); !lines.done();
         lines.next()) {
      const double* ai = a.data() + lines.offset(0);
      const double* bi = b.data() + lines.offset(1);
      double* yi = y.data() + lines.offset(2);
      for (Index i = 0; i < y.axes()[last].size; ++i) yi[i] = ai[i * as] + bi[i * bs];
    }
  }
};

std::unique_ptr<Op> make_add(const Params&, const Dims&) {
  return std::make_unique<Add>();
}

std::vector<OpExample> add_examples() {
  const Axes axes{{"batch", 2}, {"seq", 3}, {"d_model", 4}};
  const Tensor x = example_tensor("x", axes, 1);
  const Tensor output = example_tensor("output", axes, 2);
  const Tensor bias = example_tensor("b", {{"d_model", 4}}, 3);
  const Tensor column = example_tensor("column", {{"batch", 2}, {"", 1}, {"d_model", 4}}, 4);
  const Tensor row = example_tensor("row", {{"seq", 3}, {"", 1}}, 5);
  return {{"residual", {}, {x, output}, {}},
          {"a bias", {}, {x, bias}, {}},
          {"both repeated", {}, {column, row}, {}}};
}

}  // namespace

OpEntry add_op() {
  return {
      .name = "add",
      .formula = "y = a + b",
      .pytorch = "a + b",
      .numpy = "a + b",
      .meaning = {"Two tensors are added number by number; in a residual connection this lets the "
                  "input pass by the layer unchanged.",
                  "两个张量逐个数相加；残差连接就是这样让输入绕过一层、原样传下去的。"},
      .min_inputs = 2,
      .max_inputs = 2,
      .input_roles = {"a", "b"},
      .params = {},
      .make = make_add,
      .examples = add_examples};
}

}  // namespace headtrace
