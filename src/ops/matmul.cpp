#include <fmt/format.h>

#include <headtrace/op.hpp>

#include "core/shape.hpp"
#include "ops/entries.hpp"
#include "ops/gemm.hpp"
#include "ops/walk.hpp"

namespace headtrace {
namespace {

constexpr std::size_t in_a = 0;
constexpr std::size_t in_b = 1;
constexpr std::size_t matrix_axes = 2;

/// All axes but the matrix's own two: batch and heads.
TensorSpec leading(const TensorSpec& spec) {
  TensorSpec lead = spec;
  lead.axes.resize(spec.axes.size() - matrix_axes);
  lead.strides.resize(lead.axes.size());
  return lead;
}

Sizes leading_strides(const Tensor& tensor, const Axes& lead) {
  return broadcast_to(leading(tensor.spec()), lead).strides;
}

/// The matrix that stands at `offset` from the tensor's first element, where it lies.
Matrix matrix_at(const Tensor& tensor, Index offset) {
  const std::size_t row = tensor.axes().size() - matrix_axes;
  const std::size_t col = row + 1;
  return {tensor.data() + offset, tensor.axes()[row].size, tensor.axes()[col].size,
          tensor.strides()[row], tensor.strides()[col]};
}

/// y = a·b (or a·bᵀ) on the last two axes, once for each cell of the leading ones.
class MatMul final : public Op {
 public:
  explicit MatMul(bool transpose_b) : transpose_b_(transpose_b) {}

  TensorSpec shape(Specs in) const override {
    const TensorSpec& a = in[in_a];
    const TensorSpec& b = in[in_b];
    if (a.axes.size() < matrix_axes || b.axes.size() < matrix_axes) {
      throw Error::shape(
          fmt::format("matmul multiplies matrices, which have two axes or more: got "
                      "{} and {}",
                      describe(a), describe(b)));
    }
    check_contracted(a, b);
    Axes axes = shared_leading_axes(a, b);
    axes.push_back(a.axes[a.axes.size() - matrix_axes]);
    axes.push_back(b.axes[b.axes.size() - (transpose_b_ ? 2 : 1)]);
    tell_apart_repeated_axes(axes);
    return contiguous_spec("", std::move(axes));
  }

  Tensor forward(Tensors in) const override {
    Tensor out = Tensor::uninitialized("", shape(specs_of(in)).axes);
    const Axes lead = leading(out.spec()).axes;
    const Index width = out.axes().back().size;
    JointWalk walk(sizes_of(lead), {leading_strides(in[in_a], lead),
                                    leading_strides(in[in_b], lead), leading_strides(out, lead)});
    std::vector<Product> products;
    for (; !walk.done(); walk.next()) {
      products.push_back({matrix_at(in[in_a], walk.offset(0)),
                          right_matrix(in[in_b], walk.offset(1)), out.data() + walk.offset(2),
                          width});
    }
    multiply(products);
    return out;
  }

  /// y = a·b, so da = dy·bᵀ and db = aᵀ·dy (dyᵀ·a for a transposed b), summed where broadcast.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    Tensor da = Tensor::filled("", in[in_a].axes(), 0);
    Tensor db = Tensor::filled("", in[in_b].axes(), 0);
    const Axes lead = leading(gradient.spec()).axes;
    JointWalk walk(
        sizes_of(lead),
        {leading_strides(in[in_a], lead), leading_strides(in[in_b], lead),
         leading_strides(gradient, lead), leading_strides(da, lead), leading_strides(db, lead)});
    for (; !walk.done(); walk.next()) {
      const Matrix a = matrix_at(in[in_a], walk.offset(0));
      const Matrix b = right_matrix(in[in_b], walk.offset(1));
      const Matrix dy = matrix_at(gradient, walk.offset(2));
      multiply(dy, b.transposed(), da.data() + walk.offset(3), a.cols, true);
      const Matrix& left = transpose_b_ ? dy : a;
      const Matrix& right = transpose_b_ ? a : dy;
      multiply(left.transposed(), right, db.data() + walk.offset(4), right.cols, true);
    }
    return {std::move(da), std::move(db)};
  }

  /// A row of a times a column of b, product by product over the contracted axis.
  Text backward_formula(Specs, std::size_t input) const override {
    if (input == 0) return {transpose_b_ ? "{dy}·{1}" : "{dy}·{1}ᵀ", ""};
    return {transpose_b_ ? "{dy}ᵀ·{0}" : "{0}ᵀ·{dy}", ""};
  }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    const Axis& read = in[in_a].axes().back();
    const Index heads = read.heads > 0 ? read.heads : contracted(in[in_b].spec()).heads;
    const Index block = heads > 0 ? read.size / heads : 0;
    const Sizes lead(cell.begin(), cell.end() - matrix_axes);
    Sizes a_cell = broadcast_cell(leading(in[in_a].spec()).axes, lead);
    Sizes b_cell = broadcast_cell(leading(in[in_b].spec()).axes, lead);
    a_cell.insert(a_cell.end(), {cell[lead.size()], 0});
    b_cell.insert(b_cell.end(), {cell.back(), cell.back()});
    Index& b_contracted = b_cell[b_cell.size() - (transpose_b_ ? 1 : 2)];
    Explanation why;
    for (Index i = 0; i < read.size; ++i) {
      a_cell.back() = b_contracted = i;
      const double a = in[in_a].at(a_cell);
      const double b = in[in_b].at(b_cell);
      why.terms.push_back({"{0}·{1}", a * b, {{in_a, a_cell, a}, {in_b, b_cell, b}}, {}});
      if (block > 0) why.terms.back().head = i / block;
    }
    why.add_up();
    return why;
  }

  Cost cost(Specs in) const override {
    constexpr double multiply_add = 2;
    return cost_of_result(shape(in), multiply_add * static_cast<double>(in[in_a].axes.back().size));
  }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& a = in[in_a].name;
    const std::string& b = in[in_b].name;
    return {fmt::format("{} = {}·{}{}", out, a, b, transpose_b_ ? "ᵀ" : ""),
            fmt::format("{} = {} @ {}{}", out, a, b, transpose_b_ ? ".transpose(-2, -1)" : ""),
            fmt::format("{} = {} @ {}{}", out, a, b, transpose_b_ ? ".swapaxes(-2, -1)" : "")};
  }

 private:
  static Sizes sizes_of(const Axes& axes) { return contiguous_spec("", axes).shape(); }

  Matrix right_matrix(const Tensor& b, Index offset) const {
    const Matrix stored = matrix_at(b, offset);
    return transpose_b_ ? stored.transposed() : stored;
  }

  const Axis& contracted(const TensorSpec& b) const {
    return b.axes[b.axes.size() - (transpose_b_ ? 1 : 2)];
  }

  void check_contracted(const TensorSpec& a, const TensorSpec& b) const {
    const Axis& left = a.axes.back();
    const Axis& right = contracted(b);
    if (left.size == right.size) return;
    const bool other_way = left.size == b.axes[b.axes.size() - (transpose_b_ ? 2 : 1)].size;
    throw Error::shape(
        fmt::format("matmul: {} meets {}{}: {} of the first is multiplied with {} of the second",
                    describe(a), describe(b), transpose_b_ ? " transposed" : "", label(left),
                    label(right)),
        !other_way     ? "the two must have the same size"
        : transpose_b_ ? "leave out `transpose_b`?"
                       : "is \"transpose_b\": true missing?");
  }

  static Axes shared_leading_axes(const TensorSpec& a, const TensorSpec& b) {
    const auto lead = broadcast(leading(a).axes, leading(b).axes);
    if (lead) return *lead;
    throw Error::shape(
        fmt::format("matmul: {} meets {}: the axes before the last two, {} and {}, "
                    "don't match",
                    describe(a), describe(b), describe(leading(a).axes), describe(leading(b).axes)),
        "counted from the last, their sizes must be equal or 1");
  }

  bool transpose_b_;
};

std::unique_ptr<Op> make_matmul(const Params& params, const Dims&) {
  return std::make_unique<MatMul>(params.flag("transpose_b", false));
}

std::vector<OpExample> matmul_examples() {
  const Params transposed{{"transpose_b", {true, {}}}};
  const Axes heads_axes{{"batch", 2}, {"heads", 2}, {"seq", 3}, {"d_k", 2}};
  const Tensor q = example_tensor("Q_heads", heads_axes, 1);
  const Tensor k = example_tensor("K_heads", heads_axes, 2);
  const Tensor weights =
      example_tensor("weights", {{"batch", 2}, {"heads", 2}, {"seq", 3}, {"key_seq", 3}}, 3);
  const Tensor x = example_tensor("x", {{"seq", 3}, {"d_model", 4, 2}}, 4);
  const Tensor w = example_tensor("W", {{"heads", 2}, {"d_model", 4}, {"d_k", 2}}, 5);
  const Tensor shared_k =
      example_tensor("K", {{"batch", 2}, {"kv_heads", 1}, {"seq", 3}, {"d_k", 2}}, 6);
  return {{"scores: K transposed", transposed, {q, k}, {}},
          {"weights times V", {}, {weights, k}, {}},
          {"one x, a weight a head", {}, {x, w}, {}},
          {"one K for all heads", transposed, {q, shared_k}, {}}};
}

}  // namespace

OpEntry matmul_op() {
  return {.name = "matmul",
          .formula = "y = a·b",
          .pytorch = "a @ b",
          .numpy = "a @ b",
          .meaning = {"Each number is the dot product of a row of a and a column of b; every batch "
                      "item and every head multiplies matrices of its own.",
                      "结果里的每个数是前一个矩阵的一行与后一个矩阵的一列的点积；每个样本、每个头各"
                      "乘各的矩阵。"},
          .min_inputs = 2,
          .max_inputs = 2,
          .input_roles = {"a", "b"},
          .params = {{"transpose_b",
                      ParamType::flag,
                      false,
                      {"multiply with b transposed: rows of a with rows of b (default false)",
                       "用 b 的转置来乘，即 a 的行乘 b 的行（默认 false）"}}},
          .make = make_matmul,
          .examples = matmul_examples};
}

}  // namespace headtrace
