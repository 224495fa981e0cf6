#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <thread>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "cli/stop_signal.hpp"
#include "core/did_you_mean.hpp"
#include "render/train_text.hpp"

namespace headtrace::cli {
namespace {

struct TrainRequest {
  std::string lesson;
  std::vector<std::string> arms;
  int seeds = 0;
  std::optional<std::uint32_t> seed;
  int steps = 0;
  int threads = 0;
  std::string format = "text";
};

constexpr int most_seeds = 1000;
constexpr int most_threads = 1024;

void keep_arms(Experiment& experiment, const std::vector<std::string>& wanted) {
  std::vector<Arm> kept;
  std::vector<std::string> ids;
  for (const Arm& arm : experiment.arms) ids.push_back(arm.id);
  for (const std::string& id : wanted) {
    const Arm* arm = experiment.find_arm(id);
    if (arm == nullptr) {
      std::string hint = did_you_mean(id, ids);
      if (hint.empty()) hint = fmt::format("there are {}", fmt::join(ids, ", "));
      throw Error::usage(fmt::format("there is no arm '{}'", id), hint);
    }
    kept.push_back(*arm);
  }
  if (!kept.empty()) experiment.arms = std::move(kept);
}

/// The lesson's own seeds as far as they go, then the next numbers.
void take_seeds(Experiment& experiment, const TrainRequest& given) {
  std::vector<std::uint32_t>& seeds = experiment.seeds;
  if (given.seed && given.seeds > 0) {
    throw Error::usage("--seed and --seeds exclude each other", "--seed N is the single seed N");
  }
  if (given.seed) seeds = {*given.seed};
  if (given.seeds == 0) return;
  std::uint32_t next = *std::ranges::max_element(seeds);
  while (seeds.size() < static_cast<std::size_t>(given.seeds)) seeds.push_back(++next);
  seeds.resize(static_cast<std::size_t>(given.seeds));
}

Experiment experiment_for(const Lesson& lesson, const TrainRequest& given) {
  if (!lesson.experiment) {
    throw Error::usage(fmt::format("{} has no experiment to train", lesson.name),
                       "16-ablation has one; docs/lesson-format.md says how to write one");
  }
  Experiment experiment = *lesson.experiment;
  keep_arms(experiment, given.arms);
  take_seeds(experiment, given);
  if (given.steps > 0) experiment.steps = given.steps;
  return experiment;
}

int train_lesson(const TrainRequest& given, const CommonOptions& common) {
  const Style style = common.style();
  const LoadedLesson loaded = load(given.lesson, common);
  const Experiment experiment = experiment_for(loaded.lesson, given);
  std::vector<TrainingRun> runs;
  {
    const StopSignal signal;
    ProgressLine progress(experiment.arms.size() * experiment.seeds.size(), experiment.steps,
                          style.lang);
    TrainOptions options;
    options.threads = given.threads > 0 ? static_cast<unsigned>(given.threads)
                                        : std::thread::hardware_concurrency();
    options.stop = &StopSignal::raised();
    options.progress = [&progress](std::size_t run, Index step) { progress.tell(run, step); };
    runs = train(experiment, options);
  }
  const TrainReport found = report(experiment, runs);
  if (given.format == "csv") {
    write_out(train_csv(runs));
  } else if (given.format == "json") {
    write_out(train_json(loaded.lesson.name, experiment, found, runs));
  } else {
    write_out(train_text(experiment, found, runs, style));
  }
  return found.interrupted ? interrupted : fine;
}

}  // namespace

Action add_train(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<TrainRequest>();
  arguments.required("LESSON", given->lesson, lesson_argument);
  arguments.list("--arm", given->arms, "Only these arms: with-w-o,without");
  arguments.number("--seeds", given->seeds, 1, most_seeds, "Use so many seeds");
  arguments.seed("--seed", given->seed, "Use this one seed");
  arguments.number("--steps", given->steps, 1, std::numeric_limits<int>::max(),
                   "Train so many steps");
  arguments.number("--threads", given->threads, 1, most_threads,
                   "Train so many models at a time (default: as many as there are cores)");
  arguments.choice("--format", given->format, {"text", "json", "csv"},
                   "text, json or csv (default text)");
  return [given, &common] { return train_lesson(*given, common); };
}

}  // namespace headtrace::cli
