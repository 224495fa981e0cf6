#pragma once

#include <headtrace/experiment.hpp>
#include <headtrace/style.hpp>
#include <string>
#include <vector>

#include "study/train_report.hpp"

namespace headtrace {

/// What is about to be trained: task, model, arms, seeds, steps. Ends with an empty line.
std::string experiment_text(const Experiment& experiment, const Style& style);

/// A table of the arms with mean and 95 % interval, the differences seed by seed, and what may and
/// may not be concluded from them.
std::string train_text(const Experiment& experiment, const TrainReport& report,
                       const std::vector<TrainingRun>& runs, const Style& style);

/// One row an evaluation: `arm,seed,step,loss,exact_match,symbol_accuracy,bleu`; all digits. A
/// run's last row says in `end` how it ended.
std::string train_csv(const std::vector<TrainingRun>& runs);

/// `lesson`, `arms` (means, intervals, differences) and `runs` with every evaluation.
std::string train_json(const std::string& lesson, const Experiment& experiment,
                       const TrainReport& report, const std::vector<TrainingRun>& runs);

/// `finished`, `stopped_early`, `diverged`, `interrupted`
std::string end_name(TrainingRun::End end);

}  // namespace headtrace
