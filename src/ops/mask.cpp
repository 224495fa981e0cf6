#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headtrace/op.hpp>
#include <limits>

#include "core/shape.hpp"
#include "core/vectorized.hpp"
#include "core/words.hpp"
#include "ops/entries.hpp"
#include "ops/mask_shape.hpp"
#include "ops/walk.hpp"

namespace headtrace {
namespace {

constexpr std::size_t in_scores = 0;
constexpr std::size_t in_mask = 1;
/// Reading a score and its mask and writing one, in operations.
constexpr double mask_cost = 5;

/// y[i] = x[i] where m[i·stride] isn't 0, `otherwise` elsewhere; x and y side by side in memory.
HEADTRACE_VECTORIZED void select_line(const double* x, const double* m, Index stride,
                                      double otherwise, double* y, Index count) {
  if (stride == 1) {
    for (Index i = 0; i < count; ++i) y[i] = m[i] != 0 ? x[i] : otherwise;
  } else if (stride == 0) {
    std::copy_n(x, *m != 0 ? count : 0, y);
    std::fill_n(y, *m != 0 ? 0 : count, otherwise);
  } else {
    for (Index i = 0; i < count; ++i) y[i] = m[i * stride] != 0 ? x[i] : otherwise;
  }
}

/// y = scores where attention is allowed, `fill` elsewhere. Causal: query t sees the keys 0 to t.
class Mask final : public Op {
 public:
  Mask(bool causal, double fill) : causal_(causal), fill_(fill) {}

  TensorSpec shape(Specs in) const override {
    const TensorSpec& scores = in[in_scores];
    if (!causal_ && in.size() <= in_mask) {
      throw Error::in_parameter(
          "in", fmt::format("mask: {} has nothing to be masked by", describe(scores)),
          "give a second tensor that is 1 where attention is allowed, or "
          "\"causal\": true");
    }
    if (scores.rank() < 2) {
      throw Error::shape(fmt::format("mask: {} has no queries and keys", describe(scores)),
                         "its last two axes must be queries and keys");
    }
    if (in.size() > in_mask) check_mask_shape(in[in_mask], scores);
    return contiguous_spec("", scores.axes);
  }

  Tensor forward(Tensors in) const override { return select(in[in_scores], in, fill_); }

  /// y = scores where allowed, so d_scores = dy there and 0 elsewhere; a mask learns nothing.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    std::vector<Tensor> gradients{select(gradient, in, 0)};
    if (in.size() > in_mask) gradients.push_back(Tensor::filled("", in[in_mask].axes(), 0));
    return gradients;
  }

  Text backward_formula(Specs, std::size_t input) const override {
    if (input != 0) return {"0", ""};
    return {"{dy} where allowed, else 0", "{dy}（允许的地方），其余为 0"};
  }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    const Index query = cell[cell.size() - 2];
    const Index key = cell.back();
    Text reason;
    if (causal_ && key > query) {
      reason = {fmt::format("key {} comes after query {}", key, query),
                fmt::format("键 {} 排在查询 {} 之后", key, query)};
    }
    if (in.size() > in_mask) {
      const Sizes mask_cell = broadcast_cell(in[in_mask].axes(), cell);
      if (in[in_mask].at(mask_cell) == 0) {
        const std::string place = in[in_mask].name() + describe(mask_cell);
        reason = {reason.en + (reason.empty() ? "" : ", and ") + place + " is 0",
                  reason.zh + (reason.empty() ? "" : "，而且 ") + place + " 为 0"};
      }
    }
    if (reason.empty()) return explain_moved(in, in_scores, cell);
    Explanation why;
    why.terms.push_back({shortest(fill_), fill_, {}, {}});
    why.reason = std::move(reason);
    why.add_up();
    return why;
  }

  Cost cost(Specs in) const override { return cost_of_result(in[in_scores], 0); }

  Notation notation(Specs in, const std::string& out) const override {
    const TensorSpec& scores = in[in_scores];
    const std::string sizes =
        fmt::format("{}, {}", scores.axes[scores.axes.size() - 2].size, scores.axes.back().size);
    const bool masked = in.size() > in_mask;
    const std::string mask = masked ? in[in_mask].name : "";
    const std::string allowed =
        joined(masked ? mask + " ≠ 0" : "", " and ", causal_ ? "key ≤ query" : "");
    const std::string allowed_zh =
        joined(masked ? mask + " ≠ 0 " : "", "且", causal_ ? "键 ≤ 查询" : "");
    const std::string blocked_torch =
        joined(masked ? mask + " == 0" : "", ") | (",
               causal_ ? fmt::format("torch.ones({}, dtype=torch.bool).triu(1)", sizes) : "");
    const std::string allowed_numpy =
        joined(masked ? mask + " != 0" : "", ") & (",
               causal_ ? fmt::format("np.tri({}, dtype=bool)", sizes) : "");
    const bool bracketed = masked && causal_;
    const auto [open, close] = bracketed ? std::pair("(", ")") : std::pair("", "");
    return {fmt::format("{} = {} where {}, else {}", out, scores.name, allowed, fill_text("∞")),
            fmt::format("{} = {}.masked_fill({}{}{}, {})", out, scores.name, open, blocked_torch,
                        close, fill_text("math.inf")),
            fmt::format("{} = np.where({}{}{}, {}, {})", out, open, allowed_numpy, close,
                        scores.name, fill_text("np.inf")),
            fmt::format("{} = {}（{}的地方），其余为 {}", out, scores.name, allowed_zh,
                        fill_text("∞"))};
  }

  std::vector<Remark> remarks(Tensors in, const Tensor&) const override {
    if (in.size() <= in_mask) return {};
    return mask_remarks(in[in_mask].spec(), in[in_scores].spec());
  }

 private:
  static std::string joined(const std::string& by_mask, const std::string& sign,
                            const std::string& by_order) {
    return by_mask + (by_mask.empty() || by_order.empty() ? "" : sign) + by_order;
  }

  std::string fill_text(const std::string& infinity) const {
    return std::isinf(fill_) ? "-" + infinity : shortest(fill_);
  }

  /// `from` where attention is allowed, `otherwise` elsewhere.
  Tensor select(const Tensor& from, Tensors in, double otherwise) const {
    static constexpr double allowed = 1;
    Tensor out = Tensor::uninitialized("", in[in_scores].axes());
    const std::size_t last = out.axes().size() - 1;
    const Index keys = out.axes()[last].size;
    const bool masked = in.size() > in_mask;
    const double* mask = masked ? in[in_mask].data() : &allowed;
    const Sizes mask_strides =
        masked ? broadcast_to(in[in_mask].spec(), out.axes()).strides : Sizes(out.axes().size(), 0);
    double* result = out.data();
    const JointWalk all(out.axes(), last, {from.strides(), mask_strides, out.strides()});
    for_ranges_of(all, static_cast<double>(keys) * mask_cost, [&](JointWalk& rows, Index count) {
      std::vector<double> buffer;
      for (; count > 0; --count, rows.next()) {
        const Index seen = causal_ ? std::min(keys, rows.cell()[last - 1] + 1) : keys;
        const Line x{from.data() + rows.offset(0), from.strides()[last], seen};
        double* y = result + rows.offset(2);
        select_line(side_by_side(x, buffer), mask + rows.offset(1), mask_strides[last], otherwise,
                    y, seen);
        std::fill(y + seen, y + keys, otherwise);
      }
    });
    return out;
  }

  bool causal_;
  double fill_;
};

std::unique_ptr<Op> make_mask(const Params& params, const Dims&) {
  const std::string written = params.text("fill", "-inf");
  const auto fill = parse_number(written);
  if (!fill || std::isnan(*fill) || *fill == -minus_infinity) {
    throw params.placed("fill",
                        Error::in_parameter("fill", fmt::format("mask: 'fill' is \"{}\"", written),
                                            "expected \"-inf\" or a number"));
  }
  return std::make_unique<Mask>(params.flag("causal", false), *fill);
}

std::vector<OpExample> mask_examples() {
  const Params causal{{"causal", {true, {}}}};
  const Params causal_filled{{"causal", {true, {}}}, {"fill", {-1e9, {}}}};
  const Axes axes{{"batch", 2}, {"heads", 2}, {"seq", 3}, {"key_seq", 4}};
  const Tensor scores = example_tensor("scores", axes, 1);
  const Tensor padding = Tensor::of("padding", {{"batch", 2}, {"", 1}, {"", 1}, {"key_seq", 4}},
                                    {1, 1, 1, 0, 1, 0, 1, 1});
  const Tensor square =
      Tensor::of("mask", {{"seq", 3}, {"key_seq", 4}}, {1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 2, 0});
  return {{"causal", causal, {scores}, {}},
          {"padding", {}, {scores, padding}, {}},
          {"both, filled with a number", causal_filled, {scores, square}, {}}};
}

}  // namespace

OpEntry mask_op() {
  return {
      .name = "mask",
      .formula = "y = scores where allowed, else -∞",
      .pytorch = "scores.masked_fill(mask == 0, -math.inf)",
      .numpy = "np.where(mask != 0, scores, -np.inf)",
      .meaning = {"Scores of keys that a query may not see are replaced by -inf, so that softmax "
                  "gives them no weight at all.",
                  "查询不该看到的键，分数换成 -inf，这样 softmax 分给它们的权重就是 0。"},
      .min_inputs = 1,
      .max_inputs = 2,
      .input_roles = {"scores", "mask"},
      .params = {{"causal",
                  ParamType::flag,
                  false,
                  {"query t sees keys 0 to t only, in place of a mask or on top of one; a mask "
                   "is 1 where attention is allowed and 0 where not, and any other number "
                   "counts as 1",
                   "查询 t 只能看到键 0 到 t，可以代替 mask，也可以与它同时生效；mask "
                   "里 1 表示允许，0 表示不允许，其他数都当作 1"}},
                 {"fill",
                  ParamType::number_or_text,
                  false,
                  {"what blocked scores become: \"-inf\" (default) or a number",
                   "被遮住的分数换成什么：\"-inf\"（默认）或一个数"}}},
      .make = make_mask,
      .examples = mask_examples};
}

}  // namespace headtrace
