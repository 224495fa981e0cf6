#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/json.hpp"
#include "render/json_value.hpp"
#include "render/shapes_text.hpp"

namespace headtrace {
namespace {

std::string list_of(const std::vector<std::string>& items) {
  if (items.empty()) return "[]";
  return fmt::format("[\n    {}\n  ]", fmt::join(items, ",\n    "));
}

std::string axes_members(const TensorSpec& spec) {
  std::vector<std::string> names;
  for (const Axis& axis : spec.axes) names.push_back(axis.name);
  return fmt::format(R"("axes": {}, "shape": {}, "strides": {})", json_strings(names),
                     json_indices(spec.shape()), json_indices(spec.strides));
}

std::string input_json(const Input& input) {
  const TensorSpec spec = input.spec();
  const auto size = static_cast<double>(spec.size()) * sizeof(double);
  return fmt::format(R"({{"name": {}, {}, "bytes": {:.0f}}})", json_string(spec.name),
                     axes_members(spec), size);
}

std::string planned_json(const PlannedStep& step, const ShapeReport& report) {
  const auto parameters = static_cast<double>(step.cost.parameters);
  return fmt::format(
      R"({{"index": {}, "name": {}, "op": {}, "inputs": {}, {}, "view_of": {}, "formula": {}, )"
      R"("parameters": {}, "flops": {:.0f}, "bytes": {:.0f}, "live_bytes": {:.0f}, )"
      R"("percent": {{"parameters": {:.4g}, "flops": {:.4g}, "bytes": {:.4g}}}}})",
      step.index, json_string(step.output.name), json_string(step.step.op),
      json_strings(step.step.in), axes_members(step.output),
      step.view_of ? json_string(*step.view_of) : "null", json_string(step.notation.formula),
      step.cost.parameters, step.cost.flops, step.cost.bytes, report.live.bytes[step.index - 1],
      percent(parameters, static_cast<double>(report.parameters)),
      percent(step.cost.flops, report.flops), percent(step.cost.bytes, report.bytes));
}

std::string op_json(const OpShare& share, const ShapeReport& report) {
  return fmt::format(
      R"({{"op": {}, "steps": {}, "flops": {:.0f}, "bytes": {:.0f}, "percent": {{"flops": {:.4g}, )"
      R"("bytes": {:.4g}}}}})",
      json_string(share.op), share.steps, share.flops, share.bytes,
      percent(share.flops, report.flops), percent(share.bytes, report.bytes));
}

std::string origins_json(const Dims& dims) {
  std::string json;
  for (const std::string& name : dims.known()) {
    if (dims.origin(name).empty()) continue;
    json += fmt::format("{}{}: {}", json.empty() ? "" : ", ", json_string(name),
                        json_string(dims.origin(name)));
  }
  return "{" + json + "}";
}

std::string totals_json(const ShapeReport& report) {
  return fmt::format(
      R"({{"parameters": {}, "flops": {:.0f}, "bytes": {:.0f}, "input_bytes": {:.0f}, )"
      R"("live_bytes": {:.0f}, "live_step": {}, "live_tensors": {}}})",
      report.parameters, report.flops, report.bytes, report.input_bytes, report.live.peak,
      report.live.peak_step, json_strings(report.live.at_peak));
}

std::string layers_json(const ShapeReport& report) {
  if (!report.layers) return "null";
  return fmt::format(R"({{"count": {}, "parameters": {}, "flops": {:.0f}}})", *report.layers,
                     report.parameters * *report.layers,
                     report.flops * static_cast<double>(*report.layers));
}

}  // namespace

std::string shapes_json(const ShapeReport& report, const ShapesOf& of) {
  const Plan& plan = report.plan;
  std::vector<std::string> inputs;
  for (const Input& input : plan.inputs) inputs.push_back(input_json(input));
  std::vector<std::string> steps;
  for (const PlannedStep& step : plan.steps) steps.push_back(planned_json(step, report));
  std::vector<std::string> ops;
  for (const OpShare& share : report.by_op) ops.push_back(op_json(share, report));
  std::string json = fmt::format(
      "{{\n  \"name\": {},\n  \"source\": {},\n  \"dims\": {},\n  \"origins\": {},\n"
      "  \"inputs\": {},\n  \"steps\": {},\n  \"by_op\": {},\n  \"totals\": {},\n  \"layers\": {}",
      json_string(of.name), of.source.empty() ? "null" : json_string(of.source),
      dims_json(plan.dims), origins_json(plan.dims), list_of(inputs), list_of(steps), list_of(ops),
      totals_json(report), layers_json(report));
  if (plan.failure) {
    json += fmt::format(",\n  \"failure\": {{\"step\": {}, \"message\": {}, \"hint\": {}}}",
                        json_string(plan.failed_step), json_string(plan.failure->message()),
                        json_string(plan.failure->hint()));
  }
  return json + "\n}\n";
}

}  // namespace headtrace
