#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "core/did_you_mean.hpp"
#include "lesson/file_below.hpp"
#include "lesson/object_reader.hpp"
#include "lesson/reading.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

constexpr Index largest_model = 4096;
constexpr Index most_steps = 100000000;
constexpr Index most_symbols = 1000;
constexpr Index largest_number = 100000000;

void whole_into(ObjectReader& reader, const std::string& key, Index least, Index most,
                Index& value) {
  value = reader.whole(key, least, most).value_or(value);
}

/// A number within bounds that are themselves allowed or not.
void number_into(ObjectReader& reader, const std::string& key, double least, double most, bool open,
                 double& value, Diagnostics& errors) {
  const auto number = reader.number(key);
  if (!number) return;
  const bool inside =
      open ? *number > least && *number < most : *number >= least && *number <= most;
  if (inside) {
    value = *number;
    return;
  }
  errors.add(reader.find(key)->span(), fmt::format("'{}' is {}", key, shortest(*number)),
             open && most == std::numeric_limits<double>::max()
                 ? fmt::format("it is greater than {}", shortest(least))
             : open ? fmt::format("it lies between {} and {}", shortest(least), shortest(most))
                    : fmt::format("it is {} to {}", shortest(least), shortest(most)));
}

TaskChoice read_task(const Json& node, Diagnostics& errors) {
  TaskChoice task;
  const std::vector<std::string> names{"copy", "reverse", "two_heads", "numbers"};
  const std::string expected = "\"copy\", \"reverse\", \"two_heads\" or \"numbers\"";
  const auto choose = [&](const Json& name) {
    if (const auto kind = read_choice(name, "task", names, expected, errors)) {
      task.kind = static_cast<TaskChoice::Kind>(*kind);
    }
  };
  if (node.text()) {
    choose(node);
    return task;
  }
  ObjectReader reader(node, errors, "a task's name, or {\"name\": …, options}");
  if (!reader.is_object()) return task;
  if (const Json* name = reader.require("name", expected)) choose(*name);
  if (task.kind == TaskChoice::Kind::numbers) {
    whole_into(reader, "below", 100, largest_number, task.below);
  } else {
    whole_into(reader, "symbols", 2, most_symbols, task.symbols);
    whole_into(reader, "length", 2, most_symbols, task.length);
  }
  reader.done();
  return task;
}

ModelSizes read_model(const Json& node, bool& pre_norm, Diagnostics& errors) {
  ModelSizes model;
  ObjectReader reader(node, errors, "an object of the model's sizes");
  if (!reader.is_object()) return model;
  whole_into(reader, "d_model", 2, largest_model, model.d_model);
  whole_into(reader, "heads", 1, largest_model, model.heads);
  whole_into(reader, "d_ff", 0, largest_model, model.d_ff);
  if (const Json* norm = reader.find("norm")) {
    const auto which = read_choice(*norm, "norm", {"post", "pre"}, "\"post\" or \"pre\"", errors);
    pre_norm = which == 1;
  }
  reader.done();
  if (model.d_model % model.heads != 0) {
    errors.add(node.bracket(),
               fmt::format("d_model={} does not divide into heads={}", model.d_model, model.heads),
               "give heads that divide it");
  }
  return model;
}

OptimizerChoice read_optimizer(const Json& node, Diagnostics& errors) {
  OptimizerChoice optimizer;
  ObjectReader reader(node, errors, "an optimizer, such as {\"name\": \"adam\", \"lr\": 0.001}");
  if (!reader.is_object()) return optimizer;
  if (const Json* name = reader.find("name")) {
    const auto which =
        read_choice(*name, "optimizer", {"adam", "adamw"}, "\"adam\" or \"adamw\"", errors);
    optimizer.decoupled_decay = which == 1;
  }
  const double largest = std::numeric_limits<double>::max();
  number_into(reader, "lr", 0, largest, true, optimizer.lr, errors);
  whole_into(reader, "warmup", 0, most_steps, optimizer.warmup);
  number_into(reader, "beta_1", 0, 1, true, optimizer.beta_1, errors);
  number_into(reader, "beta_2", 0, 1, true, optimizer.beta_2, errors);
  number_into(reader, "eps", 0, 1, true, optimizer.eps, errors);
  number_into(reader, "weight_decay", 0, 1, false, optimizer.weight_decay, errors);
  reader.done();
  return optimizer;
}

Arm read_arm(const Json& node, const Arm& usual, Diagnostics& errors) {
  Arm arm = usual;
  ObjectReader reader(node, errors, "an arm {\"id\": …, \"title\": …}");
  if (!reader.is_object()) return arm;
  if (const auto id = reader.required_text("id", "what the arm is called on the command line")) {
    check_name(*id, reader.find("id")->span(), "-", errors);
    arm.id = *id;
  }
  arm.title = {arm.id, ""};
  if (const Json* title = reader.find("title")) {
    arm.title = read_text(*title, errors).value_or(Text{});
  }
  if (const Json* w_o = reader.find("w_o")) {
    const auto which =
        read_choice(*w_o, "kind of W_o", {"learned", "none", "identity", "random"},
                    "\"learned\", \"none\", or frozen at \"identity\" or \"random\"", errors);
    if (which) arm.w_o = static_cast<Arm::OutputProjection>(*which);
  }
  if (const Json* norm = reader.find("norm")) {
    const auto which = read_choice(*norm, "norm", {"post", "pre"}, "\"post\" or \"pre\"", errors);
    if (which) arm.pre_norm = which == 1;
  }
  whole_into(reader, "d_ff", 0, largest_model, arm.d_ff);
  arm.against = reader.text("against").value_or("");
  arm.on_request = reader.flag("on_request").value_or(false);
  reader.done();
  return arm;
}

void check_against(const Json& node, const std::vector<Arm>& arms, Diagnostics& errors) {
  std::vector<std::string> ids;
  for (const Arm& arm : arms) ids.push_back(arm.id);
  for (const Arm& arm : arms) {
    if (arm.against.empty() || std::ranges::find(ids, arm.against) != ids.end()) continue;
    errors.add(node.bracket(),
               fmt::format("there is no arm {} to compare with", in_quotes(arm.against)),
               did_you_mean(arm.against, ids));
  }
}

std::vector<Arm> read_arms(const Json& node, const Arm& usual, Diagnostics& errors) {
  std::vector<Arm> arms;
  if (!node.is_list()) {
    report_expected(errors, node, "a list of arms");
    return arms;
  }
  node.each_item([&](const Json& item) {
    Arm arm = read_arm(item, usual, errors);
    if (!arm.id.empty() && std::ranges::find(arms, arm.id, &Arm::id) != arms.end()) {
      errors.add(item.span(), fmt::format("there are two arms {}", in_quotes(arm.id)),
                 "rename one");
    }
    arms.push_back(std::move(arm));
  });
  check_against(node, arms, errors);
  if (arms.empty()) errors.add(node.span(), "there is no arm to train", "give one or more");
  return arms;
}

std::vector<std::uint32_t> read_seeds(const Json& node, Diagnostics& errors) {
  std::vector<std::uint32_t> seeds;
  if (!node.is_list() || (node.numbers() && node.numbers()->empty())) {
    report_expected(errors, node, "a list of at least one seed, such as [1, 2]");
    return seeds;
  }
  constexpr Index largest = std::numeric_limits<std::uint32_t>::max();
  node.each_item([&](const Json& item) {
    const auto seed = read_whole(item, 0, largest, errors);
    if (!seed) return;
    if (std::ranges::find(seeds, static_cast<std::uint32_t>(*seed)) != seeds.end()) {
      errors.add(item.span(), fmt::format("seed {} is there twice", *seed),
                 "every seed is a run of its own");
    }
    seeds.push_back(static_cast<std::uint32_t>(*seed));
  });
  return seeds;
}

/// Where the runs made earlier are, below the lesson's own folder. They are read when they are
/// shown.
std::string read_results(const Json& node, Reading& reading) {
  const auto named = node.text();
  if (!named) {
    report_expected(reading.errors, node, "a file that `headtrace train --format csv` wrote");
    return "";
  }
  try {
    return file_below(reading.folder, *named);
  } catch (const Error& error) {
    reading.errors.add(error, node.span());
    return "";
  }
}

}  // namespace

std::optional<Experiment> read_experiment(const Json& node, Reading& reading) {
  Diagnostics& errors = reading.errors;
  Experiment experiment;
  ObjectReader reader(node, errors, "an experiment, which is an object {…}");
  if (!reader.is_object()) return std::nullopt;
  if (const Json* task = reader.require("task", "what is to be learned, such as \"reverse\"")) {
    experiment.task = read_task(*task, errors);
  }
  Arm usual;
  if (const Json* model = reader.find("model")) {
    experiment.model = read_model(*model, usual.pre_norm, errors);
  }
  usual.d_ff = experiment.model.d_ff;
  if (const Json* arms = reader.require("arms", "the models to compare")) {
    experiment.arms = read_arms(*arms, usual, errors);
  }
  if (const Json* seeds = reader.require("seeds", "a list, such as [1, 2, 3]")) {
    experiment.seeds = read_seeds(*seeds, errors);
  }
  if (reader.require("steps", "how many batches to train on")) {
    whole_into(reader, "steps", 1, most_steps, experiment.steps);
  }
  whole_into(reader, "batch", 1, largest_model, experiment.batch);
  if (const Json* optimizer = reader.find("optimizer")) {
    experiment.optimizer = read_optimizer(*optimizer, errors);
  }
  whole_into(reader, "evaluate_every", 1, most_steps, experiment.evaluate_every);
  whole_into(reader, "test_examples", 1, largest_model, experiment.test_examples);
  number_into(reader, "stop_at", 0, 1, false, experiment.stop_at, errors);
  if (const Json* results = reader.find("results")) {
    experiment.results = read_results(*results, reading);
  }
  reader.done();
  return experiment;
}

}  // namespace headtrace
