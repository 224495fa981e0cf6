#include "trace/gradient_notation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headtrace {
namespace {

struct Row {
  const char* op;
  std::size_t input;
  const char* formula;
  const char* formula_zh = "";
};

constexpr std::size_t each = 9;  ///< the rule is the same for every input

/// Rules that don't depend on the step's parameters.
const std::vector<Row>& rows() {
  static const std::vector<Row> table{
      {"linear", 2, "Σ {dy}"},
      {"view", 0, "view({dy})"},
      {"transpose", 0, "transpose({dy})"},
      {"contiguous", 0, "{dy}"},
      {"add", each, "{dy}"},
      {"slice", 0, "{dy} in its place, 0 elsewhere", "{dy} 放回原处，其余为 0"},
      {"concat", each, "its part of {dy}", "{dy} 里属于它的那一段"},
      {"mask", 0, "{dy} where allowed, else 0", "{dy}（允许的地方），其余为 0"},
      {"mask", 1, "0"},
      {"softmax", 0, "{y}·({dy} − Σ {dy}·{y})"},
      {"relu", 0, "{dy} where {0} > 0, else 0", "{dy}（{0} > 0 的地方），其余为 0"},
      {"gelu", 0, "{dy}·gelu′({0})"},
      {"layer_norm", 1, "Σ {dy}·n, n = normed {0}", "Σ {dy}·n，n 是归一化后的 {0}"},
      {"layer_norm", 2, "Σ {dy}"},
      {"sum", 0, "{dy} for every element", "每个元素都是 {dy}"},
      {"mse", 0, "2·({0} − {1})/n·{dy}"},
      {"mse", 1, "2·({1} − {0})/n·{dy}"},
      {"cross_entropy", 0, "(softmax({0}) − {1})/n·{dy}"},
      {"cross_entropy", 1, "−log softmax({0})/n·{dy}"},
  };
  return table;
}

/// y = x·W: dx = dy·Wᵀ and dW = xᵀ·dy; where W is stored transposed, dx = dy·W and dW = dyᵀ·x.
Text product_rule(bool transposed, std::size_t input) {
  if (input == 0) return {transposed ? "{dy}·{1}" : "{dy}·{1}ᵀ", ""};
  return {transposed ? "{dy}ᵀ·{0}" : "{0}ᵀ·{dy}", ""};
}

Text norm_rule(bool scaled) {
  const std::string dn = scaled ? "{dy}·{1}" : "{dy}";
  return {"(dn − mean(dn) − n·mean(dn·n))/√(variance + eps), dn = " + dn + ", n = normed {0}",
          "(dn − mean(dn) − n·mean(dn·n))/√(variance + eps)，dn = " + dn + "，n 是归一化后的 {0}"};
}

Text formula_of(const PlannedStep& step, std::size_t input) {
  const std::string& op = step.step.op;
  const Params& params = step.step.params;
  if (op == "linear" && input < 2) {
    return product_rule(step.inputs[1].layout == WeightLayout::out_in, input);
  }
  if (op == "matmul") return product_rule(params.flag("transpose_b", false), input);
  if (op == "scale") return {fmt::format("{{dy}}·({})", params.text("by")), ""};
  if (op == "layer_norm" && input == 0) return norm_rule(step.inputs.size() > 1);
  if (op == "dropout") return {params.flag("training", false) ? "{dy}·keep/(1 − p)" : "{dy}", ""};
  const auto row = std::ranges::find_if(rows(), [&](const Row& candidate) {
    return candidate.op == op && (candidate.input == input || candidate.input == each);
  });
  if (row == rows().end()) return {"{dy}·d" + op, ""};
  return {row->formula, row->formula_zh};
}

}  // namespace

bool BackwardRule::reads(std::size_t input) const {
  return formula.en.find(fmt::format("{{{}}}", input)) != std::string::npos;
}

bool BackwardRule::reads_result() const {
  return formula.en.find("{y}") != std::string::npos;
}

BackwardRule backward_rule(const PlannedStep& step, std::size_t input) {
  return {formula_of(step, input)};
}

}  // namespace headtrace
