#include <fmt/format.h>

#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

namespace headtrace {
namespace {

using Variants = std::vector<Variant>;

bool has_weights(const MistakeCase& at) {
  return at.has("weights") && at.step("weights").op == "softmax";
}

Variants softmax_over(const MistakeCase& at, const std::string& axis) {
  if (!has_weights(at)) return {};
  Step softmax = at.step("weights");
  softmax.params.set("axis", {axis, {}});
  return {part::variant({part::replace("weights", {softmax})})};
}

Variants over_queries(const MistakeCase& at) {
  return softmax_over(at, "2");
}
Variants over_heads(const MistakeCase& at) {
  return softmax_over(at, "1");
}
Variants over_batch(const MistakeCase& at) {
  return softmax_over(at, "0");
}

Variants no_softmax(const MistakeCase& at) {
  if (!has_weights(at)) return {};
  return {
      part::variant({part::replace("weights", {part::same(at.step("weights").in[0], "weights")})})};
}

/// The weights' mean over the heads under their name; the heads themselves go on as they should.
Variants averaged(const MistakeCase& at) {
  if (!has_weights(at) || !at.has("heads") || at.dim("heads") < 2) return {};
  Step softmax = at.step("weights");
  softmax.out = "weights_by_head";
  std::vector<Step> steps{softmax};
  std::string sum;
  for (Index head = 0; head < at.dim("heads"); ++head) {
    const std::string own = fmt::format("weights_of_{}", head);
    Params range = part::text("axis", "1");
    range.set("start", {static_cast<double>(head), {}});
    range.set("stop", {static_cast<double>(head + 1), {}});
    steps.push_back(part::step("slice", {softmax.out}, own, range));
    if (head == 0) {
      sum = own;
      continue;
    }
    const std::string next = fmt::format("weights_to_{}", head);
    steps.push_back(part::step("add", {sum, own}, next));
    sum = next;
  }
  steps.push_back(part::step("scale", {sum}, "weights",
                             part::number("by", 1 / static_cast<double>(at.dim("heads")))));
  Step heads = at.step("heads");
  heads.in[0] = softmax.out;
  return {part::variant({part::replace("weights", steps), part::replace("heads", {heads})})};
}

Variants transposed_weights(const MistakeCase& at) {
  if (!at.has("heads") || at.step("heads").op != "matmul") return {};
  Step product = at.step("heads");
  const std::string weights = product.in[0];
  product.in[0] = weights + "_turned";
  product.out = "heads_by_key";
  return {part::variant({part::replace(
      "heads", {part::transpose(weights, product.in[0], "2", "3"), product,
                part::view(product.out, "heads", {"batch", "heads", "seq", "d_v"})})})};
}

}  // namespace

std::vector<Mistake> weight_mistakes() {
  const Text last_axis{"softmax runs over the keys, the last axis",
                       "softmax 要沿键的方向，也就是最后一个轴"};
  const std::string line = "weights = torch.softmax(scores, dim=-1)";
  return {
      {"F1",
       "weights",
       {"the softmax runs over the queries: columns add up to 1 instead of rows",
        "softmax 沿查询方向做了：加到 1 的是列，而不是行"},
       last_axis,
       line,
       {"one position hides it", "只有一个位置时看不出来"},
       over_queries},
      {"F2",
       "weights",
       {"the softmax runs over the heads", "softmax 沿头的方向做了"},
       last_axis,
       line,
       {},
       over_heads},
      {"F3",
       "weights",
       {"the softmax runs over the batch", "softmax 沿批次方向做了"},
       last_axis,
       line,
       {"with one head it can't be told from F2 unless the batch is larger than 1",
        "只有一个头时，批次大于 1 才能与 F2 区分"},
       over_batch},
      {"F8",
       "weights",
       {"the softmax is left out", "漏掉了 softmax"},
       last_axis,
       line,
       {},
       no_softmax},
      {"F7",
       "weights",
       {"the weights are averaged over the heads", "权重在各个头之间取了平均"},
       {"ask for the weights of each head", "要每个头各自的权重"},
       "attn(x, x, x, average_attn_weights=False)",
       {"one head hides it", "只有一个头时看不出来"},
       averaged},
      {"V1",
       "heads",
       {"the weights are transposed before they are multiplied with V",
        "权重在乘以 V 之前被转置了"},
       {"rows of weights are queries: weights @ V", "权重的行是查询：weights @ V"},
       "heads = weights @ V_heads",
       {"symmetric weights, or one position, hide it", "权重对称，或只有一个位置时看不出来"},
       transposed_weights},
  };
}

}  // namespace headtrace
