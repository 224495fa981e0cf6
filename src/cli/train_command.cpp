#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <thread>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "cli/stop_signal.hpp"
#include "core/did_you_mean.hpp"
#include "files/write_file.hpp"
#include "render/train_text.hpp"
#include "study/read_runs.hpp"
#include "study/training_file.hpp"

namespace headtrace::cli {
namespace {

struct TrainRequest {
  std::string lesson;
  std::vector<std::string> arms;
  int seeds = 0;
  std::optional<std::uint32_t> seed;
  int steps = 0;
  int threads = 0;
  std::string resume;
  std::vector<std::string> merge;
  bool only_tests = false;
  std::string format = "text";
};

const Text starts_anew{
    "{} isn't there yet: the training starts now and is kept in it. Give the same command again to "
    "go on.\n",
    "{} 还不存在：训练从头开始，进度存在这个文件里。再运行同一条命令就会接着训练。\n"};

constexpr const char* every_arm = "all";
constexpr int most_seeds = 1000;
constexpr int most_threads = 1024;

void keep_arms(Experiment& experiment, const std::vector<std::string>& wanted) {
  if (wanted.empty()) {
    std::erase_if(experiment.arms, [](const Arm& arm) { return arm.on_request; });
    return;
  }
  if (wanted == std::vector<std::string>{every_arm}) return;
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
  experiment.arms = std::move(kept);
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

const Experiment& experiment_in(const Lesson& lesson) {
  if (!lesson.experiment) {
    throw Error::usage(fmt::format("{} has no experiment to train", lesson.name),
                       "16-ablation has one; docs/lesson-format.md says how to write one");
  }
  return *lesson.experiment;
}

Experiment experiment_for(Experiment experiment, const TrainRequest& given) {
  keep_arms(experiment, given.arms);
  take_seeds(experiment, given);
  if (given.steps > 0) experiment.steps = given.steps;
  return experiment;
}

/// What an earlier training has come to, if there was one.
std::vector<RunState> states_in(const std::string& path, const Experiment& experiment,
                                const Style& style) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    return read_training_file(read_source(path, "delete it to start anew"), experiment);
  }
  write_err(fmt::format(fmt::runtime(starts_anew.in(style.lang)), path));
  return {};
}

std::vector<TrainingRun> trained(const Experiment& experiment, const TrainRequest& given,
                                 const Style& style) {
  TrainOptions options;
  if (!given.resume.empty()) {
    options.from = states_in(given.resume, experiment, style);
    options.save = [&](const std::vector<RunState>& states) {
      write_file(given.resume, training_file(experiment, states), true);
    };
  }
  const StopSignal signal;
  ProgressLine progress(experiment.arms.size() * experiment.seeds.size(), experiment.steps,
                        style.lang);
  options.threads = given.threads > 0 ? static_cast<unsigned>(given.threads)
                                      : std::thread::hardware_concurrency();
  options.stop = &StopSignal::raised();
  options.progress = [&progress](std::size_t run, Index step) { progress.tell(run, step); };
  return train(experiment, options);
}

std::vector<TrainingRun> merged(const Experiment& experiment, const TrainRequest& given) {
  std::vector<Source> files;
  for (const std::string& path : given.merge) {
    files.push_back(read_source(path, "it holds no runs; leave it out"));
  }
  return read_runs(files, experiment);
}

void check_together(const TrainRequest& given) {
  if (given.merge.empty()) return;
  const bool trains = !given.arms.empty() || given.seeds > 0 || given.seed || given.steps > 0 ||
                      given.threads > 0 || !given.resume.empty();
  if (trains) {
    throw Error::usage("--merge trains nothing, so it takes none of the options of a training",
                       "leave them out; the files say which arms, seeds and steps there are");
  }
}

int train_lesson(const TrainRequest& given, const CommonOptions& common) {
  check_together(given);
  const Style style = common.style();
  const LoadedLesson loaded = load(given.lesson, common);
  const Experiment& whole = experiment_in(loaded.lesson);
  const bool merges = !given.merge.empty();
  Experiment experiment = merges ? whole : experiment_for(whole, given);
  const std::vector<TrainingRun> runs =
      merges ? merged(experiment, given) : trained(experiment, given, style);
  if (merges) experiment = experiment_of(std::move(experiment), runs);
  const TrainReport found = report(experiment, runs);
  if (given.format == "csv") {
    write_out(train_csv(runs, given.only_tests ? CsvRows::tests : CsvRows::steps));
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
  arguments.required("LESSON", given->lesson, lesson_argument, Wants::lesson);
  arguments.list("--arm", given->arms,
                 "Only these arms: with-w-o,without; or all, also those trained on request",
                 Wants::arm);
  arguments.number("--seeds", given->seeds, 1, most_seeds, "Use so many seeds");
  arguments.seed("--seed", given->seed, "Use this one seed");
  arguments.number("--steps", given->steps, 1, std::numeric_limits<int>::max(),
                   "Train so many steps");
  arguments.number("--threads", given->threads, 1, most_threads,
                   "Train so many models at a time (default: as many as there are cores)");
  arguments.option("--resume", given->resume,
                   "Keep the training in this file, and go on from it where it is there",
                   Wants::file);
  arguments.files("--merge", given->merge,
                  "Train nothing; report the runs in these CSV files together");
  arguments.flag("--only-tests", given->only_tests,
                 "CSV: only the steps after which the models were tested");
  arguments.choice("--format", given->format, {"text", "json", "csv"},
                   "text, json or csv (default text)");
  return [given, &common] { return train_lesson(*given, common); };
}

}  // namespace headtrace::cli
