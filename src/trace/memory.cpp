#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <headtrace/trace.hpp>
#include <string_view>

#include "core/shape.hpp"
#include "trace/bytes.hpp"

namespace headtrace {
namespace {

constexpr std::array<std::string_view, 6> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
constexpr double unit_step = 1024;

struct Costliest {
  std::string tensor;
  double bytes = 0;

  void offer(const TensorSpec& spec, double needed) {
    if (needed <= bytes) return;
    tensor = describe(spec);
    bytes = needed;
  }
};

}  // namespace

std::string describe_bytes(double bytes) {
  std::size_t unit = 0;
  while (bytes >= unit_step && unit + 1 < units.size()) {
    bytes /= unit_step;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::optional<double> parse_bytes(const std::string& text) {
  double amount = 0;
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, amount);
  if (status != std::errc{} || !std::isfinite(amount) || amount <= 0) return std::nullopt;
  std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  if (unit.empty()) return amount;
  for (std::string_view known : units) {
    if (unit == known || (unit.size() == 1 && unit.front() == known.front())) return amount;
    amount *= unit_step;
  }
  return std::nullopt;
}

void check_memory(const Plan& plan, double limit) {
  check_memory(plan, plan.bytes(), limit);
}

void check_memory(const Plan& plan, double needed, double limit) {
  if (plan.failure && plan.failure->kind() == ErrorKind::limit) throw *plan.failure;
  if (needed <= limit) return;
  Costliest costliest;
  for (const Input& input : plan.inputs) {
    costliest.offer(input.spec(), bytes_of(input.spec()));
  }
  for (const PlannedStep& step : plan.steps) costliest.offer(step.output, step.cost.bytes);
  throw Error::limit(
      fmt::format("this lesson needs {} of memory, the limit is {}; {} alone takes {}",
                  describe_bytes(needed), describe_bytes(limit), costliest.tensor,
                  describe_bytes(costliest.bytes)),
      "use smaller dims, or allow more with --max-memory");
}

}  // namespace headtrace
