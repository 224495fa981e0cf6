#include "study/training_file.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace headtrace {
namespace {

using nlohmann::json;
using End = TrainingRun::End;

constexpr const char* kind = "headtrace training";
constexpr std::array<std::pair<End, const char*>, 4> ends{{{End::finished, "finished"},
                                                           {End::stopped_early, "stopped early"},
                                                           {End::diverged, "diverged"},
                                                           {End::interrupted, "to be continued"}}};

/// All that a run's numbers depend on besides its arm and seed.
json experiment_data(const Experiment& experiment) {
  const TaskChoice& task = experiment.task;
  const OptimizerChoice& optimizer = experiment.optimizer;
  return {{"task", {static_cast<int>(task.kind), task.symbols, task.length, task.below}},
          {"d_model", experiment.model.d_model},
          {"heads", experiment.model.heads},
          {"steps", experiment.steps},
          {"batch", experiment.batch},
          {"optimizer", optimizer.decoupled_decay ? "adamw" : "adam"},
          {"lr", optimizer.lr},
          {"warmup", optimizer.warmup},
          {"beta_1", optimizer.beta_1},
          {"beta_2", optimizer.beta_2},
          {"eps", optimizer.eps},
          {"weight_decay", optimizer.weight_decay},
          {"evaluate_every", experiment.evaluate_every},
          {"test_examples", experiment.test_examples},
          {"stop_at", experiment.stop_at}};
}

json arm_data(const Arm& arm) {
  return {{"w_o", static_cast<int>(arm.w_o)}, {"pre_norm", arm.pre_norm}, {"d_ff", arm.d_ff}};
}

json run_data(const RunState& state, const Experiment& experiment) {
  const TrainingRun& run = state.run;
  json data{{"arm", run.arm},         {"seed", run.seed},         {"parameters", run.parameters},
            {"flops", run.flops},     {"seconds", run.seconds},   {"losses", run.losses},
            {"curve", json::array()}, {"trained", json::object()}};
  if (const Arm* arm = experiment.find_arm(run.arm)) data["of"] = arm_data(*arm);
  for (const auto& [end, name] : ends) {
    if (end == run.end) data["end"] = name;
  }
  if (run.example) data["example"] = *run.example;
  for (const CurvePoint& point : run.curve) {
    data["curve"].push_back({point.step, point.loss, point.exact, point.symbols, point.bleu});
  }
  for (const auto& [name, numbers] : state.trained) {
    data["trained"][name] = {numbers.values, numbers.moments.first, numbers.moments.second};
  }
  return data;
}

std::vector<double> numbers_of(const json& list) {
  std::vector<double> numbers;
  numbers.reserve(list.size());
  for (const json& item : list) {
    // JSON has no other way to write a loss that diverged.
    numbers.push_back(item.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                     : item.get<double>());
  }
  return numbers;
}

/// Interrupted, where it says nothing that we know.
End end_of(const std::string& written) {
  for (const auto& [end, name] : ends) {
    if (written == name) return end;
  }
  return End::interrupted;
}

RunState state_of(const json& data) {
  RunState state;
  TrainingRun& run = state.run;
  run.arm = data.at("arm").get<std::string>();
  run.seed = data.at("seed").get<std::uint32_t>();
  run.end = end_of(data.at("end").get<std::string>());
  run.parameters = data.at("parameters").get<Index>();
  run.flops = data.at("flops").get<double>();
  run.seconds = data.at("seconds").get<double>();
  run.losses = numbers_of(data.at("losses"));
  if (data.contains("example")) run.example = data.at("example").get<std::string>();
  for (const json& point : data.at("curve")) {
    run.curve.push_back({point.at(0).get<Index>(), point.at(1).get<double>(),
                         point.at(2).get<double>(), point.at(3).get<double>(),
                         point.at(4).get<double>()});
  }
  for (const auto& [name, numbers] : data.at("trained").items()) {
    state.trained[name] = {numbers_of(numbers.at(0)),
                           {numbers_of(numbers.at(1)), numbers_of(numbers.at(2))}};
  }
  return state;
}

/// Whether a run can have come to where it says it is.
bool makes_sense(const RunState& state, const Experiment& experiment) {
  const TrainingRun& run = state.run;
  const auto steps = static_cast<Index>(run.losses.size());
  Index last = 0;
  for (const CurvePoint& point : run.curve) {
    if (point.step <= last || point.step > steps) return false;
    last = point.step;
  }
  return state.ended() ? steps <= experiment.steps : steps < experiment.steps;
}

[[noreturn]] void unreadable(const Source& file, const std::string& why) {
  throw Error::file(file.path, "this training can't be read: " + why,
                    "name one that --resume has written; it has not been changed");
}

/// Throws Error::file where the file's `was` is not `is`.
void check_same(const json& was, const json& is, const std::string& what, const Source& file) {
  for (const auto& [key, value] : is.items()) {
    const json before = was.contains(key) ? was.at(key) : json();
    if (before == value) continue;
    throw Error::file(file.path,
                      fmt::format("this is the training of another experiment: {}{} was {} there "
                                  "and is {} here",
                                  what, key, before.dump(), value.dump()),
                      "resume with the same lesson and options, or name a new file");
  }
}

/// Throws what nlohmann throws where a part is missing or of another type.
std::vector<RunState> states_of(const json& data, const Source& file,
                                const Experiment& experiment) {
  check_same(data.at("experiment"), experiment_data(experiment), "", file);
  std::vector<RunState> states;
  for (const json& run : data.at("runs")) {
    states.push_back(state_of(run));
    if (!makes_sense(states.back(), experiment)) {
      unreadable(file, "a run's steps, losses and tests don't fit together");
    }
    const std::string& id = states.back().run.arm;
    if (const Arm* arm = experiment.find_arm(id)) {
      check_same(run.at("of"), arm_data(*arm), id + "'s ", file);
    }
  }
  return states;
}

}  // namespace

std::string training_file(const Experiment& experiment, const std::vector<RunState>& states) {
  json data{{"kind", kind}, {"experiment", experiment_data(experiment)}, {"runs", json::array()}};
  for (const RunState& state : states) data["runs"].push_back(run_data(state, experiment));
  return data.dump() + "\n";
}

std::vector<RunState> read_training_file(const Source& file, const Experiment& experiment) {
  const json data = json::parse(file.text, nullptr, false);
  const bool ours = data.is_object() && data.value("kind", json()) == kind;
  if (!ours) {
    unreadable(file, "it is not one, or it is cut short");
  }
  try {
    return states_of(data, file, experiment);
  } catch (const json::exception& error) {
    unreadable(file, error.what());
  }
}

}  // namespace headtrace
