#include <cmath>

#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

namespace headtrace {
namespace {

using Variants = std::vector<Variant>;

Variants scaled_by(const MistakeCase& at, double factor) {
  if (!at.has("scaled")) return {};
  const std::string& scores = at.step("scaled").in[0];
  return {part::variant({part::replace(
      "scaled", {part::step("scale", {scores}, "scaled", part::number("by", factor))})})};
}

double root(const MistakeCase& at, const std::string& dim) {
  return std::sqrt(static_cast<double>(at.dim(dim)));
}

Variants unscaled(const MistakeCase& at) {
  return scaled_by(at, 1);
}
Variants by_d_model(const MistakeCase& at) {
  return scaled_by(at, 1 / root(at, "d_model"));
}
Variants by_d_k(const MistakeCase& at) {
  return scaled_by(at, 1 / static_cast<double>(at.dim("d_k")));
}
Variants multiplied(const MistakeCase& at) {
  return scaled_by(at, root(at, "d_k"));
}

Variants by_other_size(const MistakeCase& at) {
  Variants variants;
  for (const char* dim : {"seq", "key_seq", "heads"}) {
    for (Variant& variant : scaled_by(at, 1 / root(at, dim))) {
      variant.id = dim;
      variants.push_back(std::move(variant));
    }
  }
  return variants;
}

Variants keys_by_queries(const MistakeCase& at) {
  if (!at.has("scores") || at.step("scores").op != "matmul") return {};
  Step step = at.step("scores");
  std::swap(step.in[0], step.in[1]);
  return {part::variant({part::replace("scores", {step})})};
}

/// softmax first, then the scale.
Variants scaled_after_softmax(const MistakeCase& at) {
  if (!at.has("scaled") || !at.has("weights")) return {};
  Step softmax = at.step("weights");
  softmax.out = "weights_unscaled";
  const Step scale =
      part::step("scale", {softmax.out}, "weights", part::number("by", 1 / root(at, "d_k")));
  return {part::variant({part::replace("scaled", {part::same(at.step("scaled").in[0], "scaled")}),
                         part::replace("weights", {softmax, scale})})};
}

/// q divided by √d_k before the product: the scores come out scaled, which is as right.
Variants queries_scaled(const MistakeCase& at) {
  if (!at.has("scaled") || !at.has("scores") || !at.has("Q_heads")) return {};
  Step heads = at.step("Q_heads");
  heads.out = "Q_heads_unscaled";
  const Step scale =
      part::step("scale", {heads.out}, "Q_heads", part::number("by", 1 / root(at, "d_k")));
  return {part::variant({part::replace("Q_heads", {heads, scale}),
                         part::replace("scaled", {part::same("scores", "scaled")})})};
}

/// The division is already in what is called scores.
Variants scores_scaled(const MistakeCase& at) {
  if (!at.has("scaled") || !at.has("scores")) return {};
  Step product = at.step("scores");
  product.out = "scores_unscaled";
  const Step scale =
      part::step("scale", {product.out}, "scores", part::number("by", 1 / root(at, "d_k")));
  return {part::variant({part::replace("scores", {product, scale}),
                         part::replace("scaled", {part::same("scores", "scaled")})})};
}

const Text by_root{"divide by √d_k, the root of one head's width",
                   "要除以 √d_k，也就是一个头的宽度的平方根"};
const std::string by_root_line = "scores = Q_heads @ K_heads.transpose(-2, -1) / math.sqrt(d_k)";
const Text no_width{"d_k = 1 hides it", "d_k = 1 时看不出来"};

}  // namespace

std::vector<Mistake> score_mistakes() {
  return {
      {"as-right-scores",
       "scores",
       {"`scores` are already divided by √d_k, which is as right",
        "`scores` 里已经除过 √d_k，同样正确"},
       {},
       {},
       {},
       scores_scaled,
       false},
      {"as-right-queries",
       "Q_heads",
       {"the queries are divided by √d_k instead of the scores, which is as right",
        "除以 √d_k 的是查询而不是分数，同样正确"},
       {},
       {},
       {},
       queries_scaled,
       false},
      {"C6",
       "scores",
       {"K·Qᵀ instead of Q·Kᵀ: the scores are transposed", "算成了 K·Qᵀ，而不是 Q·Kᵀ：分数转置了"},
       {"queries are the rows: multiply Q by K transposed", "行应该是查询：用 Q 乘以转置的 K"},
       "scores = Q_heads @ K_heads.transpose(-2, -1)",
       {"one position hides it", "只有一个位置时看不出来"},
       keys_by_queries},
      {"C1",
       "scaled",
       {"the scores are not divided by √d_k", "分数没有除以 √d_k"},
       by_root,
       by_root_line,
       no_width,
       unscaled},
      {"C2",
       "scaled",
       {"the scores are divided by √d_model instead of √d_k", "分数除以了 √d_model，而不是 √d_k"},
       by_root,
       by_root_line,
       {"where heads = d_k it can't be told from C3; one head hides it",
        "heads = d_k 时与 C3 无法区分；只有一个头时看不出来"},
       by_d_model},
      {"C3",
       "scaled",
       {"the scores are divided by d_k, without the root (or twice by √d_k)",
        "分数除以了 d_k，没有开方（或者除了两次 √d_k）"},
       by_root,
       by_root_line,
       {"where heads = d_k it can't be told from C2; d_k = 1 hides it",
        "heads = d_k 时与 C2 无法区分；d_k = 1 时看不出来"},
       by_d_k},
      {"C4",
       "scaled",
       {"the scores are multiplied by √d_k instead of divided", "分数乘以了 √d_k，而不是除以"},
       by_root,
       by_root_line,
       no_width,
       multiplied},
      {"C5",
       "scaled",
       {"the scores are divided by the root of another size than d_k",
        "分数除以了别的大小的平方根，而不是 √d_k"},
       by_root,
       by_root_line,
       {"a size that equals d_k hides it", "那个大小恰好等于 d_k 时看不出来"},
       by_other_size},
      {"C7",
       "weights",
       {"the scale is applied after the softmax", "缩放放在了 softmax 之后"},
       {"divide the scores, then take the softmax", "先除，再做 softmax"},
       "weights = torch.softmax(scores / math.sqrt(d_k), dim=-1)",
       no_width,
       scaled_after_softmax},
  };
}

}  // namespace headtrace
