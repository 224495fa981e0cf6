#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <headtrace/op.hpp>
#include <limits>

#include "core/shape.hpp"
#include "ops/entries.hpp"
#include "ops/walk.hpp"

namespace headtrace {
namespace {

bool is_head_width(const Axis& axis) {
  return axis.name == "d_k" || axis.name == "d_v";
}

/// The pieces side by side along one axis.
class Concat final : public Op {
 public:
  Concat(std::string axis, Dims dims) : axis_(std::move(axis)), dims_(std::move(dims)) {}

  TensorSpec shape(Specs in) const override {
    const std::size_t axis = find_axis(in[0], axis_, "axis");
    for (const TensorSpec& piece : in.subspan(1)) check_piece(in[0], piece, axis);
    Axes axes = in[0].axes;
    axes[axis] = joined_axis(in, axis);
    TensorSpec out = contiguous_spec("", std::move(axes));
    const bool same_layout = std::ranges::all_of(
        in, [&in](const TensorSpec& piece) { return piece.layout == in[0].layout; });
    if (same_layout) out.layout = in[0].layout;
    return out;
  }

  Tensor forward(Tensors in) const override {
    const TensorSpec spec = shape(specs_of(in));
    Tensor out = Tensor::uninitialized("", spec.axes).window(spec);
    const std::size_t axis = find_axis(in[0].spec(), axis_, "axis");
    Index start = 0;
    for (const Tensor& piece : in) {
      Tensor window = part(out, axis, start, piece.axes());
      copy_into(window, piece);
      start += piece.axes()[axis].size;
    }
    return out;
  }

  /// Each piece's gradient is its own part of dy, where it lies.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    const std::size_t axis = find_axis(in[0].spec(), axis_, "axis");
    std::vector<Tensor> gradients;
    Index start = 0;
    for (const Tensor& piece : in) {
      gradients.push_back(part(gradient, axis, start, piece.axes()));
      start += piece.axes()[axis].size;
    }
    return gradients;
  }

  Text backward_formula(Specs, std::size_t) const override {
    return {"its part of {dy}", "{dy} 里属于它的那一段"};
  }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    const std::size_t axis = find_axis(in[0].spec(), axis_, "axis");
    Sizes source = cell;
    std::size_t piece = 0;
    for (; source[axis] >= in[piece].axes()[axis].size; ++piece) {
      source[axis] -= in[piece].axes()[axis].size;
    }
    return explain_moved(in, piece, std::move(source));
  }

  Cost cost(Specs in) const override { return cost_of_result(shape(in), 0); }

  Notation notation(Specs in, const std::string& out) const override {
    const std::size_t axis = find_axis(in[0], axis_, "axis");
    const std::string number = axis + 1 == in[0].axes.size() ? "-1" : fmt::format("{}", axis);
    const std::string& name = in[0].axes[axis].name;
    std::vector<std::string> names;
    for (const TensorSpec& piece : in) names.push_back(piece.name);
    return {fmt::format("{} = [{}] side by side along {}", out, fmt::join(names, " | "),
                        name.empty() ? fmt::format("axis {}", axis) : name),
            fmt::format("{} = torch.cat([{}], dim={})", out, fmt::join(names, ", "), number),
            fmt::format("{} = np.concatenate([{}], axis={})", out, fmt::join(names, ", "), number),
            fmt::format("{} = [{}]，沿 {} 并排", out, fmt::join(names, " | "),
                        name.empty() ? fmt::format("轴 {}", axis) : name)};
  }

 private:
  static Tensor part(const Tensor& whole, std::size_t axis, Index start, const Axes& axes) {
    TensorSpec spec = whole.spec();
    spec.offset += start * spec.strides[axis];
    spec.axes = axes;
    spec.layout.reset();
    return whole.window(std::move(spec));
  }

  static void check_piece(const TensorSpec& first, const TensorSpec& piece, std::size_t axis) {
    bool fits = piece.rank() == first.rank();
    for (std::size_t i = 0; fits && i < piece.axes.size(); ++i) {
      fits = i == axis || piece.axes[i].size == first.axes[i].size;
    }
    if (fits) return;
    const std::string& name = first.axes[axis].name;
    throw Error::shape(
        fmt::format("concat: {} does not fit beside {} along {}", describe(piece), describe(first),
                    name.empty() ? fmt::format("axis {}", axis) : name),
        "all axes but the joined one must have the same sizes");
  }

  /// Heads side by side make d_model; any other joined axis keeps a name that its new size fits.
  Axis joined_axis(Specs in, std::size_t axis) const {
    Axis joined;
    bool equal = true;
    bool of_heads = true;
    for (const TensorSpec& piece : in) {
      const Axis& part = piece.axes[axis];
      equal = equal && part.size == in[0].axes[axis].size;
      const bool nameless_feature = part.name.empty() && axis + 1 == piece.axes.size();
      of_heads = of_heads && (is_head_width(part) || nameless_feature);
      joined.size += part.size;
    }
    if (equal && of_heads) joined.heads = static_cast<Index>(in.size());
    for (const TensorSpec& piece : in) {
      const std::string& name = piece.axes[axis].name;
      if (joined.name.empty() && dims_.find(name) == joined.size) joined.name = name;
    }
    const bool all_heads =
        joined.heads > 0 && dims_.find("heads") == joined.heads && is_head_width(in[0].axes[axis]);
    if (all_heads && dims_.find("d_model") == joined.size) joined.name = "d_model";
    return joined;
  }

  std::string axis_;
  Dims dims_;
};

std::unique_ptr<Op> make_concat(const Params& params, const Dims& dims) {
  return std::make_unique<Concat>(params.text("axis"), dims);
}

std::vector<OpExample> concat_examples() {
  const Dims dims({{"batch", 2}, {"seq", 3}, {"d_model", 4}, {"heads", 2}});
  const Params features{{"axis", {std::string("d_v"), {}}}};
  const Params positions{{"axis", {1.0, {}}}};
  const Axes head{{"batch", 2}, {"seq", 3}, {"d_v", 2}};
  const Tensor first = example_tensor("head_0", head, 1);
  const Tensor second = example_tensor("head_1", head, 2);
  const Tensor past = example_tensor("past", {{"batch", 2}, {"", 1}, {"d_v", 2}}, 3);
  return {{"two heads", features, {first, second}, dims},
          {"three pieces of different length", positions, {past, first, past}, dims}};
}

}  // namespace

OpEntry concat_op() {
  return {.name = "concat",
          .formula = "y = [a | b | …]",
          .pytorch = "torch.cat([a, b], dim=-1)",
          .numpy = "np.concatenate([a, b], axis=-1)",
          .meaning = {"Several tensors are laid side by side along one axis; their numbers stay as "
                      "they are and don't mix.",
                      "把几个张量沿一个轴并排放好；数字原封不动，彼此也不混合。"},
          .min_inputs = 2,
          .max_inputs = std::numeric_limits<std::size_t>::max(),
          .input_roles = {"a", "b", "…"},
          .params = {{"axis",
                      ParamType::axis,
                      true,
                      {"the axis along which they are joined", "沿哪个轴拼接"}}},
          .make = make_concat,
          .examples = concat_examples};
}

}  // namespace headtrace
