#include <fmt/format.h>

#include <headtrace/op.hpp>
#include <utility>

#include "core/shape.hpp"
#include "ops/entries.hpp"

namespace headtrace {
namespace {

/// Two axes change places, and their strides with them; no number moves.
class Transpose final : public Op {
 public:
  Transpose(std::string first, std::string second)
      : first_(std::move(first)), second_(std::move(second)) {}

  TensorSpec shape(Specs in) const override {
    const auto [i, j] = positions(in[0]);
    TensorSpec out = in[0];
    out.name.clear();
    std::swap(out.axes[i], out.axes[j]);
    std::swap(out.strides[i], out.strides[j]);
    out.layout.reset();
    return out;
  }

  std::optional<std::size_t> view_of(Specs) const override { return 0; }

  Tensor forward(Tensors in) const override { return in[0].window(shape(specs_of(in))); }

  /// The gradient's axes change places again.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    const auto [i, j] = positions(in[0].spec());
    TensorSpec spec = gradient.spec();
    std::swap(spec.axes[i], spec.axes[j]);
    std::swap(spec.strides[i], spec.strides[j]);
    return {gradient.window(std::move(spec))};
  }

  Text backward_formula(Specs, std::size_t) const override { return {"transpose({dy})", ""}; }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    const auto [i, j] = positions(in[0].spec());
    Sizes source = cell;
    std::swap(source[i], source[j]);
    return explain_moved(in, 0, std::move(source));
  }

  Cost cost(Specs) const override { return {}; }

  Notation notation(Specs in, const std::string& out) const override {
    const auto [i, j] = positions(in[0]);
    const std::string& x = in[0].name;
    const auto name = [&in](std::size_t k) {
      return in[0].axes[k].name.empty() ? fmt::format("axis {}", k) : in[0].axes[k].name;
    };
    return {fmt::format("{} = {} with {} and {} exchanged", out, x, name(i), name(j)),
            fmt::format("{} = {}.transpose({}, {})", out, x, i, j),
            fmt::format("{} = {}.swapaxes({}, {})", out, x, i, j),
            fmt::format("{} = {}，{} 与 {} 对调", out, x, name(i), name(j))};
  }

 private:
  std::pair<std::size_t, std::size_t> positions(const TensorSpec& x) const {
    const std::size_t i = find_axis(x, first_, "axes");
    const std::size_t j = find_axis(x, second_, "axes");
    if (i != j) return {i, j};
    throw Error::in_parameter("axes",
                              fmt::format("transpose: '{}' and '{}' are the same axis of {}",
                                          first_, second_, describe(x)),
                              "name the two axes that change places");
  }

  std::string first_;
  std::string second_;
};

std::unique_ptr<Op> make_transpose(const Params& params, const Dims&) {
  const std::vector<std::string> axes = params.list("axes");
  if (axes.size() == 2) return std::make_unique<Transpose>(axes[0], axes[1]);
  throw params.placed(
      "axes",
      Error::in_parameter("axes", fmt::format("transpose exchanges two axes, got {}", axes.size()),
                          "for more, use several transposes"));
}

std::vector<OpExample> transpose_examples() {
  const Params by_name{{"axes", {std::vector<std::string>{"seq", "heads"}, {}}}};
  const Params by_number{{"axes", {std::vector<std::string>{"-1", "0"}, {}}}};
  const Tensor split =
      example_tensor("Q_split", {{"batch", 2}, {"seq", 3}, {"heads", 2}, {"d_k", 2}}, 1);
  const Tensor w = example_tensor("W", {{"d_model", 4}, {"", 3}}, 2);
  return {{"heads before positions", by_name, {split}, {}},
          {"a matrix, by numbers", by_number, {w}, {}}};
}

}  // namespace

OpEntry transpose_op() {
  return {.name = "transpose",
          .formula = "y = x with two axes exchanged",
          .pytorch = "x.transpose(i, j)",
          .numpy = "x.swapaxes(i, j)",
          .meaning = {"Two axes change places: the same memory is read in another order, and "
                      "nothing is copied.",
                      "两个轴互换位置：内存还是那块内存，只是换个次序来读，什么都没有复制。"},
          .input_roles = {"x"},
          .params = {{"axes",
                      ParamType::axes,
                      true,
                      {"the two axes that change places, by name or number",
                       "互换位置的两个轴，写轴名或序号"}}},
          .make = make_transpose,
          .examples = transpose_examples};
}

}  // namespace headtrace
