#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <headtrace/op.hpp>

#include "core/shape.hpp"
#include "ops/entries.hpp"

namespace headtrace {
namespace {

/// The same storage under another shape: nothing moves, the row-major order stays.
class View final : public Op {
 public:
  explicit View(Axes axes) : axes_(std::move(axes)) {}

  TensorSpec shape(Specs in) const override {
    const TensorSpec& x = in[0];
    TensorSpec out = x;
    out.name.clear();
    out.axes = axes_;
    check_count(x, out);
    const auto strides = view_strides(x, out.shape());
    if (!strides) refuse(x, out);
    out.strides = *strides;
    mark_merged_heads(x.axes, out.axes);
    out.layout.reset();
    return out;
  }

  std::optional<std::size_t> view_of(Specs) const override { return 0; }

  Tensor forward(Tensors in) const override { return in[0].window(shape(specs_of(in))); }

  /// A view only renames cells: the gradient, in row-major order, is the same numbers.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    const Tensor dy = gradient.contiguous();
    TensorSpec spec = contiguous_spec("", in[0].axes());
    spec.offset = dy.spec().offset;
    return {dy.window(std::move(spec))};
  }

  /// The cell with the same number in row-major order.
  Text backward_formula(Specs, std::size_t) const override { return {"view({dy})", ""}; }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    Index position = 0;
    for (std::size_t i = 0; i < cell.size(); ++i) position = position * axes_[i].size + cell[i];
    Sizes source(in[0].axes().size());
    for (std::size_t i = source.size(); i-- > 0;) {
      source[i] = position % in[0].axes()[i].size;
      position /= in[0].axes()[i].size;
    }
    return explain_moved(in, 0, std::move(source));
  }

  Cost cost(Specs) const override { return {}; }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string sizes = fmt::format("{}", fmt::join(sizes_of(axes_), ", "));
    return {fmt::format("{}: {} seen as {}", out, in[0].name, describe(axes_)),
            fmt::format("{} = {}.view({})", out, in[0].name, sizes),
            fmt::format("{} = {}.reshape({})", out, in[0].name, sizes),
            fmt::format("{}：把 {} 看成 {}", out, in[0].name, describe(axes_))};
  }

 private:
  static Sizes sizes_of(const Axes& axes) {
    Sizes sizes;
    for (const Axis& axis : axes) sizes.push_back(axis.size);
    return sizes;
  }

  static void check_count(const TensorSpec& x, const TensorSpec& out) {
    const auto count = product(out.shape());
    if (count && *count == x.size()) return;
    throw Error::shape(fmt::format("view: {} has {} elements, {} has {}", describe(x), x.size(),
                                   describe(out.axes),
                                   count ? std::to_string(*count) : "more than can be counted"),
                       "a view keeps the number of elements");
  }

  [[noreturn]] static void refuse(const TensorSpec& x, const TensorSpec& out) {
    const auto [left, right] = axes_that_block_view(x, out.shape());
    const auto label = [&x](std::size_t i) {
      return x.axes[i].name.empty() ? fmt::format("axis {}", i) : x.axes[i].name;
    };
    throw Error::shape(
        fmt::format("view: {} with strides {}: {} and {} are not adjacent in memory, so they can't "
                    "be one axis",
                    describe(x), describe(x.strides), label(left), label(right)),
        "Copy first with `contiguous`");
  }

  /// Where `heads` and the axis after it become one, the result remembers its blocks; so does an
  /// axis made of heads that stays as it is.
  static void mark_merged_heads(const Axes& from, Axes& to) {
    Index before = 1;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const bool merges = from[i].name == "heads" && i + 1 < from.size();
      const Index heads = merges ? from[i].size : from[i].heads;
      const Index width = merges ? from[i].size * from[i + 1].size : from[i].size;
      Index start = 1;
      for (Axis& axis : to) {
        if (heads > 0 && start == before && axis.size == width) axis.heads = heads;
        start *= axis.size;
      }
      before *= from[i].size;
    }
  }

  Axes axes_;
};

std::unique_ptr<Op> make_view(const Params& params, const Dims& dims) {
  Axes axes;
  for (const std::string& name : params.list("shape")) {
    try {
      axes.push_back(dims.axis(name, "shape"));
    } catch (const Error& error) {
      throw params.placed("shape", error);
    }
  }
  return std::make_unique<View>(std::move(axes));
}

std::vector<OpExample> view_examples() {
  const Dims dims({{"batch", 2}, {"seq", 3}, {"d_model", 4}, {"heads", 2}});
  const Params split{{"shape", {std::vector<std::string>{"batch", "seq", "heads", "d_k"}, {}}}};
  const Params merge{{"shape", {std::vector<std::string>{"batch", "seq", "heads*d_k"}, {}}}};
  const Tensor x = example_tensor("x", {{"batch", 2}, {"seq", 3}, {"d_model", 4}}, 1);
  const Tensor heads = example_tensor("x", {{"batch", 2}, {"seq", 3}, {"heads", 2}, {"d_k", 2}}, 2);
  return {{"split heads", split, {x}, dims}, {"merge heads", merge, {heads}, dims}};
}

}  // namespace

OpEntry view_op() {
  return {.name = "view",
          .formula = "y = x under another shape",
          .pytorch = "x.view(shape)",
          .numpy = "x.reshape(shape)",
          .meaning = {"The same numbers in the same memory are read under another shape; nothing "
                      "moves.",
                      "同一块内存里的同一串数字，换一种形状来读；数字本身不动。"},
          .input_roles = {"x"},
          .params = {{"shape",
                      ParamType::shape,
                      true,
                      {"the new axes, by name or size", "新的各轴，写轴名或大小"}}},
          .make = make_view,
          .examples = view_examples};
}

}  // namespace headtrace
