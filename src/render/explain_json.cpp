#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <vector>

#include "render/formula_text.hpp"
#include "render/json.hpp"
#include "render/json_value.hpp"

namespace headtrace {
namespace {

const NumberStyle round_trip{17, true, std::numeric_limits<std::size_t>::max()};

std::string joined(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string reads_json(const std::vector<Operand>& reads, const std::vector<Tensor>& operands) {
  std::vector<std::string> items;
  for (const Operand& read : reads) {
    items.push_back(fmt::format(R"({{"tensor": {}, "cell": {}, "value": {}}})",
                                json_string(operands[read.input].name()), json_indices(read.cell),
                                json_number(read.value)));
  }
  return joined(items);
}

}  // namespace

std::string explain_json(const Trace& trace, const Tensor& tensor, const TraceStep* step,
                         const Sizes& cell, const Explanation& why) {
  const std::vector<Tensor> operands = step ? trace.operands(*step) : std::vector<Tensor>{};
  std::vector<std::string> terms;
  for (const Term& term : why.terms) {
    const auto filled = fill_pattern(term.pattern, term.reads, why.stages, round_trip, true);
    terms.push_back(fmt::format(R"({{"text": {}, "value": {}, "reads": {}, "head": {}}})",
                                json_string(filled.text), json_number(term.value),
                                reads_json(term.reads, operands),
                                term.head ? fmt::format("{}", *term.head) : "null"));
  }
  std::vector<std::string> groups;
  for (const HeadSum& group : why.groups) {
    groups.push_back(
        fmt::format(R"({{"head": {}, "sum": {}}})", group.head, json_number(group.sum)));
  }
  std::vector<std::string> stages;
  for (const Stage& stage : why.stages) {
    const auto filled = fill_pattern(stage.pattern, stage.reads, why.stages, round_trip, true);
    stages.push_back(fmt::format(R"({{"name": {}, "text": {}, "value": {}}})",
                                 json_string(stage.name), json_string(filled.text),
                                 json_number(stage.value)));
  }
  const std::string reason =
      why.reason.empty() ? "null"
                         : fmt::format(R"({{"en": {}, "zh": {}}})", json_string(why.reason.en),
                                       json_string(why.reason.in(Lang::zh)));
  const std::string expression = step ? fill_sum(why, round_trip).text : round_trip(why.value);
  return fmt::format(
      "{{\n  \"tensor\": {},\n  \"cell\": {},\n  \"value\": {},\n  \"op\": {},\n"
      "  \"expression\": {},\n  \"terms\": {},\n  \"groups\": {},\n  \"stages\": {},\n"
      "  \"reason\": {}\n}}\n",
      json_string(tensor.name()), json_indices(cell), json_number(why.value),
      step ? json_string(step->planned.step.op) : "null", json_string(expression),
      json_stacked(terms), joined(groups), json_stacked(stages), reason);
}

}  // namespace headtrace
