#include <fmt/format.h>

#include <cmath>

#include "render/json_value.hpp"
#include "render/train_text.hpp"

namespace headtrace {
namespace {

std::string spread_json(const Spread& spread) {
  if (spread.count == 0) return "null";
  return fmt::format(R"({{"n": {}, "mean": {}, "sd": {}, "half_width_95": {}}})", spread.count,
                     json_number(spread.mean), json_number(spread.deviation),
                     spread.half_width ? json_number(*spread.half_width) : "null");
}

std::string curve_json(const std::vector<CurveMean>& curve) {
  std::string text;
  for (const CurveMean& point : curve) {
    text +=
        fmt::format(R"({}{{"step": {}, "loss": {}, "exact_match": {}}})", text.empty() ? "" : ", ",
                    point.step, spread_json(point.loss), spread_json(point.exact));
  }
  return "[" + text + "]";
}

std::string arm_json(const ArmReport& arm) {
  const auto difference = [](const std::optional<Spread>& spread) {
    return spread ? spread_json(*spread) : "null";
  };
  return fmt::format(
      R"({{"id": {}, "parameters": {}, "flops": {:.0f}, "runs": {}, "diverged": {}, )"
      R"("interrupted": {}, "loss": {}, "exact_match": {}, "symbol_accuracy": {}, "bleu": {}, )"
      R"("seconds": {}, "steps_to_threshold": {}, "against": {}, "exact_match_difference": {}, )"
      R"("bleu_difference": {}, "curve": {}}})",
      json_string(arm.arm), arm.parameters, arm.flops, arm.runs, arm.diverged, arm.interrupted,
      spread_json(arm.loss), spread_json(arm.exact), spread_json(arm.symbols),
      spread_json(arm.bleu), spread_json(arm.seconds), spread_json(arm.steps_to_threshold),
      arm.against.empty() ? "null" : json_string(arm.against), difference(arm.exact_difference),
      difference(arm.bleu_difference), curve_json(arm.curve));
}

std::string run_json(const TrainingRun& run) {
  std::string curve;
  for (const CurvePoint& point : run.curve) {
    curve += fmt::format(
        R"({}{{"step": {}, "loss": {}, "exact_match": {}, "symbol_accuracy": {}, "bleu": {}}})",
        curve.empty() ? "" : ", ", point.step, json_number(point.loss), json_number(point.exact),
        json_number(point.symbols), json_number(point.bleu));
  }
  std::string losses;
  for (const double loss : run.losses) losses += (losses.empty() ? "" : ", ") + json_number(loss);
  return fmt::format(R"({{"arm": {}, "seed": {}, "end": "{}", "curve": [{}], "losses": [{}]}})",
                     json_string(run.arm), run.seed, end_name(run.end), curve, losses);
}

template <typename Items, typename Write>
std::string list_of(const Items& items, Write write) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "\n    " : ",\n    ") + write(item);
  return "[" + text + "\n  ]";
}

std::string start_of_row(const TrainingRun& run, Index step, double loss) {
  // NaN has a sign that says nothing.
  return fmt::format("{},{},{},{},", run.arm, run.seed, step,
                     std::isnan(loss) ? std::nan("") : loss);
}

std::string measures(const CurvePoint& point) {
  return fmt::format("{},{},{},", point.exact, point.symbols, point.bleu);
}

void append_end(std::string& csv, const TrainingRun& run) {
  csv += fmt::format("{},{},{},,,,,{}\n", run.arm, run.seed, run.losses.size(), end_name(run.end));
}

void append_steps(std::string& csv, const TrainingRun& run) {
  auto point = run.curve.begin();
  const auto last = static_cast<Index>(run.losses.size());
  for (Index step = 1; step <= last; ++step) {
    csv += start_of_row(run, step, run.losses[static_cast<std::size_t>(step - 1)]);
    const bool tested = point != run.curve.end() && point->step == step;
    csv += tested ? measures(*point++) : ",,,";
    csv += step == last ? end_name(run.end) + "\n" : "\n";
  }
  if (last == 0) append_end(csv, run);
}

void append_tests(std::string& csv, const TrainingRun& run) {
  const auto last = static_cast<Index>(run.losses.size());
  for (const CurvePoint& point : run.curve) {
    csv += start_of_row(run, point.step, point.loss) + measures(point);
    csv += point.step == last ? end_name(run.end) + "\n" : "\n";
  }
  if (run.curve.empty() || run.curve.back().step != last) append_end(csv, run);
}

}  // namespace

std::string train_csv(const std::vector<TrainingRun>& runs, CsvRows rows) {
  std::string csv = std::string(runs_header) + "\n";
  for (const TrainingRun& run : runs) {
    if (rows == CsvRows::tests) {
      append_tests(csv, run);
    } else {
      append_steps(csv, run);
    }
  }
  return csv;
}

std::string train_json(const std::string& lesson, const Experiment& experiment,
                       const TrainReport& report, const std::vector<TrainingRun>& runs) {
  return fmt::format(
      "{{\n  \"lesson\": {},\n  \"steps\": {},\n  \"batch\": {},\n  \"interrupted\": {},\n"
      "  \"threshold\": {},\n  \"arms\": {},\n  \"runs\": {}\n}}\n",
      json_string(lesson), experiment.steps, experiment.batch, report.interrupted,
      json_number(TrainReport::threshold), list_of(report.arms, arm_json), list_of(runs, run_json));
}

}  // namespace headtrace
