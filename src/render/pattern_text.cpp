#include <fmt/format.h>

#include "render/diagnose_text.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"

namespace headtrace {

namespace {

const Text unknown_mistake{"no known mistake gives these numbers",
                           "没有哪个已知的错误会得出这些数"};

}  // namespace

Text pattern_text(const Pattern& pattern) {
  const std::string number = terse(pattern.number, 4);
  switch (pattern.kind) {
    case Pattern::Kind::constant_ratio:
      return {fmt::format("every number is {} times what it should be: a scale", number),
              fmt::format("每个数都是应有值的 {} 倍：缩放有问题", number)};
    case Pattern::Kind::ratio_or_zero:
      return {
          fmt::format("every number is 0 or {} times what it should be: dropout is on, with p = "
                      "{}; switch it off with model.eval()",
                      number, terse(1 - 1 / pattern.number, 3)),
          fmt::format("每个数要么是 0，要么是应有值的 {} 倍：dropout 开着，p = {}；用 "
                      "model.eval() 关掉它",
                      number, terse(1 - 1 / pattern.number, 3))};
    case Pattern::Kind::constant_shift:
      return {"the difference is the same vector at every position: a bias is missing or doubled",
              "每个位置的差都是同一个向量：少加或多加了偏置"};
    case Pattern::Kind::sums_along_axis:
      return {
          fmt::format("the weights add up to 1 along {} instead of along the keys", pattern.axis),
          fmt::format("权重沿 {} 加起来是 1，而不是沿键的方向", pattern.axis)};
    case Pattern::Kind::transposed:
      return {"row and column are exchanged in the last two axes", "最后两个轴的行和列对调了"};
    case Pattern::Kind::same_by_token:
      return {"each position has the right numbers in another order: the features are permuted",
              "每个位置的数都对，只是次序变了：特征被打乱了"};
    case Pattern::Kind::same_by_item:
      return {
          "each batch item has the right numbers, but not each position: the positions are mixed "
          "up, as by a view without a transpose",
          "每个样本的数都对，但各个位置的不对：位置之间串了，像是漏了转置就 view"};
    case Pattern::Kind::same_overall:
      return {"the right numbers are all there, spread over other batch items",
              "数都对，但跑到别的样本里去了"};
    case Pattern::Kind::heads_averaged:
      return {"it is the mean over the heads", "这是各个头的平均"};
    case Pattern::Kind::rows_not_a_number:
      return {
          fmt::format("{} rows hold NaN: a softmax had nothing but -inf to look at, or exp "
                      "overflowed",
                      pattern.count),
          fmt::format("{} 行含有 NaN：softmax 的一行全是 -inf，或者 exp 溢出了", pattern.count)};
    case Pattern::Kind::no_negative:
      return {"what should be negative is 0: a ReLU that doesn't belong here",
              "本该是负的都成了 0：多了一个不该有的 ReLU"};
    case Pattern::Kind::one_head_wrong:
      return {fmt::format("only head {} is wrong", pattern.count),
              fmt::format("只有头 {} 不对", pattern.count)};
    case Pattern::Kind::missing_axis:
      return {"it has another number of axes", "轴的数目不对"};
    case Pattern::Kind::nothing:
      break;
  }
  return {};
}

std::string finding_sentence(const Finding& finding, Lang lang) {
  if (finding.mistake != nullptr) {
    const std::string& what = finding.mistake->what.in(lang);
    return finding.variant.empty() ? what : fmt::format("{} ({})", what, finding.variant);
  }
  std::string sentence = unknown_mistake.in(lang);
  for (const Pattern& pattern : finding.patterns) {
    sentence += phrase::semicolon.in(lang) + pattern_text(pattern).in(lang);
  }
  return sentence;
}

}  // namespace headtrace
