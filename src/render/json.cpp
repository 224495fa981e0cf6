#include "render/json.hpp"

#include <fmt/format.h>

#include "render/json_value.hpp"
#include "render/step_text.hpp"

namespace headtrace {
namespace {

/// Nested arrays in row-major order.
void append_values(std::string& json, const Tensor& tensor, std::size_t axis, const double* first) {
  if (axis == tensor.axes().size()) return append_json_number(json, *first);
  json += '[';
  for (Index i = 0; i < tensor.axes()[axis].size; ++i) {
    if (i > 0) json += ", ";
    append_values(json, tensor, axis + 1, first + i * tensor.strides()[axis]);
  }
  json += ']';
}

/// A tensor's members without the braces.
std::string tensor_members(const Tensor& tensor, const std::string& name) {
  std::vector<std::string> axes;
  for (const Axis& axis : tensor.axes()) axes.push_back(axis.name);
  std::string json =
      fmt::format(R"("name": {}, "axes": {}, "shape": {}, "strides": {}, "contiguous": {}, )",
                  json_string(name), json_strings(axes), json_indices(tensor.shape()),
                  json_indices(tensor.strides()), tensor.is_contiguous());
  if (const auto layout = tensor.spec().layout) {
    json +=
        fmt::format(R"("layout": "{}", )", *layout == WeightLayout::in_out ? "in_out" : "out_in");
  }
  json += R"("values": )";
  append_values(json, tensor, 0, tensor.data());
  return json;
}

void append_list(std::string& json, std::string_view key, const std::vector<std::string>& items) {
  json += fmt::format(",\n  \"{}\": [", key);
  for (std::size_t i = 0; i < items.size(); ++i) json += (i > 0 ? ",\n    " : "\n    ") + items[i];
  json += items.empty() ? "]" : "\n  ]";
}

}  // namespace

std::string dims_json(const Dims& dims) {
  std::string json;
  for (const std::string& name : dims.known()) {
    json += fmt::format("{}{}: {}", json.empty() ? "" : ", ", json_string(name), *dims.find(name));
  }
  return "{" + json + "}";
}

std::string tensor_json(const Tensor& tensor) {
  return "{" + tensor_members(tensor, tensor.name()) + "}";
}

std::string step_json(const TraceStep& step) {
  const PlannedStep& planned = step.planned;
  return fmt::format(R"({{{}, "index": {}, "op": {}, "inputs": {}, "view_of": {}, "formula": {}, )"
                     R"("pytorch": {}, "parameters": {}, "flops": {:.0f}}})",
                     tensor_members(step.output, step.name()), planned.index,
                     json_string(planned.step.op), json_strings(planned.step.in),
                     planned.view_of ? json_string(*planned.view_of) : "null",
                     json_string(planned.notation.formula), json_string(planned.notation.pytorch),
                     planned.cost.parameters, planned.cost.flops);
}

std::string trace_json(const Trace& trace, const std::string& lesson) {
  std::string json = fmt::format("{{\n  \"lesson\": {},\n  \"dims\": {}", json_string(lesson),
                                 dims_json(trace.dims));
  std::vector<std::string> items;
  for (const Tensor& input : trace.inputs) items.push_back(tensor_json(with_layout(input, trace)));
  append_list(json, "inputs", items);
  items.clear();
  std::vector<std::string> gradients;
  for (const TraceStep& step : trace.steps) {
    if (!step.gradient_of.empty()) {
      if (step.gradient_of != trace.loss) gradients.push_back(tensor_json(step.output));
    } else if (step.name() != trace.loss) {
      items.push_back(step_json(step));
    }
  }
  append_list(json, "steps", items);
  json += ",\n  \"output\": " + json_string(trace.output);
  if (trace.failure) {
    json += fmt::format(",\n  \"failure\": {{\"step\": {}, \"message\": {}, \"hint\": {}}}",
                        json_string(trace.failed_step), json_string(trace.failure->message()),
                        json_string(trace.failure->hint()));
  }
  if (const Tensor* loss = trace.find(trace.loss)) {
    json += ",\n  \"loss\": ";
    append_json_number(json, *loss->data());
  }
  if (!gradients.empty()) append_list(json, "gradients", gradients);
  return json + "\n}\n";
}

}  // namespace headtrace
