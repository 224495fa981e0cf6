#include <doctest/doctest.h>
#include <fmt/format.h>

#include <headtrace/lesson.hpp>

#include "study/read_runs.hpp"
#include "study/shipped_lessons.hpp"
#include "study/train_report.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

const std::string stored_file = "lessons/16-ablation.csv";

/// What is stored of the runs, up to a step.
std::vector<TrainingRun> stored_runs(const Experiment& experiment, Index last_step) {
  std::vector<TrainingRun> runs =
      read_runs({read_source(test::source_path(stored_file))}, experiment);
  for (TrainingRun& run : runs) {
    std::erase_if(run.curve, [=](const CurvePoint& point) { return point.step > last_step; });
  }
  return runs;
}

std::string signed_spread(const Spread& spread, double scale) {
  return fmt::format("{:+.1f} ± {:.1f}", spread.mean * scale, *spread.half_width * scale);
}

TEST_CASE("what lesson 16 says of the experiment is what was stored of it") {
  const Lesson lesson = test::shipped_lesson("16-ablation");
  Experiment experiment = *lesson.experiment;
  const auto at = [&](Index step, const std::string& arm) {
    for (const ArmReport& found : report(experiment, stored_runs(experiment, step)).arms) {
      if (found.arm == arm) return found;
    }
    return ArmReport{};
  };
  std::vector<std::string> figures;
  const std::vector<std::pair<Index, std::string>> told_of{
      {300, "without"},    {300, "wider-ffn"},       {1200, "without"},
      {1200, "wider-ffn"}, {1200, "no-ffn-without"}, {1200, "no-ffn-frozen"}};
  for (const auto& [step, arm] : told_of) {
    const ArmReport found = at(step, arm);
    CHECK(found.runs == 5);
    figures.push_back(signed_spread(*found.exact_difference, 100));
  }
  figures.push_back(signed_spread(*at(1200, "without").bleu_difference, 1));
  figures.push_back(signed_spread(*at(1200, "no-ffn-without").bleu_difference, 1));
  figures.push_back(fmt::format("{:.1f}%", at(1200, "with-w-o").exact.mean * 100));
  Text told;
  for (const Note& note : lesson.notes) {
    told.en += note.text.en;
    told.zh += note.text.zh;
  }
  for (const std::string& figure : figures) {
    CAPTURE(figure);
    CHECK(told.en.find(figure) != std::string::npos);
    CHECK(told.zh.find(figure) != std::string::npos);
  }
}

TEST_CASE("a W_o frozen at the identity learned what no W_o learned, to the last digit") {
  std::string text = read_source(test::source_path(stored_file)).text;
  std::vector<std::string> without;
  std::vector<std::string> identity;
  for (const std::string& row : test::split(text, '\n')) {
    const std::string numbers = row.substr(row.find(',') + 1);
    if (row.starts_with("without,")) without.push_back(numbers);
    if (row.starts_with("identity,")) identity.push_back(numbers);
  }
  CHECK(without.size() == 60);
  CHECK(without == identity);
}

TEST_CASE("the stored result is of the lesson's own experiment") {
  const Experiment experiment = *test::shipped_lesson("16-ablation").experiment;
  const Experiment there = experiment_of(experiment, stored_runs(experiment, experiment.steps));
  CHECK(there.arms.size() == experiment.arms.size());
  CHECK(there.steps == experiment.steps);
  CHECK(experiment.results.ends_with(stored_file));
}

}  // namespace
}  // namespace headtrace
