#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <headtrace/op.hpp>
#include <limits>

#include "core/shape.hpp"
#include "core/vectorized.hpp"
#include "ops/entries.hpp"
#include "ops/exponential.hpp"
#include "ops/mask_shape.hpp"
#include "ops/walk.hpp"

namespace headtrace {
namespace {

/// What one number costs, for parallel_for: mostly its exponential.
constexpr double softmax_cost = 30;

/// y[i] = exp(x[i] − max x) / Σ exp(x − max x); y may be x. All −∞ gives NaN, as PyTorch's.
HEADTRACE_VECTORIZED void softmax_line(const double* x, double* y, Index length) {
  const double max = max_over(x, length);
  for (Index i = 0; i < length; ++i) y[i] = exponential(x[i] - max);
  const double share = 1 / sum_over(length, [y](Index i) { return y[i]; });
  for (Index i = 0; i < length; ++i) y[i] *= share;
}

/// y = exp(x) / Σ exp(x) along one axis.
class Softmax final : public Op {
 public:
  explicit Softmax(std::string axis) : axis_(std::move(axis)) {}

  TensorSpec shape(Specs in) const override {
    if (in[0].rank() == 0) {
      throw Error::shape(fmt::format("softmax: {} has no axis to run along", describe(in[0])),
                         "give it a tensor with at least one axis");
    }
    find_axis(in[0], axis_, "axis");
    return contiguous_spec("", in[0].axes);
  }

  Tensor forward(Tensors in) const override {
    const Tensor& x = in[0];
    Tensor y = Tensor::uninitialized("", x.axes());
    const std::size_t axis = find_axis(x.spec(), axis_, "axis");
    const Index length = x.axes()[axis].size;
    const JointWalk all(x.axes(), axis, {x.strides(), y.strides()});
    double* out = y.data();
    const Index stride = y.strides()[axis];
    const double cost = static_cast<double>(length) * softmax_cost;
    for_ranges_of(all, cost, [&](JointWalk& lines, Index count) {
      std::vector<double> buffer;
      for (; count > 0; --count, lines.next()) {
        const Line line{x.data() + lines.offset(0), x.strides()[axis], length};
        softmax_of(line, out + lines.offset(1), stride, buffer);
      }
    });
    return y;
  }

  /// y = exp(x)/Σexp(x), so dx = y·(dy − Σ dy·y).
  std::vector<Tensor> backward(Tensors in, const Tensor& y, const Tensor& dy) const override {
    Tensor dx = Tensor::uninitialized("", in[0].axes());
    const std::size_t axis = find_axis(in[0].spec(), axis_, "axis");
    const Index length = dx.axes()[axis].size;
    const Index stride = dx.strides()[axis];
    std::vector<double> y_buffer;
    std::vector<double> dy_buffer;
    for (JointWalk lines(dx.axes(), axis, {y.strides(), dy.strides(), dx.strides()}); !lines.done();
         lines.next()) {
      const double* yi =
          side_by_side({y.data() + lines.offset(0), y.strides()[axis], length}, y_buffer);
      const double* dyi =
          side_by_side({dy.data() + lines.offset(1), dy.strides()[axis], length}, dy_buffer);
      double* result = dx.data() + lines.offset(2);
      const double dot = sum_over(length, [yi, dyi](Index i) { return yi[i] * dyi[i]; });
      for (Index i = 0; i < length; ++i) result[i * stride] = yi[i] * (dyi[i] - dot);
    }
    return {std::move(dx)};
  }

  /// Stages: the line's max, an exponential for each of its numbers, their sum.
  Text backward_formula(Specs, std::size_t) const override {
    return {"{y}·({dy} − Σ {dy}·{y})", ""};
  }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    const std::size_t axis = find_axis(in[0].spec(), axis_, "axis");
    const std::vector<Operand> line = read_line(in[0], cell, axis);
    Stage max{"max", "", minus_infinity, line};
    Stage sum{"sum", "", 0, {}};
    std::vector<std::string> max_parts;
    std::vector<std::string> sum_parts;
    Explanation why;
    for (const Operand& x : line) max.value = std::max(max.value, x.value);
    why.stages.push_back({});
    for (std::size_t i = 0; i < line.size(); ++i) {
      const double exponential = std::exp(line[i].value - max.value);
      why.stages.push_back({fmt::format("e{}", i), "exp({0} − {max})", exponential, {line[i]}});
      max_parts.push_back(fmt::format("{{{}}}", i));
      sum_parts.push_back(fmt::format("{{e{}}}", i));
      sum.value += exponential;
    }
    max.pattern = fmt::format("max({})", fmt::join(max_parts, ", "));
    sum.pattern = fmt::format("{}", fmt::join(sum_parts, " + "));
    const auto here = static_cast<std::size_t>(cell[axis]);
    const double quotient = why.stages[here + 1].value / sum.value;
    why.terms.push_back({fmt::format("{{e{}}} / {{sum}}", here), quotient, {line[here]}, {}});
    if (max.value == minus_infinity) why.reason = nothing_allowed();
    why.stages.front() = std::move(max);
    why.stages.push_back(std::move(sum));
    why.add_up();
    return why;
  }

  /// Per element: compare, subtract, exp, add, divide.
  Cost cost(Specs in) const override { return cost_of_result(in[0], 5); }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& x = in[0].name;
    const std::size_t axis = find_axis(in[0], axis_, "axis");
    const std::string& name = in[0].axes[axis].name;
    const std::string number = axis + 1 == in[0].axes.size() ? "-1" : fmt::format("{}", axis);
    return {fmt::format("{} = softmax({}) over {}", out, x,
                        name.empty() ? fmt::format("axis {}", axis) : name),
            fmt::format("{} = torch.softmax({}, dim={})", out, x, number),
            fmt::format("{0} = np.exp({1} - {1}.max(axis={2}, keepdims=True)); "
                        "{0} = {0} / {0}.sum(axis={2}, keepdims=True)",
                        out, x, number),
            fmt::format("{} = softmax({})，沿 {}", out, x,
                        name.empty() ? fmt::format("轴 {}", axis) : name)};
  }

  std::vector<Remark> remarks(Tensors in, const Tensor& y) const override {
    Remark masked{all_masked_remark(), 0, {}};
    Remark poisoned{not_finite_remark(), 0, {}};
    const Tensor& x = in[0];
    const std::size_t axis = find_axis(x.spec(), axis_, "axis");
    for (JointWalk lines(x.axes(), axis, {x.strides(), y.strides()}); !lines.done(); lines.next()) {
      if (!std::isnan(y.data()[lines.offset(1)])) continue;
      const double* first = x.data() + lines.offset(0);
      bool all_masked = true;
      for (Index i = 0; i < x.axes()[axis].size; ++i) {
        all_masked = all_masked && first[i * x.strides()[axis]] == minus_infinity;
      }
      Remark& remark = all_masked ? masked : poisoned;
      if (remark.count++ == 0) remark.cell = lines.cell();
    }
    std::vector<Remark> found;
    if (masked.count > 0) found.push_back(std::move(masked));
    if (poisoned.count > 0) found.push_back(std::move(poisoned));
    return found;
  }

 private:
  /// The softmax of one line, its numbers `stride` apart from `result` on.
  static void softmax_of(const Line& line, double* result, Index stride,
                         std::vector<double>& buffer) {
    if (stride == 1) return softmax_line(side_by_side(line, buffer), result, line.length);
    buffer.resize(static_cast<std::size_t>(line.length));
    for (Index i = 0; i < line.length; ++i) {
      buffer[static_cast<std::size_t>(i)] = line.first[i * line.stride];
    }
    softmax_line(buffer.data(), buffer.data(), line.length);
    for (Index i = 0; i < line.length; ++i) {
      result[i * stride] = buffer[static_cast<std::size_t>(i)];
    }
  }

  static std::vector<Operand> read_line(const Tensor& x, Sizes cell, std::size_t axis) {
    std::vector<Operand> line;
    for (Index i = 0; i < x.axes()[axis].size; ++i) {
      cell[axis] = i;
      line.push_back({0, cell, x.at(cell)});
    }
    return line;
  }

  static Text nothing_allowed() {
    return {"every score here is -inf, so no key is left to share the weight",
            "这里的分数全是 -inf，没有一个键可以分到权重"};
  }

  static Text all_masked_remark() {
    return {
        "Rows that are NaN because every score in them is -inf: {count}, the first at {cell}. "
        "No key is left to share the weight; PyTorch gives NaN as well. Let each query see at "
        "least one key.",
        "有 {count} 行的分数全是 -inf，结果是 NaN，第一处在 "
        "{cell}。没有一个键可以分到权重，PyTorch "
        "也会得到 NaN；要让每个查询至少看到一个键。"};
  }

  static Text not_finite_remark() {
    return {
        "Rows that are NaN because a score in them is NaN or +inf: {count}, the first at {cell}. "
        "Look for the cause in an earlier step.",
        "有 {count} 行含有 NaN 或 +inf 的分数，结果是 NaN，第一处在 "
        "{cell}。原因要到前面的步骤里去找。"};
  }

  std::string axis_;
};

std::unique_ptr<Op> make_softmax(const Params& params, const Dims&) {
  return std::make_unique<Softmax>(params.text("axis", "-1"));
}

std::vector<OpExample> softmax_examples() {
  const Params over_seq{{"axis", {std::string("seq"), {}}}};
  const Axes axes{{"heads", 2}, {"seq", 3}, {"key_seq", 4}};
  const Tensor scores = example_tensor("scores", axes, 1);
  const double no = minus_infinity;
  const Tensor masked =
      Tensor::of("masked", {{"seq", 3}, {"key_seq", 3}}, {0.5, no, no, 1, 2, no, 1000, 1001, 999});
  const Tensor blocked =
      Tensor::of("masked", {{"seq", 2}, {"key_seq", 3}}, {no, no, no, 0.5, 1, no});
  return {{"over the last axis", {}, {scores}, {}},
          {"over another axis", over_seq, {scores}, {}},
          {"causal, with large scores", {}, {masked}, {}},
          {"a fully masked row", {}, {blocked}, {}}};
}

}  // namespace

OpEntry softmax_op() {
  return {.name = "softmax",
          .formula = "y = exp(x) / Σ exp(x)",
          .pytorch = "torch.softmax(x, dim=-1)",
          .numpy = "np.exp(x - x.max(-1, keepdims=True)), divided by its sum",
          .meaning = {"Each row of scores becomes weights between 0 and 1 that add up to 1; the "
                      "larger a score, the larger its weight.",
                      "把每一行分数变成 0 到 1 之间、总和为 1 的权重；分数越大，分到的权重越大。"},
          .input_roles = {"x"},
          .params = {{"axis",
                      ParamType::axis,
                      false,
                      {"the axis along which the weights add up to 1 (default: the last)",
                       "权重沿哪个轴加起来等于 1（默认最后一个轴）"}}},
          .make = make_softmax,
          .examples = softmax_examples};
}

}  // namespace headtrace
