#include <doctest/doctest.h>
#include <fmt/format.h>

#include <headtrace/lesson.hpp>

#include "study/shipped_lessons.hpp"
#include "study/train_report.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

/// The stored result up to a step: headtrace train 16 --seeds 5 --format csv.
std::vector<TrainingRun> stored_runs(Index last_step) {
  std::vector<TrainingRun> runs;
  const std::string csv = read_source(test::source_path("docs/ablation.csv")).text;
  for (const std::string& line : test::split(csv, '\n')) {
    const std::vector<std::string> cells = test::split(line, ',');
    if (cells.empty() || cells[0] == "arm") continue;
    const auto seed = static_cast<std::uint32_t>(std::stoul(cells[1]));
    if (runs.empty() || runs.back().arm != cells[0] || runs.back().seed != seed) {
      runs.push_back({});
      runs.back().arm = cells[0];
      runs.back().seed = seed;
    }
    const Index step = std::stol(cells[2]);
    if (step > last_step) continue;
    runs.back().curve.push_back(
        {step, std::stod(cells[3]), std::stod(cells[4]), std::stod(cells[5]), std::stod(cells[6])});
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
    for (const ArmReport& found : report(experiment, stored_runs(step)).arms) {
      if (found.arm == arm) return found;
    }
    return ArmReport{};
  };
  std::vector<std::string> figures;
  const std::vector<std::pair<Index, std::string>> told_of{{300, "without"}, {300, "wider-ffn"},
                                                           {900, "without"}, {900, "wider-ffn"},
                                                           {300, "no-ffn"},  {900, "no-ffn"}};
  for (const auto& [step, arm] : told_of) {
    const ArmReport found = at(step, arm);
    CHECK(found.runs == 5);
    figures.push_back(signed_spread(*found.exact_difference, 100));
  }
  figures.push_back(signed_spread(*at(900, "without").bleu_difference, 1));
  figures.push_back(signed_spread(*at(900, "wider-ffn").bleu_difference, 1));
  figures.push_back(fmt::format("{:.1f} %", at(900, "with-w-o").exact.mean * 100));
  bool told = false;
  for (const Note& note : lesson.notes) {
    if (note.text.en.find("docs/ablation.csv") == std::string::npos) continue;
    told = true;
    for (const std::string& figure : figures) {
      CAPTURE(figure);
      CHECK(note.text.en.find(figure) != std::string::npos);
      CHECK(note.text.zh.find(figure) != std::string::npos);
    }
  }
  CHECK(told);
}

}  // namespace
}  // namespace headtrace
