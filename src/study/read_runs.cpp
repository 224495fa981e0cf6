#include "study/read_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/did_you_mean.hpp"
#include "core/words.hpp"

namespace headtrace {
namespace {

using End = TrainingRun::End;
using RunName = std::pair<std::string, std::uint32_t>;

enum Column {
  arm_column,
  seed_column,
  step_column,
  loss_column,
  exact_column,
  symbols_column,
  bleu_column,
  end_column,
  columns
};

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (auto end = text.find(at); end != std::string_view::npos; end = text.find(at)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

/// Reads the rows of one file after another into runs.
class RunReader {
 public:
  explicit RunReader(const Experiment& experiment) : experiment_(experiment) {}

  void read(const Source& file) {
    path_ = file.path;
    line_ = 0;
    for (std::string_view row : split(file.text, '\n')) {
      ++line_;
      row = trimmed(row);
      if (line_ == 1) {
        check_header(row);
      } else if (!row.empty()) {
        read_row(row);
      }
    }
    check_ended();
  }

  std::vector<TrainingRun> runs() && {
    std::vector<TrainingRun> sorted;
    for (const Arm& arm : experiment_.arms) {
      for (TrainingRun& run : runs_) {
        if (run.arm == arm.id) sorted.push_back(std::move(run));
      }
    }
    return sorted;
  }

 private:
  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const {
    throw Error::file(fmt::format("{}:{}", path_, line_), message, hint);
  }

  void check_header(std::string_view row) const {
    if (row == runs_header) return;
    fail("this is not a file of training runs",
         "`headtrace train LESSON --format csv > FILE` writes one");
  }

  void read_row(std::string_view row) {
    const std::vector<std::string_view> cells = split(row, ',');
    if (cells.size() != columns) {
      fail(fmt::format("this row has {} cells, a run's has {}", cells.size(),
                       static_cast<int>(columns)),
           "the file may be cut short");
    }
    TrainingRun& run = run_of(cells);
    const Index step = step_of(cells[step_column], run);
    const bool tested = !cells[exact_column].empty();
    if (!cells[loss_column].empty()) {
      run.losses.push_back(number(cells[loss_column]));
      sum_ += run.losses.back();
      ++summed_;
    }
    if (tested) {
      run.curve.push_back({step, summed_ == 0 ? std::nan("") : sum_ / summed_,
                           number(cells[exact_column]), number(cells[symbols_column]),
                           number(cells[bleu_column])});
      sum_ = summed_ = 0;
    }
    last_step_ = step;
    if (cells[end_column].empty()) return;
    run.end = end_of(cells[end_column]);
    open_.reset();
  }

  /// The run that a row belongs to: the one before it's, or a new one.
  TrainingRun& run_of(const std::vector<std::string_view>& cells) {
    const std::string id(cells[arm_column]);
    const auto seed = whole_number(cells[seed_column]);
    if (!seed || *seed < 0 || *seed > std::numeric_limits<std::uint32_t>::max()) {
      fail(fmt::format("'{}' is not a seed", cells[seed_column]));
    }
    const RunName name{id, static_cast<std::uint32_t>(*seed)};
    if (open_ == name) return runs_.back();
    check_ended();
    const Arm* arm = experiment_.find_arm(id);
    if (arm == nullptr) {
      std::vector<std::string> ids;
      for (const Arm& known : experiment_.arms) ids.push_back(known.id);
      fail(fmt::format("the experiment has no arm '{}'", id), did_you_mean(id, ids));
    }
    const auto [first, is_new] = places_.emplace(name, fmt::format("{}:{}", path_, line_));
    if (!is_new) {
      fail(fmt::format("the run of {} from seed {} is there twice, first at {}", id, name.second,
                       first->second),
           "leave one of them out");
    }
    runs_.push_back(untrained(experiment_, *arm, name.second));
    open_ = name;
    sum_ = summed_ = 0;
    last_step_ = 0;
    return runs_.back();
  }

  Index step_of(std::string_view cell, const TrainingRun& run) const {
    const auto step = whole_number(cell);
    const bool after = step && (*step > last_step_ || (*step == 0 && run.losses.empty()));
    if (!after) fail(fmt::format("'{}' is not a step after step {}", cell, last_step_));
    return *step;
  }

  double number(std::string_view cell) const {
    const auto value = parse_number(cell);
    if (!value) fail(fmt::format("'{}' is not a number", cell));
    return *value;
  }

  End end_of(std::string_view cell) const {
    for (const End end : {End::finished, End::stopped_early, End::diverged, End::interrupted}) {
      if (cell == end_name(end)) return end;
    }
    fail(fmt::format("'{}' is not how a run ends", cell));
  }

  void check_ended() const {
    if (!open_) return;
    throw Error::file(path_,
                      fmt::format("the run of {} from seed {} doesn't say how it ended",
                                  open_->first, open_->second),
                      "the file may be cut short");
  }

  const Experiment& experiment_;
  std::string path_;
  std::size_t line_ = 0;
  std::vector<TrainingRun> runs_;
  std::map<RunName, std::string> places_;
  std::optional<RunName> open_;  ///< the run whose rows go on
  Index last_step_ = 0;
  double sum_ = 0;
  double summed_ = 0;
};

}  // namespace

std::string end_name(End end) {
  switch (end) {
    case End::finished:
      return "finished";
    case End::stopped_early:
      return "stopped_early";
    case End::diverged:
      return "diverged";
    case End::interrupted:
      return "interrupted";
  }
  return "";
}

std::vector<TrainingRun> read_runs(const std::vector<Source>& files, const Experiment& experiment) {
  RunReader reader(experiment);
  for (const Source& file : files) reader.read(file);
  return std::move(reader).runs();
}

Experiment experiment_of(Experiment experiment, const std::vector<TrainingRun>& runs) {
  std::erase_if(experiment.arms, [&](const Arm& arm) {
    return std::ranges::find(runs, arm.id, &TrainingRun::arm) == runs.end();
  });
  experiment.seeds.clear();
  experiment.steps = 0;
  for (const TrainingRun& run : runs) {
    if (std::ranges::find(experiment.seeds, run.seed) == experiment.seeds.end()) {
      experiment.seeds.push_back(run.seed);
    }
    if (!run.curve.empty()) experiment.steps = std::max(experiment.steps, run.curve.back().step);
  }
  return experiment;
}

}  // namespace headtrace
