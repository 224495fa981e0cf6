#include <fmt/format.h>

#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

namespace headtrace {
namespace {

using Variants = std::vector<Variant>;

const std::vector<std::string> projected{"Q", "K", "V"};

bool has_projections(const MistakeCase& at) {
  for (const std::string& name : projected) {
    if (!at.has(name) || at.step(name).op != "linear") return false;
  }
  return true;
}

WeightLayout layout_of(const MistakeCase& at, const std::string& weight) {
  const Input* input = at.pipeline.find_input(weight);
  return input != nullptr && input->layout ? *input->layout : WeightLayout::in_out;
}

/// The step `out` with its weight read by the other convention.
Edit misread(const MistakeCase& at, const std::string& out) {
  Step linear = at.step(out);
  const std::string weight = linear.in[1];
  const std::string turned = weight + "_misread";
  linear.in[1] = turned;
  if (layout_of(at, weight) == WeightLayout::in_out) {
    return part::replace(out, {part::transpose(weight, turned, "0", "1"), linear});
  }
  // Read as in_out, whatever it says: a view forgets the layout.
  const Axes& axes = at.pipeline.find_input(weight)->axes;
  return part::replace(
      out, {part::view(weight, turned,
                       {fmt::format("{}", axes[0].size), fmt::format("{}", axes[1].size)}),
            linear});
}

Variants at_each(const MistakeCase& at, const std::vector<std::string>& tensors,
                 Edit (*edit)(const MistakeCase&, const std::string&)) {
  std::vector<std::pair<std::string, Edit>> edits;
  for (const std::string& tensor : tensors) edits.emplace_back(tensor, edit(at, tensor));
  return part::all_and_each(edits);
}

Variants misread_weights(const MistakeCase& at, WeightLayout layout) {
  if (!has_projections(at)) return {};
  std::vector<std::string> tensors;
  for (const std::string& name : projected) {
    if (layout_of(at, at.step(name).in[1]) == layout) tensors.push_back(name);
  }
  return at_each(at, tensors, misread);
}

Variants untransposed(const MistakeCase& at) {
  return misread_weights(at, WeightLayout::out_in);
}
Variants transposed(const MistakeCase& at) {
  return misread_weights(at, WeightLayout::in_out);
}

/// `projected[i]` from a fused weight whose rows are, head by head, q, k and v, cut as if all of q
/// came first.
Edit from_fused(const MistakeCase& at, std::size_t i) {
  const std::string heads = fmt::format("{}", at.dim("heads"));
  const std::string width = fmt::format("{}", at.dim("d_k"));
  const std::string in = fmt::format("{}", at.dim("d_model"));
  const std::string out = fmt::format("{}", at.dim("heads") * at.dim("d_k"));
  const auto named = [i](const std::string& what) {
    return fmt::format("fused_{}_{}", projected[i], what);
  };
  std::vector<Step> steps;
  std::vector<std::string> rows;
  for (const std::string& name : projected) {
    const std::string& weight = at.step(name).in[1];
    rows.push_back(weight);
    if (layout_of(at, weight) == WeightLayout::in_out) {
      rows.back() = named(weight);
      steps.push_back(part::transpose(weight, rows.back(), "0", "1"));
    }
  }
  steps.push_back(part::step("concat", rows, named("all"), part::text("axis", "0")));
  steps.push_back(part::view(named("all"), named("parts"), {heads, "3", width, in}));
  Params range = part::text("axis", "1");
  range.set("start", {static_cast<double>(i), {}});
  range.set("stop", {static_cast<double>(i + 1), {}});
  steps.push_back(part::step("slice", {named("parts")}, named("part"), range));
  steps.push_back(part::same(named("part"), named("copy")));
  steps.push_back(part::view(named("copy"), named("rows"), {out, in}));
  steps.push_back(part::transpose(named("rows"), named("weight"), "0", "1"));
  Step linear = at.step(projected[i]);
  linear.in[1] = named("weight");
  steps.push_back(linear);
  return part::replace(projected[i], std::move(steps));
}

Variants fused_by_head(const MistakeCase& at) {
  if (!has_projections(at) || at.step("Q").in[0] != at.step("K").in[0]) return {};
  if (at.dim("heads") < 2 || at.dim("d_k") != at.dim("d_v")) return {};
  return {part::variant({from_fused(at, 0), from_fused(at, 1), from_fused(at, 2)})};
}

/// `name` computed with `other`'s weight and bias.
Edit with_weights_of(const MistakeCase& at, const std::string& name, const std::string& other) {
  Step linear = at.step(other);
  linear.in[0] = at.step(name).in[0];
  linear.out = name;
  return part::replace(name, {linear});
}

Variants swapped(const MistakeCase& at, const std::string& a, const std::string& b) {
  if (!has_projections(at)) return {};
  return {part::variant({with_weights_of(at, a, b), with_weights_of(at, b, a)})};
}

Variants swapped_q_k(const MistakeCase& at) {
  return swapped(at, "Q", "K");
}
Variants swapped_k_v(const MistakeCase& at) {
  return swapped(at, "K", "V");
}
Variants swapped_q_v(const MistakeCase& at) {
  return swapped(at, "Q", "V");
}

Variants shared_weight(const MistakeCase& at) {
  if (!has_projections(at)) return {};
  Variants variants;
  for (const std::string& name : projected) {
    for (const std::string& other : projected) {
      if (name == other) continue;
      variants.push_back(
          part::variant({with_weights_of(at, name, other)}, fmt::format("{} ← {}", name, other)));
    }
  }
  return variants;
}

Edit without_bias(const MistakeCase& at, const std::string& out) {
  Step linear = at.step(out);
  linear.in.resize(2);
  return part::replace(out, {linear});
}

Variants biases_omitted(const MistakeCase& at) {
  std::vector<std::string> biased;
  for (const std::string& name : projected) {
    if (at.has(name) && at.step(name).op == "linear" && at.step(name).in.size() > 2) {
      biased.push_back(name);
    }
  }
  if (biased.empty()) return {};
  Variants variants = at_each(at, biased, without_bias);
  if (at.has("output") && at.step("output").in.size() > 2) {
    std::vector<Edit> all{without_bias(at, "output")};
    for (const std::string& name : biased) all.push_back(without_bias(at, name));
    variants.push_back(part::variant(all));
  }
  return variants;
}

Edit activated(const MistakeCase& at, const std::string& out) {
  Step linear = at.step(out);
  linear.out = out + "_linear";
  return part::replace(out, {linear, part::step("relu", {linear.out}, out)});
}

Variants activated_projections(const MistakeCase& at) {
  return has_projections(at) ? at_each(at, projected, activated) : Variants{};
}

bool is_cross(const MistakeCase& at) {
  return has_projections(at) && at.step("Q").in[0] != at.step("K").in[0];
}

Edit from_queries(const MistakeCase& at, const std::string& name) {
  Step linear = at.step(name);
  linear.in[0] = at.step("Q").in[0];
  return part::replace(name, {linear});
}

Variants memory_ignored(const MistakeCase& at) {
  return is_cross(at) ? at_each(at, {"K", "V"}, from_queries) : Variants{};
}

}  // namespace

std::vector<Mistake> projection_mistakes() {
  return {
      {"P1",
       "Q",
       {"a weight stored out_in is used as x·W instead of x·Wᵀ",
        "按 out_in 存放的权重被当成 x·W 来用，而不是 x·Wᵀ"},
       {"nn.Linear stores [out, in]: transpose it before multiplying",
        "nn.Linear 按 [out, in] 存放：相乘之前先转置"},
       "Q = x @ W_q.T + b_q",
       {"a symmetric weight hides it", "权重对称时看不出来"},
       untransposed},
      {"P2",
       "Q",
       {"a weight stored in_out is used as x·Wᵀ instead of x·W",
        "按 in_out 存放的权重被当成 x·Wᵀ 来用，而不是 x·W"},
       {"this weight is [in, out] (as GPT-2's Conv1D): multiply by it as it is",
        "这个权重是 [in, out]（GPT-2 的 Conv1D 也是这样）：直接相乘即可"},
       "Q = x @ W_q + b_q",
       {"a symmetric weight hides it", "权重对称时看不出来"},
       transposed},
      {"P3",
       "Q",
       {"the fused q, k, v weight is cut in the wrong order: head by head instead of one after the "
        "other, or the reverse",
        "合在一起的 q、k、v 权重切错了顺序：按头切成了按整块切，或者反过来"},
       {"find out whether the rows are [3, heads, d_k] or [heads, 3, d_k] and cut them so",
        "弄清楚各行是按 [3, heads, d_k] 还是 [heads, 3, d_k] 排的，照着切"},
       "q, k, v = F.view(3, heads, d_k, d_model)",
       {"one head hides it", "只有一个头时看不出来"},
       fused_by_head},
      {"P5",
       "Q",
       {"the weights of queries and keys are exchanged", "查询和键的权重互换了"},
       {"Q takes W_q, K takes W_k", "Q 用 W_q，K 用 W_k"},
       "Q, K = x @ W_q, x @ W_k",
       {"equal weights hide it", "两个权重相同时看不出来"},
       swapped_q_k},
      {"P6",
       "K",
       {"keys and values are exchanged, as by passing them in another order",
        "键和值互换了，例如传参的次序不对"},
       {"look at the order of arguments: query, key, value", "检查传参的次序：query、key、value"},
       "attention(query=Q, key=K, value=V)",
       {"equal weights hide it", "两个权重相同时看不出来"},
       swapped_k_v},
      {"P6b",
       "Q",
       {"queries and values are exchanged", "查询和值互换了"},
       {"look at the order of arguments: query, key, value", "检查传参的次序：query、key、value"},
       "attention(query=Q, key=K, value=V)",
       {"equal weights hide it", "两个权重相同时看不出来"},
       swapped_q_v},
      {"P9",
       "Q",
       {"a projection uses the weight of another one", "某个投影用了另一个投影的权重"},
       {"Q takes W_q, K takes W_k, V takes W_v", "Q 用 W_q，K 用 W_k，V 用 W_v"},
       "Q, K, V = x @ W_q, x @ W_k, x @ W_v",
       {"equal weights hide it", "权重相同时看不出来"},
       shared_weight},
      {"P7",
       "Q",
       {"the bias of a projection is left out", "投影漏加了偏置"},
       {"add the bias after the product", "相乘之后加上偏置"},
       "Q = x @ W_q + b_q",
       {"b_k alone can't be seen from the weights on: softmax ignores what is the same along a row",
        "只漏 b_k 时，从权重往后都看不出来：softmax 不受整行相同的量影响"},
       biases_omitted},
      {"P8",
       "Q",
       {"a ReLU is applied after the projections", "投影之后多做了一次 ReLU"},
       {"the projections are linear: no activation", "投影是线性的，不要激活函数"},
       "Q = x @ W_q + b_q",
       {"projections without negative numbers hide it", "投影结果没有负数时看不出来"},
       activated_projections},
      {"P10",
       "K",
       {"keys or values come from x instead of the memory", "键或值来自 x，而不是 memory"},
       {"in cross-attention K and V are projections of the memory",
        "交叉注意力里，K 和 V 是 memory 的投影"},
       "K, V = memory @ W_k, memory @ W_v",
       {"lengths that differ make it an error of shapes", "两边长度不同时会直接报形状错误"},
       memory_ignored},
  };
}

}  // namespace headtrace
