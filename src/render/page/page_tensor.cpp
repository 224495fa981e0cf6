#include <cmath>
#include <nlohmann/json.hpp>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/numbers.hpp"
#include "render/page/page_data.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

constexpr Index page_columns = 12;
constexpr int page_threshold = 200;
/// Memory is drawn box by box up to here.
constexpr Index most_drawn = 48;

bool is_mask_operand(const Trace& trace, const std::string& name) {
  for (const TraceStep& step : trace.steps) {
    const Step& own = step.planned.step;
    if (own.op == "mask" && own.in.size() > 1 && own.in[1] == name) return true;
  }
  return false;
}

bool has_heat(const Trace& trace, const Tensor& tensor, const TraceStep* step) {
  if (step == nullptr) return is_mask_operand(trace, tensor.name());
  return step->planned.step.op == "softmax" || step->planned.step.op == "mask";
}

nlohmann::json axes_data(const Tensor& tensor, const Dims& dims, const Style& style) {
  nlohmann::json axes = nlohmann::json::array();
  for (const Axis& axis : tensor.axes()) {
    axes.push_back(
        {{"name", axis.name}, {"size", axis.size}, {"label", axis_text(axis, dims, style)}});
  }
  return axes;
}

nlohmann::json heads_data(const Axis& axis, const ShownAxis& shown) {
  nlohmann::json heads = nlohmann::json::array();
  for (Index position : shown.positions) {
    const auto head = head_at(axis, position);
    if (!head) return nullptr;
    heads.push_back(*head);
  }
  return heads;
}

/// How far each shown number lies from the least to the greatest of all; −1 for those that are no
/// number or infinite.
nlohmann::json heat_data(const std::vector<double>& values, const Statistics& stats) {
  nlohmann::json heat = nlohmann::json::array();
  const double least = std::min(stats.min, 0.0);
  const double range = stats.max > least ? stats.max - least : 1;
  for (double value : values) {
    heat.push_back(
        std::isfinite(value) ? static_cast<int>(std::lround(100 * (value - least) / range)) : -1);
  }
  return heat;
}

nlohmann::json places_data(const Tensor& tensor) {
  nlohmann::json places = nlohmann::json::array();
  for (CellWalk walk(tensor.shape(), tensor.strides()); !walk.done(); walk.next()) {
    places.push_back(walk.offset() + tensor.spec().offset);
  }
  return places;
}

}  // namespace

TensorGrid page_grid(const Tensor& tensor, const Style& style) {
  Style page = style;
  page.threshold = page_threshold;
  return grid_of(tensor, page, page_columns);
}

nlohmann::json tensor_data(const Tensor& tensor, const Trace& trace, const TraceStep* step,
                           const Style& style) {
  const TensorGrid grid = page_grid(tensor, style);
  const Statistics stats = statistics(tensor);
  const NumberFormat format(stats, style.precision);
  nlohmann::json data{{"name", tensor.name()},
                      {"axes", axes_data(tensor, trace.dims, style)},
                      {"strides", tensor.strides()},
                      {"contiguous", tensor.is_contiguous()}};
  for (std::size_t i = 0; i < grid.axes.size(); ++i) {
    const ShownAxis& axis = grid.axes[i];
    data["shown"].push_back(axis.positions);
    data["gaps"].push_back({{"after", axis.before_gap}, {"count", axis.left_out}});
    data["heads"].push_back(heads_data(tensor.axes()[i], axis));
  }
  std::vector<double> values;
  nlohmann::json texts = nlohmann::json::array();
  for (const Sizes& cell : grid.cells()) {
    values.push_back(tensor.at(cell));
    texts.push_back(format(values.back()));
  }
  data["values"] = std::move(texts);
  if (has_heat(trace, tensor, step) && stats.finite() > 0) {
    data["heat"] = heat_data(values, stats);
    data["scale"] = {terse(std::min(stats.min, 0.0), style.precision),
                     terse(stats.max, style.precision)};
  }
  if (tensor.size() <= most_drawn && values.size() == static_cast<std::size_t>(tensor.size())) {
    data["places"] = places_data(tensor);
  }
  return data;
}

}  // namespace headtrace
