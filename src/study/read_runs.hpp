#pragma once

#include <headtrace/lesson.hpp>
#include <vector>

#include "study/train.hpp"

namespace headtrace {

/// The runs in files that `train --format csv` wrote, for the arms of `experiment`, in its order;
/// each with what its arm trains and costs. A run's loss between tests is the mean of the rows
/// there are. Throws Error::file with the line for what isn't such a file or is cut short, for an
/// arm that the experiment doesn't have, and for a run that is there twice.
std::vector<TrainingRun> read_runs(const std::vector<Source>& files, const Experiment& experiment);

/// The experiment as far as `runs` go: their arms and seeds, and as many steps as the longest took.
Experiment experiment_of(Experiment experiment, const std::vector<TrainingRun>& runs);

}  // namespace headtrace
