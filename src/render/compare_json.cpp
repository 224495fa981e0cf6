#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/compare_text.hpp"
#include "render/json_value.hpp"

namespace headtrace {
namespace {

using Verdict = TensorPair::Verdict;

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::values:
      return "values";
    case Verdict::shape:
      return "shape";
    case Verdict::only_base:
      return "only_lesson";
    case Verdict::only_other:
      break;
  }
  return "only_variant";
}

std::string shape_json(const Tensor* tensor) {
  return tensor == nullptr ? "null" : json_indices(tensor->shape());
}

std::string difference_json(const Difference& found) {
  std::vector<std::string> heads;
  for (const HeadDifference& head : found.heads) {
    heads.push_back(fmt::format(R"({{"head": {}, "count": {}, "mismatched": {}, "max_abs": {}}})",
                                head.head, head.count, head.mismatched,
                                json_number(head.greatest)));
  }
  return fmt::format(
      R"(, "count": {}, "mismatched": {}, "max_abs": {}, "where": {}, "lesson_value": {}, )"
      R"("variant_value": {}, "max_rel": {}, "where_rel": {}, "heads": [{}])",
      found.count, found.mismatched, json_number(found.greatest), json_indices(found.where),
      json_number(found.expected), json_number(found.got), json_number(found.greatest_relative),
      json_indices(found.where_relative), fmt::join(heads, ", "));
}

std::string pair_json(const TensorPair& pair, const std::string& names) {
  return fmt::format(R"({{{}, "verdict": "{}", "lesson_shape": {}, "variant_shape": {}{}}})", names,
                     verdict_name(pair.verdict), shape_json(pair.base), shape_json(pair.other),
                     pair.difference ? difference_json(*pair.difference) : "");
}

}  // namespace

std::string compare_json(const Compared& what, const Comparison& comparison) {
  std::vector<std::string> tensors;
  for (const TensorPair& pair : comparison.tensors) {
    tensors.push_back("    " + pair_json(pair, "\"name\": " + json_string(pair.name)));
  }
  const std::string names =
      fmt::format(R"("lesson": {}, "variant": {})", json_string(comparison.result.name),
                  json_string(comparison.other_result));
  return fmt::format(
      "{{\n  \"lesson\": {},\n  \"variant\": {},\n  \"same\": {},\n  \"first\": {},\n"
      "  \"tensors\": [\n{}\n  ],\n  \"result\": {},\n"
      "  \"parameters\": {{\"lesson\": {}, \"variant\": {}}},\n"
      "  \"flops\": {{\"lesson\": {:.0f}, \"variant\": {:.0f}}}\n}}\n",
      json_string(what.lesson), json_string(what.variant), comparison.same(),
      comparison.first ? json_string(comparison.tensors[*comparison.first].name) : "null",
      fmt::join(tensors, ",\n"), pair_json(comparison.result, names), comparison.base_parameters,
      comparison.other_parameters, comparison.base_flops, comparison.other_flops);
}

}  // namespace headtrace
