#include <fmt/format.h>

#include <headtrace/op.hpp>
#include <numeric>

#include "core/shape.hpp"
#include "ops/entries.hpp"
#include "ops/gemm.hpp"

namespace headtrace {
namespace {

constexpr std::size_t in_input = 0;
constexpr std::size_t in_weight = 1;
constexpr std::size_t in_bias = 2;

bool is_out_in(const TensorSpec& weight) {
  return weight.layout.value_or(WeightLayout::in_out) == WeightLayout::out_in;
}

const Axis& input_axis(const TensorSpec& weight) {
  return weight.axes[is_out_in(weight) ? 1 : 0];
}
const Axis& output_axis(const TensorSpec& weight) {
  return weight.axes[is_out_in(weight) ? 0 : 1];
}

/// A weight as y = x·W reads it: rows are input features, whatever its layout.
Matrix in_out_matrix(const Tensor& weight) {
  const Matrix stored{weight.data(), weight.axes()[0].size, weight.axes()[1].size,
                      weight.strides()[0], weight.strides()[1]};
  return is_out_in(weight.spec()) ? stored.transposed() : stored;
}

/// x with all axes but the last as rows; copied only where its memory doesn't allow that.
struct Rows {
  Tensor keeps_alive;
  Matrix matrix;
};

Rows rows_of(const Tensor& x) {
  const Index cols = x.axes().back().size;
  const Index rows = x.size() / cols;
  const auto strides = view_strides(x.spec(), {rows, cols});
  if (!strides) return rows_of(x.contiguous());
  return {x, {x.data(), rows, cols, (*strides)[0], (*strides)[1]}};
}

Index element_stride(const Tensor& vector) {
  return vector.strides()[0];
}

/// y = x·W + b for every position: the last axis of x is mixed, all others are kept.
class Linear final : public Op {
 public:
  TensorSpec shape(Specs in) const override {
    const TensorSpec& x = in[in_input];
    const TensorSpec& w = in[in_weight];
    if (x.rank() < 1 || w.rank() != 2) {
      throw Error::shape(
          fmt::format("linear needs x with at least one axis and a weight with two: "
                      "got {} and {}",
                      describe(x), describe(w)));
    }
    check_features(x, w);
    if (in.size() > in_bias) check_bias(w, in[in_bias]);
    Axes axes = x.axes;
    axes.back() = output_axis(w);
    return contiguous_spec("", std::move(axes));
  }

  Tensor forward(Tensors in) const override {
    Tensor out = Tensor::uninitialized("", shape(specs_of(in)).axes);
    const Rows x = rows_of(in[in_input]);
    const Index width = out.axes().back().size;
    if (in.size() > in_bias) repeat_bias(in[in_bias], x.matrix.rows, out.data());
    multiply(x.matrix, in_out_matrix(in[in_weight]), out.data(), width, in.size() > in_bias);
    return out;
  }

  /// y = x·W + b, so dx = dy·Wᵀ, dW = xᵀ·dy (transposed for out_in), db = Σ dy over positions.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    const Rows dy = rows_of(gradient);
    const Rows x = rows_of(in[in_input]);
    std::vector<Tensor> gradients;
    Tensor dx = Tensor::uninitialized("", in[in_input].axes());
    multiply(dy.matrix, in_out_matrix(in[in_weight]).transposed(), dx.data(), x.matrix.cols);
    gradients.push_back(std::move(dx));

    Tensor dw = Tensor::uninitialized("", in[in_weight].axes());
    if (is_out_in(in[in_weight].spec())) {
      multiply(dy.matrix.transposed(), x.matrix, dw.data(), x.matrix.cols);
    } else {
      multiply(x.matrix.transposed(), dy.matrix, dw.data(), dy.matrix.cols);
    }
    gradients.push_back(std::move(dw));
    if (in.size() > in_bias) gradients.push_back(column_sums(dy.matrix, in[in_bias].axes()));
    return gradients;
  }

  /// The cell of x's row times one column of W, term by term, and the bias last.
  Text backward_formula(Specs in, std::size_t input) const override {
    if (input == in_bias) return {"Σ {dy}", ""};
    const bool out_in = in[in_weight].layout == WeightLayout::out_in;
    if (input == 0) return {out_in ? "{dy}·{1}" : "{dy}·{1}ᵀ", ""};
    return {out_in ? "{dy}ᵀ·{0}" : "{0}ᵀ·{dy}", ""};
  }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    const Axis& read = in[in_input].axes().back();
    const Index heads = read.heads > 0 ? read.heads : input_axis(in[in_weight].spec()).heads;
    const Index block = heads > 0 ? read.size / heads : 0;
    Sizes x_cell = cell;
    Explanation why;
    for (Index i = 0; i < read.size; ++i) {
      x_cell.back() = i;
      const Sizes w_cell =
          is_out_in(in[in_weight].spec()) ? Sizes{cell.back(), i} : Sizes{i, cell.back()};
      const double x = in[in_input].at(x_cell);
      const double w = in[in_weight].at(w_cell);
      why.terms.push_back({"{0}·{1}", x * w, {{in_input, x_cell, x}, {in_weight, w_cell, w}}, {}});
      if (block > 0) why.terms.back().head = i / block;
    }
    if (in.size() > in_bias) {
      const double b = in[in_bias].at({cell.back()});
      why.terms.push_back({"{0}", b, {{in_bias, {cell.back()}, b}}, {}});
    }
    why.add_up();
    return why;
  }

  Cost cost(Specs in) const override {
    const Index positions = in[in_input].size() / in[in_input].axes.back().size;
    const auto out = static_cast<double>(positions * output_axis(in[in_weight]).size);
    const auto features = static_cast<double>(in[in_input].axes.back().size);
    const bool biased = in.size() > in_bias;
    return {in[in_weight].size() + (biased ? in[in_bias].size() : 0),
            out * features * 2 + (biased ? out : 0), out * sizeof(double)};
  }

  Notation notation(Specs in, const std::string& out) const override {
    const bool transposed = is_out_in(in[in_weight]);
    const std::string& x = in[in_input].name;
    const std::string& w = in[in_weight].name;
    const std::string bias = in.size() > in_bias ? " + " + in[in_bias].name : "";
    return {fmt::format("{} = {}·{}{}{}", out, x, w, transposed ? "ᵀ" : "", bias),
            fmt::format("{} = {} @ {}{}{}", out, x, w, transposed ? ".T" : "", bias),
            fmt::format("{} = {} @ {}{}{}", out, x, w, transposed ? ".T" : "", bias)};
  }

 private:
  static void check_features(const TensorSpec& x, const TensorSpec& w) {
    const Index given = x.axes.back().size;
    if (given == input_axis(w).size) return;
    const std::string other = is_out_in(w) ? "in_out" : "out_in";
    throw Error::shape(
        fmt::format("linear: {} has {} features, {} (stored {}) expects {}", describe(x), given,
                    describe(w), is_out_in(w) ? "out_in" : "in_out", input_axis(w).size),
        given == output_axis(w).size ? fmt::format("is {} stored {}?", w.name, other)
                                     : "the last axis of x must be the weight's input axis");
  }

  static void check_bias(const TensorSpec& w, const TensorSpec& b) {
    if (b.rank() == 1 && b.axes[0].size == output_axis(w).size) return;
    throw Error::shape(
        fmt::format("linear: bias {} does not fit {}", describe(b), describe(w)),
        fmt::format("a bias has one axis with the {} output features", output_axis(w).size));
  }

  static void repeat_bias(const Tensor& bias, Index rows, double* out) {
    for (Index r = 0; r < rows; ++r) {
      for (Index c = 0; c < bias.size(); ++c) *out++ = bias.data()[c * element_stride(bias)];
    }
  }

  static Tensor column_sums(const Matrix& m, const Axes& axes) {
    Tensor sums = Tensor::filled("", axes, 0);
    for (Index r = 0; r < m.rows; ++r) {
      for (Index c = 0; c < m.cols; ++c) {
        sums.data()[c] += m.first[r * m.row_stride + c * m.col_stride];
      }
    }
    return sums;
  }
};

std::unique_ptr<Op> make_linear(const Params&, const Dims&) {
  return std::make_unique<Linear>();
}

Tensor weight(Axes axes, WeightLayout layout, std::uint32_t seed) {
  Tensor tensor = example_tensor("W", std::move(axes), seed);
  TensorSpec spec = tensor.spec();
  spec.layout = layout;
  return tensor.window(std::move(spec));
}

std::vector<OpExample> linear_examples() {
  const Tensor x = example_tensor("x", {{"batch", 2}, {"seq", 3}, {"d_model", 4}}, 1);
  const Tensor heads = example_tensor("x", {{"batch", 2}, {"d_model", 4, 2}}, 2);
  const Tensor bias = example_tensor("b", {{"", 5}}, 3);
  return {
      {"in_out", {}, {x, weight({{"d_model", 4}, {"", 5}}, WeightLayout::in_out, 4)}, {}},
      {"out_in with bias",
       {},
       {x, weight({{"", 5}, {"d_model", 4}}, WeightLayout::out_in, 5), bias},
       {}},
      {"x made of heads",
       {},
       {heads, weight({{"d_model", 4}, {"", 5}}, WeightLayout::in_out, 6)},
       {}},
  };
}

}  // namespace

OpEntry linear_op() {
  return {.name = "linear",
          .formula = "y = x·W + b",
          .pytorch = "F.linear(x, W.T, b)",
          .numpy = "x @ W + b",
          .meaning = {"Every output feature is a weighted sum of all input features; each position "
                      "is treated alike and on its own.",
                      "每个输出特征都是全部输入特征的加权和；各个位置用同一组权重，互不影响。"},
          .min_inputs = 2,
          .max_inputs = 3,
          .input_roles = {"x", "W", "b"},
          .params = {},
          .make = make_linear,
          .examples = linear_examples};
}

}  // namespace headtrace
