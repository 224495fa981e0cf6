#include <algorithm>
#include <limits>

#include "core/shape.hpp"
#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

namespace headtrace {
namespace {

using Variants = std::vector<Variant>;
using Allowed = bool (*)(Index query, Index key, Index queries, Index keys);

constexpr double unbounded = std::numeric_limits<double>::infinity();

bool is_masked(const MistakeCase& at) {
  return at.keep && at.has("masked") && at.step("masked").op == "mask";
}

const std::string& unmasked(const MistakeCase& at) {
  return at.step("masked").in[0];
}

Input input_of(const std::string& name, const Tensor& numbers) {
  return {name, numbers.axes(), {}, ValuesSource{numbers.values()}, {}};
}

/// `masked` by a mask of its own, and where wanted with another fill.
Variant masked_by(const MistakeCase& at, const Tensor& keep, Params params = {}) {
  return part::variant(
      "mask", {{AddInput{input_of("keep_wrong", keep)}, {}},
               part::replace("masked", {part::step("mask", {unmasked(at), "keep_wrong"}, "masked",
                                                   std::move(params))})});
}

Tensor changed(const Tensor& keep, double (*change)(double)) {
  Tensor result = Tensor::of("", keep.axes(), keep.values());
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = change(result.data()[i]);
  return result;
}

Variants inverted(const MistakeCase& at) {
  if (!is_masked(at)) return {};
  return {masked_by(at, changed(*at.keep, [](double keep) { return 1 - keep; }))};
}

/// A number added to each score: what `change` makes of the mask.
Variants added(const MistakeCase& at, double (*change)(double)) {
  if (!is_masked(at)) return {};
  return {part::variant(
      "add", {{AddInput{input_of("added", changed(*at.keep, change))}, {}},
              part::replace("masked", {part::step("add", {unmasked(at), "added"}, "masked")})})};
}

Variants mask_added(const MistakeCase& at) {
  Variants variants = added(at, [](double keep) { return keep; });
  for (Variant& other : added(at, [](double keep) { return 1 - keep; })) {
    variants.push_back(std::move(other));
  }
  return variants;
}

Variants filled_with_infinity(const MistakeCase& at) {
  return added(at, [](double keep) { return keep != 0 ? 0 : unbounded; });
}

Variants filled(const MistakeCase& at, const std::vector<double>& fills) {
  if (!is_masked(at)) return {};
  Variants variants;
  for (double fill : fills) {
    Step mask = at.step("masked");
    mask.params.set("fill", {fill, {}});
    variants.push_back(part::variant("fill", {part::replace("masked", {mask})}));
  }
  return variants;
}

Variants multiplied_by_mask(const MistakeCase& at) {
  return filled(at, {0});
}
Variants tiny_fill(const MistakeCase& at) {
  return filled(at, {1e-9, -1e-9});
}
Variants finite_fill(const MistakeCase& at) {
  return filled(at, {-1e9, -1e4, -1e20, -3.4028234663852886e38, -65504});
}

Variants dropped_mask(const MistakeCase& at) {
  if (!is_masked(at)) return {};
  return {part::variant("none", {part::replace("masked", {part::same(unmasked(at), "masked")})})};
}

/// softmax of all scores, then the mask sets weights to 0.
Variants masked_after_softmax(const MistakeCase& at) {
  if (!is_masked(at) || !at.has("weights")) return {};
  Step softmax = at.step("weights");
  softmax.out = "weights_unmasked";
  Step mask = at.step("masked");
  mask.in[0] = softmax.out;
  mask.out = "weights";
  mask.params.set("fill", {0.0, {}});
  return {part::variant("after", {part::replace("masked", {part::same(unmasked(at), "masked")}),
                                  part::replace("weights", {softmax, mask})})};
}

/// Whether the mask is one triangle for all, and which key a query may see in it.
bool is_causal(const MistakeCase& at) {
  return is_masked(at) && at.step("masked").params.flag("causal", false);
}

Variants another_triangle(const MistakeCase& at, Allowed allowed) {
  if (!is_causal(at)) return {};
  Tensor keep = Tensor::of("", at.keep->axes(), at.keep->values());
  const Axes& axes = keep.axes();
  const Index queries = axes[axes.size() - 2].size;
  const Index keys = axes.back().size;
  const bool padded = at.step("masked").in.size() > 1;
  for (CellWalk walk(keep.shape(), keep.strides()); !walk.done(); walk.next()) {
    const Index query = walk.cell()[axes.size() - 2];
    const Index key = walk.cell().back();
    // A key that no query sees is padding, and stays hidden.
    bool seen = true;
    if (padded) {
      Sizes last = walk.cell();
      last[axes.size() - 2] = queries - 1;
      seen = at.keep->at(last) != 0 || key > queries - 1;
    }
    keep.data()[walk.offset()] = seen && allowed(query, key, queries, keys) ? 1 : 0;
  }
  return {masked_by(at, keep)};
}

Variants upper_triangle(const MistakeCase& at) {
  return another_triangle(at, [](Index query, Index key, Index, Index) { return key >= query; });
}
Variants without_diagonal(const MistakeCase& at) {
  return another_triangle(at, [](Index query, Index key, Index, Index) { return key < query; });
}
Variants one_too_far(const MistakeCase& at) {
  return another_triangle(at,
                          [](Index query, Index key, Index, Index) { return key <= query + 1; });
}
Variants aligned_at_the_end(const MistakeCase& at) {
  if (!is_masked(at) ||
      at.keep->axes().back().size == at.keep->axes()[at.keep->axes().size() - 2].size) {
    return {};
  }
  return another_triangle(at, [](Index query, Index key, Index queries, Index keys) {
    return key <= query + keys - queries;
  });
}

/// Queries are hidden where keys should be.
Variants mask_on_queries(const MistakeCase& at) {
  if (!is_masked(at)) return {};
  const Axes& axes = at.keep->axes();
  if (axes[axes.size() - 2].size != axes.back().size || is_causal(at)) return {};
  Tensor keep = Tensor::of("", axes, at.keep->values());
  for (CellWalk walk(keep.shape(), keep.strides()); !walk.done(); walk.next()) {
    Sizes turned = walk.cell();
    std::swap(turned[axes.size() - 2], turned[axes.size() - 1]);
    keep.data()[walk.offset()] = at.keep->at(turned);
  }
  return {masked_by(at, keep)};
}

/// The mask of batch item i is taken for head i.
Variants item_for_head(const MistakeCase& at) {
  if (!is_masked(at) || at.keep->rank() != 4) return {};
  const Axes& axes = at.keep->axes();
  if (axes[0].size != axes[1].size || axes[0].size < 2) return {};
  Tensor keep = Tensor::of("", axes, at.keep->values());
  for (CellWalk walk(keep.shape(), keep.strides()); !walk.done(); walk.next()) {
    Sizes turned = walk.cell();
    std::swap(turned[0], turned[1]);
    keep.data()[walk.offset()] = at.keep->at(turned);
  }
  return {masked_by(at, keep)};
}

/// Only one of the two masks is applied.
Variants one_of_two_masks(const MistakeCase& at) {
  if (!is_causal(at) || at.step("masked").in.size() < 2) return {};
  Step causal = at.step("masked");
  causal.in.resize(1);
  Step padding = at.step("masked");
  padding.params.set("causal", {false, {}});
  return {part::variant("no padding", {part::replace("masked", {causal})}),
          part::variant("not causal", {part::replace("masked", {padding})})};
}

const Text nothing_masked{"where nothing is masked it can't be seen",
                          "没有任何位置被遮住时看不出来"};
const Text hide_keys{"hide the keys that must not be seen: scores become -inf there",
                     "遮住不该看到的键：把那些分数换成 -inf"};
const std::string fill_line = "scores = scores.masked_fill(keep == 0, -math.inf)";
const std::string causal_line = "keep = torch.tril(torch.ones(seq, seq))";

}  // namespace

std::vector<Mistake> mask_mistakes() {
  return {
      {"as-right-fill",
       "masked",
       {"masked scores hold a large negative number instead of -inf, which is as right while every "
        "query sees a key",
        "被遮住的分数用的是很大的负数而不是 -inf，只要每个查询都看得到某个键，就同样正确"},
       {},
       {},
       {},
       finite_fill,
       false},
      {"M5",
       "masked",
       {"the mask has no effect: it isn't passed, or the result of masked_fill is dropped",
        "掩码没有起作用：没有传进去，或者 masked_fill 的结果没有接住"},
       {"masked_fill returns a new tensor: keep its result",
        "masked_fill 返回新的张量：要接住它的结果"},
       fill_line,
       nothing_masked,
       dropped_mask},
      {"M6",
       "masked",
       {"the mask is applied after the softmax, and the rows are not brought back to a sum of 1",
        "掩码放在了 softmax 之后，而且没有让每行重新加到 1"},
       hide_keys,
       fill_line,
       nothing_masked,
       masked_after_softmax},
      {"M1",
       "masked",
       {"the mask is inverted: what should be hidden is seen, and the other way round",
        "掩码反了：该遮的看得见，该看的被遮住"},
       {"find out whether True means keep or drop: PyTorch's MultiheadAttention drops, "
        "scaled_dot_product_attention keeps",
        "弄清楚 True 是保留还是丢弃：PyTorch 的 MultiheadAttention 是丢弃，"
        "scaled_dot_product_attention 是保留"},
       fill_line,
       nothing_masked,
       inverted},
      {"M2",
       "masked",
       {"the mask of 0 and 1 is added to the scores as if it held -inf",
        "把 0/1 掩码当成 -inf 掩码加到了分数上"},
       {"turn it into 0 and -inf before adding it, or use masked_fill",
        "先换成 0 和 -inf 再相加，或者用 masked_fill"},
       fill_line,
       {"a mask that is the same everywhere hides it", "掩码处处相同时看不出来"},
       mask_added},
      {"M3",
       "masked",
       {"the scores are multiplied by the mask: hidden scores become 0, and e⁰ = 1 is no small "
        "weight",
        "分数乘以了掩码：被遮的分数变成 0，而 e⁰ = 1 并不是小权重"},
       hide_keys,
       fill_line,
       {"where nothing is masked it can't be seen; from M4 it differs by 1e-9 only",
        "没有任何位置被遮住时看不出来；与 M4 只差 1e-9"},
       multiplied_by_mask},
      {"M4",
       "masked",
       {"the fill is 1e-9 or -1e-9 instead of -1e9", "填充值写成了 1e-9 或 -1e-9，而不是 -1e9"},
       hide_keys,
       fill_line,
       {"where nothing is masked it can't be seen; from M3 it differs by 1e-9 only",
        "没有任何位置被遮住时看不出来；与 M3 只差 1e-9"},
       tiny_fill},
      {"M7",
       "masked",
       {"the triangle is the wrong one: each query sees the keys from itself on",
        "三角形用反了：每个查询看到的是自己和后面的键"},
       {"a query sees itself and what came before: the lower triangle",
        "查询只能看到自己和前面的：下三角"},
       causal_line,
       {"one position hides it", "只有一个位置时看不出来"},
       upper_triangle},
      {"M8",
       "masked",
       {"the causal mask hides the diagonal as well: no position sees itself",
        "因果掩码把对角线也遮住了：没有位置能看到自己"},
       {"keep the diagonal: key ≤ query", "保留对角线：键 ≤ 查询"},
       causal_line,
       {},
       without_diagonal},
      {"M9",
       "masked",
       {"the causal mask is one position too wide: each query sees the next key",
        "因果掩码宽了一格：每个查询都能看到后一个键"},
       {"key ≤ query, and no further", "键 ≤ 查询，不能再多"},
       causal_line,
       {},
       one_too_far},
      {"M13",
       "masked",
       {"the causal triangle is aligned at the other end, where queries and keys differ in number",
        "查询和键数目不同时，因果三角形对齐到了另一端"},
       {"say which key the first query stands at, and align the triangle there",
        "先确定第一个查询对应哪个键，再把三角形对齐到那里"},
       causal_line,
       {"equal lengths hide it", "两边长度相同时看不出来"},
       aligned_at_the_end},
      {"M10",
       "masked",
       {"the padding mask hides queries instead of keys", "填充掩码遮住的是查询，而不是键"},
       {"its shape is [batch, 1, 1, key_seq]", "它的形状应该是 [batch, 1, 1, key_seq]"},
       "scores.masked_fill(keep[:, None, None, :] == 0, -math.inf)",
       nothing_masked,
       mask_on_queries},
      {"M11",
       "masked",
       {"the mask has no axis for the heads, so that batch item i's mask falls on head i",
        "掩码缺少头这个轴，于是第 i 个样本的掩码落到了头 i 上"},
       {"give it an axis of size 1 for the heads: mask[:, None]",
        "给头加一个大小为 1 的轴：mask[:, None]"},
       "scores.masked_fill(keep[:, None] == 0, -math.inf)",
       {"a batch of another size than heads makes it an error; equal masks hide it",
        "批次大小与头数不同时会直接报错；各样本掩码相同时看不出来"},
       item_for_head},
      {"M12",
       "masked",
       {"only one of the two masks is applied", "两个掩码只用了一个"},
       {"a key is seen only where both masks allow it", "两个掩码都允许，键才看得到"},
       fill_line,
       nothing_masked,
       one_of_two_masks},
      {"M18",
       "masked",
       {"the fill is +inf instead of -inf", "填充值写成了 +inf，而不是 -inf"},
       hide_keys,
       fill_line,
       nothing_masked,
       filled_with_infinity},
  };
}

}  // namespace headtrace
