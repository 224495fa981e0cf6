#include "study/shapes.hpp"

#include <algorithm>

#include "study/parameters.hpp"

namespace headtrace {
namespace {

/// Up to here a double holds every whole number.
constexpr double countable = 9007199254740992.0;

void check_totals(const ShapeReport& report) {
  const auto layers = static_cast<double>(report.layers.value_or(1));
  const double parameters = static_cast<double>(report.parameters) * layers;
  if (report.bytes < countable && parameters < countable && layers >= 1) return;
  throw Error::limit("the tensors are too large to be added up exactly", "use smaller sizes");
}

OpShare& share_of(const std::string& op, std::vector<OpShare>& shares) {
  const auto it = std::ranges::find(shares, op, &OpShare::op);
  if (it != shares.end()) return *it;
  shares.push_back({op, 0, 0, 0});
  return shares.back();
}

}  // namespace

ShapeReport shapes(Plan plan, std::optional<Index> layers) {
  ShapeReport report;
  report.live = live_set(plan);
  report.bytes = plan.bytes();
  report.layers = layers;
  for (const Input& input : plan.inputs) {
    report.input_bytes += static_cast<double>(input.spec().size()) * sizeof(double);
  }
  for (const PlannedStep& step : plan.steps) {
    report.flops += step.cost.flops;
    OpShare& share = share_of(step.step.op, report.by_op);
    ++share.steps;
    share.flops += step.cost.flops;
    share.bytes += step.cost.bytes;
  }
  std::ranges::stable_sort(report.by_op, std::ranges::greater{}, &OpShare::flops);
  report.plan = std::move(plan);
  if (report.bytes < countable) report.parameters = parameter_count(report.plan);
  check_totals(report);
  return report;
}

double percent(double part, double whole) {
  return whole > 0 ? 100 * part / whole : 0;
}

}  // namespace headtrace
