#include "core/shape.hpp"
#include "study/mistakes/mask_parts.hpp"
#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

// Which keys a mask hides.
namespace headtrace {
namespace {

using Variants = std::vector<Variant>;
using Allowed = bool (*)(Index query, Index key, Index queries, Index keys);

/// `masked` by a mask of its own.
Variant masked_by(const MistakeCase& at, const Tensor& keep) {
  return part::variant(
      {part::add_input("keep_wrong", keep),
       part::replace("masked",
                     {part::step("mask", {part::unmasked(at), "keep_wrong"}, "masked")})});
}

Variants inverted(const MistakeCase& at) {
  if (!part::is_masked(at)) return {};
  Tensor keep = Tensor::of("", at.keep->axes(), at.keep->values());
  for (Index i = 0; i < keep.size(); ++i) keep.data()[i] = 1 - keep.data()[i];
  return {masked_by(at, keep)};
}

/// Whether the mask is one triangle for all, and which key a query may see in it.
bool is_causal(const MistakeCase& at) {
  return part::is_masked(at) && at.step("masked").params.flag("causal", false);
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
  if (!part::is_masked(at) ||
      at.keep->axes().back().size == at.keep->axes()[at.keep->axes().size() - 2].size) {
    return {};
  }
  return another_triangle(at, [](Index query, Index key, Index queries, Index keys) {
    return key <= query + keys - queries;
  });
}

/// The mask read with two of its axes, of one size, taken for each other.
Variant with_axes_exchanged(const MistakeCase& at, std::size_t i, std::size_t j) {
  Tensor keep = Tensor::of("", at.keep->axes(), at.keep->values());
  for (CellWalk walk(keep.shape(), keep.strides()); !walk.done(); walk.next()) {
    Sizes exchanged = walk.cell();
    std::swap(exchanged[i], exchanged[j]);
    keep.data()[walk.offset()] = at.keep->at(exchanged);
  }
  return masked_by(at, keep);
}

/// Queries are hidden where keys should be.
Variants mask_on_queries(const MistakeCase& at) {
  if (!part::is_masked(at) || is_causal(at)) return {};
  const std::size_t last = at.keep->axes().size() - 1;
  if (at.keep->axes()[last].size != at.keep->axes()[last - 1].size) return {};
  return {with_axes_exchanged(at, last - 1, last)};
}

/// The mask of batch item i is taken for head i.
Variants item_for_head(const MistakeCase& at) {
  if (!part::is_masked(at) || at.keep->rank() != 4) return {};
  const Axes& axes = at.keep->axes();
  if (axes[0].size != axes[1].size || axes[0].size < 2) return {};
  return {with_axes_exchanged(at, 0, 1)};
}

/// Only one of the two masks is applied.
Variants one_of_two_masks(const MistakeCase& at) {
  if (!is_causal(at) || at.step("masked").in.size() < 2) return {};
  Step causal = at.step("masked");
  causal.in.resize(1);
  Step padding = at.step("masked");
  padding.params.set("causal", {false, {}});
  return {part::variant({part::replace("masked", {causal})}),
          part::variant({part::replace("masked", {padding})})};
}

const std::string causal_line = "keep = torch.tril(torch.ones(seq, seq))";

}  // namespace

std::vector<Mistake> hidden_key_mistakes() {
  return {
      {"M1",
       "masked",
       {"the mask is inverted: what should be hidden is seen, and the other way round",
        "掩码反了：该遮的看得见，该看的被遮住"},
       {"find out whether True means keep or drop: PyTorch's MultiheadAttention drops, "
        "scaled_dot_product_attention keeps",
        "弄清楚 True 是保留还是丢弃：PyTorch 的 MultiheadAttention 是丢弃，"
        "scaled_dot_product_attention 是保留"},
       part::fill_line,
       part::nothing_masked,
       inverted},
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
       part::nothing_masked,
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
       part::fill_line,
       part::nothing_masked,
       one_of_two_masks},
  };
}

}  // namespace headtrace
