#include <cmath>
#include <headtrace/op.hpp>

#include "ops/entries.hpp"
#include "reference/dump.hpp"

namespace {

using headtrace::Tensor;
using nlohmann::ordered_json;

ordered_json as_json(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

ordered_json nested(const Tensor& tensor, headtrace::Sizes& cell, std::size_t axis) {
  if (axis == tensor.axes().size()) return as_json(tensor.at(cell));
  ordered_json list = ordered_json::array();
  for (cell[axis] = 0; cell[axis] < tensor.axes()[axis].size; ++cell[axis]) {
    list.push_back(nested(tensor, cell, axis + 1));
  }
  return list;
}

ordered_json as_json(const Tensor& tensor) {
  ordered_json axes = ordered_json::array();
  for (const headtrace::Axis& axis : tensor.axes()) axes.push_back(axis.name);
  headtrace::Sizes cell(tensor.axes().size(), 0);
  return {{"name", tensor.name()},
          {"axes", axes},
          {"shape", tensor.shape()},
          {"values", nested(tensor, cell, 0)}};
}

ordered_json as_json(const std::string& op, const headtrace::OpExample& example) {
  const std::string result = "y";
  const auto made = make_op(op, example.params, example.dims, example.inputs.size());
  const auto notation = made->notation(headtrace::specs_of(example.inputs), result);
  ordered_json inputs = ordered_json::array();
  for (const Tensor& input : example.inputs) inputs.push_back(as_json(input));
  return {{"op", op},
          {"case", example.label},
          {"inputs", inputs},
          {"numpy", notation.numpy},
          {"pytorch", notation.pytorch},
          {"output", as_json(made->forward(example.inputs).renamed(result))}};
}

}  // namespace

ordered_json dumped_op_examples() {
  ordered_json all = ordered_json::array();
  for (const headtrace::OpEntry& entry : headtrace::catalogue()) {
    for (const headtrace::OpExample& example : entry.examples()) {
      all.push_back(as_json(entry.name, example));
    }
  }
  return all;
}
