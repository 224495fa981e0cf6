#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

namespace headtrace {
namespace {

using Variants = std::vector<Variant>;

struct Split {
  std::string name;
  std::string seq;
  std::string width;
};

std::vector<Split> splits(const MistakeCase& at) {
  const bool cross = at.has("K") && at.has("Q") && at.step("Q").in[0] != at.step("K").in[0];
  const std::string keys = cross ? "key_seq" : "seq";
  std::vector<Split> found;
  for (const Split& split :
       {Split{"Q", "seq", "d_k"}, Split{"K", keys, "d_k"}, Split{"V", keys, "d_v"}}) {
    if (at.has(split.name) && at.has(split.name + "_heads")) found.push_back(split);
  }
  return found;
}

Edit straight_view(const Split& split) {
  const std::string heads = split.name + "_heads";
  return part::replace(heads,
                       {part::view(split.name, heads, {"batch", "heads", split.seq, split.width})});
}

/// Feature k·heads + i goes to head i instead of feature i·d_k + k.
Edit interleaved(const Split& split) {
  const std::string heads = split.name + "_heads";
  const std::string wide = heads + "_by_feature";
  return part::replace(heads,
                       {part::view(split.name, wide, {"batch", split.seq, split.width, "heads"}),
                        part::transpose(wide, wide + "_turned", "1", "3"),
                        part::transpose(wide + "_turned", heads, "2", "3")});
}

Variants at_each_split(const MistakeCase& at, Edit (*edit)(const Split&)) {
  if (at.dim("heads") < 2) return {};
  std::vector<std::pair<std::string, Edit>> edits;
  for (const Split& split : splits(at)) edits.emplace_back(split.name, edit(split));
  return part::all_and_each(edits);
}

Variants viewed_straight(const MistakeCase& at) {
  return at_each_split(at, straight_view);
}
Variants interleaved_heads(const MistakeCase& at) {
  return at_each_split(at, interleaved);
}

/// Attention runs along the batch: axis 0 is taken for the sequence.
Variants batch_for_sequence(const MistakeCase& at) {
  if (splits(at).size() != 3 || !at.has("concat") || !at.has("output")) return {};
  if (at.dim("batch") < 2 || at.step("Q").in[0] != at.step("K").in[0] || at.has("masked"))
    return {};
  std::vector<Edit> edits;
  for (const Split& split : splits(at)) {
    const std::string split_name = split.name + "_split";
    const std::string turned = split.name + "_turned";
    edits.push_back(part::replace(
        split_name,
        {part::transpose(split.name, turned, "0", "1"), part::same(turned, turned + "_copy"),
         part::view(turned + "_copy", split_name, {"seq", "batch", "heads", split.width})}));
    edits.push_back(part::replace(split.name + "_heads",
                                  {part::transpose(split_name, split.name + "_heads", "1", "2")}));
  }
  edits.push_back(
      part::replace("heads_transposed", {part::transpose("heads", "heads_transposed", "1", "2")}));
  edits.push_back(part::replace(
      "concat", {part::view("heads_contiguous", "concat_turned", {"seq", "batch", "heads*d_v"}),
                 part::transpose("concat_turned", "concat", "0", "1")}));
  return {part::variant(edits)};
}

}  // namespace

std::vector<Mistake> head_mistakes() {
  return {
      {"A1",
       "Q_heads",
       {"batch and sequence are confused: attention runs along the batch",
        "批次轴和序列轴弄混了：注意力沿批次方向计算"},
       {"give the axes in the order that is expected (batch_first=True in PyTorch)",
        "按要求的次序给出各轴（PyTorch 里是 batch_first=True）"},
       "nn.MultiheadAttention(d_model, heads, batch_first=True)",
       {"a batch of 1 makes every weight 1", "批次大小为 1 时，所有权重都是 1"},
       batch_for_sequence},
      {"S1",
       "Q_heads",
       {"viewed straight as [batch, heads, seq, d_k], without the transpose",
        "直接 view 成 [batch, heads, seq, d_k]，漏掉了转置"},
       {"view as [batch, seq, heads, d_k] first, then exchange seq and heads",
        "先 view 成 [batch, seq, heads, d_k]，再把 seq 和 heads 对调"},
       "Q_heads = Q.view(batch, seq, heads, d_k).transpose(1, 2)",
       {"one head or one position hides it", "只有一个头或一个位置时看不出来"},
       viewed_straight},
      {"S2",
       "Q_heads",
       {"the heads' features are interleaved: feature k·heads + i is given to head i",
        "各个头的特征交错了：第 k·heads + i 个特征分给了头 i"},
       {"a head is a block of d_k features side by side: view as [batch, seq, heads, d_k]",
        "一个头是相邻的 d_k 个特征：应 view 成 [batch, seq, heads, d_k]"},
       "Q_heads = Q.view(batch, seq, heads, d_k).transpose(1, 2)",
       {"one head, or d_k = 1, hides it", "只有一个头，或 d_k = 1 时看不出来"},
       interleaved_heads},
  };
}

}  // namespace headtrace
