#include <fmt/format.h>

#include "study/mistakes/mistake.hpp"
#include "study/mistakes/parts.hpp"

namespace headtrace {
namespace {

using Variants = std::vector<Variant>;

bool has_merge(const MistakeCase& at) {
  return at.has("heads") && at.has("concat") && at.step("concat").op == "view" &&
         at.dim("heads") > 1;
}

Variants merged_straight(const MistakeCase& at) {
  if (!has_merge(at)) return {};
  return {part::variant({part::replace(
      "concat", {part::same("heads", "heads_laid_out"),
                 part::view("heads_laid_out", "concat", {"batch", "seq", "heads*d_v"})})})};
}

Variants merged_by_feature(const MistakeCase& at) {
  if (!has_merge(at)) return {};
  return {part::variant({part::replace(
      "concat", {part::transpose("heads", "heads_turned", "1", "2"),
                 part::transpose("heads_turned", "heads_last", "2", "3"),
                 part::same("heads_last", "heads_laid_out"),
                 part::view("heads_laid_out", "concat", {"batch", "seq", "heads*d_v"})})})};
}

Variants merged_along_time(const MistakeCase& at) {
  if (!has_merge(at)) return {};
  return {part::variant({part::replace(
      "concat", {part::same("heads", "heads_laid_out"),
                 part::view("heads_laid_out", "concat", {"batch", "heads*seq", "d_v"})})})};
}

Variants added_heads(const MistakeCase& at) {
  if (!has_merge(at)) return {};
  Variants variants;
  for (const bool mean : {false, true}) {
    std::vector<Step> steps;
    std::string sum;
    for (Index head = 0; head < at.dim("heads"); ++head) {
      const std::string own = fmt::format("head_{}_alone", head);
      Params range = part::text("axis", "1");
      range.set("start", {static_cast<double>(head), {}});
      range.set("stop", {static_cast<double>(head + 1), {}});
      steps.push_back(part::step("slice", {"heads"}, own, range));
      if (head > 0)
        steps.push_back(part::step("add", {sum, own}, fmt::format("heads_to_{}", head)));
      sum = head > 0 ? fmt::format("heads_to_{}", head) : own;
    }
    const double factor = mean ? 1 / static_cast<double>(at.dim("heads")) : 1;
    steps.push_back(part::step("scale", {sum}, "heads_sum", part::number("by", factor)));
    steps.push_back(part::view("heads_sum", "concat", {"batch", "seq", "d_v"}));
    variants.push_back(part::variant({part::replace("concat", steps)}));
  }
  return variants;
}

bool has_output(const MistakeCase& at) {
  return at.has("output") && at.step("output").op == "linear";
}

Variants no_projection(const MistakeCase& at) {
  if (!has_output(at)) return {};
  return {
      part::variant({part::replace("output", {part::same(at.step("output").in[0], "output")})})};
}

Variants misread_output(const MistakeCase& at) {
  if (!has_output(at)) return {};
  Step linear = at.step("output");
  const Input* weight = at.pipeline.find_input(linear.in[1]);
  if (weight == nullptr) return {};
  linear.in[1] = weight->name + "_misread";
  const bool out_in = weight->layout == WeightLayout::out_in;
  const Step turn = out_in ? part::view(weight->name, linear.in[1],
                                        {fmt::format("{}", weight->axes[0].size),
                                         fmt::format("{}", weight->axes[1].size)})
                           : part::transpose(weight->name, linear.in[1], "0", "1");
  return {part::variant({part::replace("output", {turn, linear})})};
}

Variants no_output_bias(const MistakeCase& at) {
  if (!has_output(at) || at.step("output").in.size() < 3) return {};
  Step linear = at.step("output");
  linear.in.resize(2);
  return {part::variant({part::replace("output", {linear})})};
}

}  // namespace

std::vector<Mistake> output_mistakes() {
  const Text back{"exchange the axes of heads and positions first, then merge heads and d_v",
                  "先把头和位置两个轴换回来，再合并 heads 和 d_v"};
  const std::string line = "concat = heads.transpose(1, 2).contiguous().view(batch, seq, d_model)";
  return {
      {"K1",
       "concat",
       {"the heads are merged without bringing their axis back behind the positions",
        "没有把头的轴换回到位置之后，就合并了"},
       back,
       line,
       {"one head or one position hides it", "只有一个头或一个位置时看不出来"},
       merged_straight},
      {"K2",
       "concat",
       {"the heads' features are interleaved: feature k of every head side by side",
        "各个头的特征交错拼接：每个头的第 k 个特征排在一起"},
       back,
       line,
       {"one head, or d_v = 1, hides it", "只有一个头，或 d_v = 1 时看不出来"},
       merged_by_feature},
      {"K4",
       "concat",
       {"the heads are added or averaged instead of concatenated",
        "各个头被相加或取平均，而不是拼接"},
       back,
       line,
       {"one head hides it", "只有一个头时看不出来"},
       added_heads},
      {"K5",
       "concat",
       {"the heads are put one after the other along the positions", "各个头沿位置方向接在了一起"},
       back,
       line,
       {"one head hides it", "只有一个头时看不出来"},
       merged_along_time},
      {"O1",
       "output",
       {"the output projection W_o is missing", "缺少输出投影 W_o"},
       {"multiply the concatenation by W_o", "拼接之后乘以 W_o"},
       "output = concat @ W_o + b_o",
       {"W_o = identity hides it", "W_o 是单位矩阵时看不出来"},
       no_projection},
      {"O2",
       "output",
       {"W_o is used transposed", "W_o 用反了，多转置或少转置了一次"},
       {"look at its layout: nn.Linear stores [out, in]",
        "看看它的存法：nn.Linear 按 [out, in] 存放"},
       "output = concat @ W_o + b_o",
       {"a symmetric W_o hides it", "W_o 对称时看不出来"},
       misread_output},
      {"O3",
       "output",
       {"the bias of the output projection is left out", "输出投影漏加了偏置"},
       {"add b_o after the product", "相乘之后加上 b_o"},
       "output = concat @ W_o + b_o",
       {"a bias of zero hides it", "偏置为零时看不出来"},
       no_output_bias},
  };
}

}  // namespace headtrace
