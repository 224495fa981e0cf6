#include "study/train_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace headtrace {
namespace {

using End = TrainingRun::End;

/// Student's t for 95 %, two-sided, by degrees of freedom from 1.
double student_t(std::size_t freedom) {
  static constexpr std::array<double, 30> table{
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
      2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
      2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
  constexpr double normal = 1.960;
  return freedom <= table.size() ? table[freedom - 1] : normal;
}

/// Whether a run has a last evaluation that counts.
bool counts(const TrainingRun& run) {
  return run.end != End::diverged && !run.curve.empty();
}

using Measure = double CurvePoint::*;

std::vector<double> last_of(const std::vector<const TrainingRun*>& runs, Measure measure) {
  std::vector<double> numbers;
  for (const TrainingRun* run : runs) {
    if (counts(*run)) numbers.push_back(run->curve.back().*measure);
  }
  return numbers;
}

std::vector<const TrainingRun*> runs_of(const std::string& arm,
                                        const std::vector<TrainingRun>& runs) {
  std::vector<const TrainingRun*> chosen;
  for (const TrainingRun& run : runs) {
    if (run.arm == arm) chosen.push_back(&run);
  }
  return chosen;
}

/// Seed by seed what an arm has more than the base, where both have come to the same step.
Spread difference_of(const std::vector<const TrainingRun*>& arm,
                     const std::vector<const TrainingRun*>& base, Measure measure) {
  std::vector<double> apart;
  for (const TrainingRun* run : arm) {
    const auto other = std::ranges::find(base, run->seed, &TrainingRun::seed);
    if (other == base.end() || !counts(*run) || !counts(**other)) continue;
    const bool whole = run->end != End::interrupted && (*other)->end != End::interrupted;
    const bool as_long = run->curve.back().step == (*other)->curve.back().step ||
                         run->end == End::stopped_early || (*other)->end == End::stopped_early;
    if (whole && as_long)
      apart.push_back(run->curve.back().*measure - (*other)->curve.back().*measure);
  }
  return spread(apart);
}

std::vector<double> steps_needed(const std::vector<const TrainingRun*>& runs) {
  std::vector<double> steps;
  for (const TrainingRun* run : runs) {
    const auto reached = std::ranges::find_if(
        run->curve, [](const CurvePoint& point) { return point.exact >= TrainReport::threshold; });
    if (reached != run->curve.end()) steps.push_back(static_cast<double>(reached->step));
  }
  return steps;
}

std::vector<CurveMean> curve_of(const std::vector<const TrainingRun*>& runs) {
  std::map<Index, std::pair<std::vector<double>, std::vector<double>>> at;
  std::size_t counted = 0;
  for (const TrainingRun* run : runs) {
    if (!counts(*run)) continue;
    ++counted;
    for (const CurvePoint& point : run->curve) {
      at[point.step].first.push_back(point.loss);
      at[point.step].second.push_back(point.exact);
    }
  }
  std::vector<CurveMean> curve;
  for (const auto& [step, numbers] : at) {
    if (numbers.first.size() != counted) continue;
    curve.push_back({step, spread(numbers.first), spread(numbers.second)});
  }
  return curve;
}

void compare(ArmReport& found, const std::vector<const TrainingRun*>& own,
             const Experiment& experiment, const Arm& arm, const std::vector<TrainingRun>& runs) {
  const Arm* other = experiment.find_arm(arm.against);
  found.against = other != nullptr ? other->id : experiment.arms.front().id;
  const auto base = runs_of(found.against, runs);
  found.exact_difference = difference_of(own, base, &CurvePoint::exact);
  found.bleu_difference = difference_of(own, base, &CurvePoint::bleu);
}

}  // namespace

Spread spread(const std::vector<double>& numbers) {
  Spread found;
  found.count = numbers.size();
  if (numbers.empty()) return found;
  const auto count = static_cast<double>(numbers.size());
  for (const double number : numbers) found.mean += number / count;
  if (numbers.size() == 1) return found;
  double squares = 0;
  for (const double number : numbers) squares += std::pow(number - found.mean, 2);
  found.deviation = std::sqrt(squares / (count - 1));
  found.half_width = student_t(numbers.size() - 1) * found.deviation / std::sqrt(count);
  return found;
}

TrainReport report(const Experiment& experiment, const std::vector<TrainingRun>& runs) {
  TrainReport whole;
  for (const Arm& arm : experiment.arms) {
    const auto own = runs_of(arm.id, runs);
    ArmReport found;
    found.arm = arm.id;
    found.runs = own.size();
    std::vector<double> seconds;
    for (const TrainingRun* run : own) {
      found.parameters = std::max(found.parameters, run->parameters);
      found.flops = std::max(found.flops, run->flops);
      found.diverged += run->end == End::diverged ? 1 : 0;
      found.interrupted += run->end == End::interrupted ? 1 : 0;
      seconds.push_back(run->seconds);
    }
    found.loss = spread(last_of(own, &CurvePoint::loss));
    found.exact = spread(last_of(own, &CurvePoint::exact));
    found.symbols = spread(last_of(own, &CurvePoint::symbols));
    found.bleu = spread(last_of(own, &CurvePoint::bleu));
    found.seconds = spread(seconds);
    found.curve = curve_of(own);
    found.steps_to_threshold = spread(steps_needed(own));
    if (&arm != &experiment.arms.front()) compare(found, own, experiment, arm, runs);
    whole.interrupted = whole.interrupted || found.interrupted > 0;
    whole.arms.push_back(std::move(found));
  }
  return whole;
}

}  // namespace headtrace
