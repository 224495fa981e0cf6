#include <limits>

#include "study/mistakes/mask_parts.hpp"
#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

// What is done with the scores that a mask hides.
namespace headtrace {
namespace {

using Variants = std::vector<Variant>;

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// A number added to each score: what `change` makes of the mask.
Variants added(const MistakeCase& at, double (*change)(double)) {
  if (!part::is_masked(at)) return {};
  Tensor numbers = Tensor::of("", at.keep->axes(), at.keep->values());
  for (Index i = 0; i < numbers.size(); ++i) numbers.data()[i] = change(numbers.data()[i]);
  return {part::variant(
      {part::add_input("added", numbers),
       part::replace("masked", {part::step("add", {part::unmasked(at), "added"}, "masked")})})};
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
  if (!part::is_masked(at)) return {};
  Variants variants;
  for (double fill : fills) {
    Step mask = at.step("masked");
    mask.params.set("fill", {fill, {}});
    variants.push_back(part::variant({part::replace("masked", {mask})}));
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
  if (!part::is_masked(at)) return {};
  return {part::variant({part::replace("masked", {part::same(part::unmasked(at), "masked")})})};
}

/// softmax of all scores, then the mask sets weights to 0.
Variants masked_after_softmax(const MistakeCase& at) {
  if (!part::is_masked(at) || !at.has("weights")) return {};
  Step softmax = at.step("weights");
  softmax.out = "weights_unmasked";
  Step mask = at.step("masked");
  mask.in[0] = softmax.out;
  mask.out = "weights";
  mask.params.set("fill", {0.0, {}});
  return {part::variant({part::replace("masked", {part::same(part::unmasked(at), "masked")}),
                         part::replace("weights", {softmax, mask})})};
}

}  // namespace

std::vector<Mistake> mask_mistakes() {
  return {
      {"as-right-fill",
       "masked",
       {"masked scores hold a large negative number instead of -inf, which is as right while every "
        "query sees a key",
        "被遮住的分数用的是绝对值很大的负数而不是 -inf，只要每个查询都看得到某个键，就同样正确"},
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
       part::fill_line,
       part::nothing_masked,
       dropped_mask},
      {"M6",
       "masked",
       {"the mask is applied after the softmax, and the rows are not brought back to a sum of 1",
        "掩码放在了 softmax 之后，而且没有让每行重新加到 1"},
       part::hide_keys,
       part::fill_line,
       part::nothing_masked,
       masked_after_softmax},
      {"M2",
       "masked",
       {"the mask of 0 and 1 is added to the scores as if it held -inf",
        "把 0/1 掩码当成 -inf 掩码加到了分数上"},
       {"turn it into 0 and -inf before adding it, or use masked_fill",
        "先换成 0 和 -inf 再相加，或者用 masked_fill"},
       part::fill_line,
       {"a mask that is the same everywhere hides it", "掩码处处相同时看不出来"},
       mask_added},
      {"M3",
       "masked",
       {"the scores are multiplied by the mask: hidden scores become 0, and e⁰ = 1 is no small "
        "weight",
        "分数乘以了掩码：被遮的分数变成 0，而 e⁰ = 1 并不是小权重"},
       part::hide_keys,
       part::fill_line,
       {"where nothing is masked it can't be seen; from M4 it differs by 1e-9 only",
        "没有任何位置被遮住时看不出来；与 M4 只差 1e-9"},
       multiplied_by_mask},
      {"M4",
       "masked",
       {"the fill is 1e-9 or -1e-9 instead of -1e9", "填充值写成了 1e-9 或 -1e-9，而不是 -1e9"},
       part::hide_keys,
       part::fill_line,
       {"where nothing is masked it can't be seen; from M3 it differs by 1e-9 only",
        "没有任何位置被遮住时看不出来；与 M3 只差 1e-9"},
       tiny_fill},
      {"M18",
       "masked",
       {"the fill is +inf instead of -inf", "填充值写成了 +inf，而不是 -inf"},
       part::hide_keys,
       part::fill_line,
       part::nothing_masked,
       filled_with_infinity},
  };
}

}  // namespace headtrace
