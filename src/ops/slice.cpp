#include <fmt/format.h>

#include <headtrace/op.hpp>

#include "core/shape.hpp"
#include "ops/entries.hpp"
#include "ops/walk.hpp"

namespace headtrace {
namespace {

/// The elements start, …, stop−1 of an axis.
struct Range {
  std::size_t axis;
  Index start;
  Index stop;

  Index length() const { return stop - start; }
};

/// A window on a stretch of one axis; no number moves.
class Slice final : public Op {
 public:
  Slice(std::string axis, std::optional<Index> start, std::optional<Index> stop, Dims dims)
      : axis_(std::move(axis)), start_(start), stop_(stop), dims_(std::move(dims)) {}

  TensorSpec shape(Specs in) const override {
    const Range range = range_in(in[0]);
    TensorSpec out = window(in[0], range);
    out.name.clear();
    out.axes[range.axis] = cut(in[0].axes[range.axis], range);
    return out;
  }

  std::optional<std::size_t> view_of(Specs) const override { return 0; }

  Tensor forward(Tensors in) const override { return in[0].window(shape(specs_of(in))); }

  /// dx is dy in the window and 0 around it.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    const Tensor dx = Tensor::filled("", in[0].axes(), 0);
    Tensor part = dx.window(window(dx.spec(), range_in(in[0].spec())));
    copy_into(part, gradient);
    return {dx};
  }

  Text backward_formula(Specs, std::size_t) const override {
    return {"{dy} in its place, 0 elsewhere", "{dy} 放回原处，其余为 0"};
  }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    const Range range = range_in(in[0].spec());
    Sizes source = cell;
    source[range.axis] += range.start;
    return explain_moved(in, 0, std::move(source));
  }

  Cost cost(Specs) const override { return {}; }

  Notation notation(Specs in, const std::string& out) const override {
    const Range range = range_in(in[0]);
    std::string index;
    if (range.axis > 0 && range.axis + 1 == in[0].axes.size()) {
      index = "..., ";
    } else {
      for (std::size_t i = 0; i < range.axis; ++i) index += ":, ";
    }
    const std::string line =
        fmt::format("{} = {}[{}{}:{}]", out, in[0].name, index, range.start, range.stop);
    return {fmt::format("{} = {}, {} {} to {}", out, in[0].name, name_of(in[0], range.axis),
                        range.start, range.stop - 1),
            line, line,
            fmt::format("{} = {}，沿 {} 取第 {} 到第 {} 个", out, in[0].name,
                        name_in_chinese(in[0], range.axis), range.start, range.stop - 1)};
  }

 private:
  static std::string name_in_chinese(const TensorSpec& x, std::size_t axis) {
    return x.axes[axis].name.empty() ? fmt::format("轴 {}", axis) : x.axes[axis].name;
  }
  static std::string name_of(const TensorSpec& x, std::size_t axis) {
    return x.axes[axis].name.empty() ? fmt::format("axis {}:", axis) : x.axes[axis].name;
  }

  static TensorSpec window(TensorSpec spec, const Range& range) {
    spec.offset += range.start * spec.strides[range.axis];
    spec.axes[range.axis].size = range.length();
    return spec;
  }

  /// As Python counts, negative from the end; but what lies outside or is empty is an error.
  Range range_in(const TensorSpec& x) const {
    const std::size_t axis = find_axis(x, axis_, "axis");
    const Index size = x.axes[axis].size;
    const Index start = start_.value_or(0);
    const Index stop = stop_.value_or(size);
    const Range range{axis, start < 0 ? start + size : start, stop < 0 ? stop + size : stop};
    const auto inside = [size](Index place) { return place >= 0 && place <= size; };
    const char* fault = !inside(range.start) || !inside(range.stop) ? "reaches outside"
                        : range.length() <= 0                       ? "is empty in"
                                                                    : nullptr;
    if (fault == nullptr) return range;
    throw Error::shape(fmt::format("slice: {}:{} {} {} of {}", start, stop, fault,
                                   label(x.axes[axis]), describe(x)),
                       fmt::format("start and stop lie between 0 and {} (or -{} and -1, from the "
                                   "end), start before stop",
                                   size, size));
  }

  /// One head's block of an axis made of heads is d_k. Blocks of heads remain where whole ones do,
  /// from the first on: their numbers must stay true.
  Axis cut(Axis axis, const Range& range) const {
    const Index length = range.length();
    if (length == axis.size) return axis;
    const Index block = axis.heads > 0 ? axis.size / axis.heads : 0;
    const bool whole_heads = block > 0 && range.start == 0 && length % block == 0;
    const bool one_head = length == block && range.start % block == 0 && dims_.find("d_k") == block;
    return {one_head ? "d_k" : "", length, whole_heads && length > block ? length / block : 0};
  }

  std::string axis_;
  std::optional<Index> start_;
  std::optional<Index> stop_;
  Dims dims_;
};

std::optional<Index> place(const Params& params, const std::string& name) {
  if (!params.has(name)) return std::nullopt;
  return params.integer(name);
}

std::unique_ptr<Op> make_slice(const Params& params, const Dims& dims) {
  return std::make_unique<Slice>(params.text("axis"), place(params, "start"), place(params, "stop"),
                                 dims);
}

std::vector<OpExample> slice_examples() {
  const Dims dims({{"batch", 2}, {"seq", 3}, {"d_model", 4}, {"heads", 2}});
  const Params head{
      {"axis", {std::string("d_model"), {}}}, {"start", {2.0, {}}}, {"stop", {4.0, {}}}};
  const Params last{{"axis", {std::string("seq"), {}}}, {"start", {-1.0, {}}}};
  const Tensor x = example_tensor("x", {{"batch", 2}, {"seq", 3}, {"d_model", 4, 2}}, 1);
  return {{"one head's features", head, {x}, dims}, {"the last position", last, {x}, dims}};
}

}  // namespace

OpEntry slice_op() {
  return {.name = "slice",
          .formula = "y = x[start:stop] along an axis",
          .pytorch = "x[..., start:stop]",
          .numpy = "x[..., start:stop]",
          .meaning = {"A stretch of one axis is looked at by itself; it is a window on the same "
                      "memory, not a copy.",
                      "只看某个轴上的一段；它是同一块内存上的一个窗口，不是复制品。"},
          .input_roles = {"x"},
          .params = {{"axis", ParamType::axis, true, {"the axis to cut", "在哪个轴上截取"}},
                     {"start",
                      ParamType::integer,
                      false,
                      {"the first element, from 0; negative counts from the end (default 0)",
                       "第一个元素的序号，从 0 数起；负数从末尾数（默认 0）"}},
                     {"stop",
                      ParamType::integer,
                      false,
                      {"the element after the last one; negative counts from the end (default: to "
                       "the end)",
                       "最后一个元素的下一个序号；负数从末尾数（默认直到末尾）"}}},
          .make = make_slice,
          .examples = slice_examples};
}

}  // namespace headtrace
