#pragma once

#include <headtrace/lesson.hpp>
#include <string>
#include <vector>

#include "study/train.hpp"

namespace headtrace {

/// What a training is kept in, so that it can go on later: JSON with the experiment and where each
/// run stands, every number as exact as it was.
std::string training_file(const Experiment& experiment, const std::vector<RunState>& states);

/// The runs in such a file, those of arms and seeds that `experiment` doesn't ask for included.
/// Throws Error::file for what isn't one or is cut short, and for one of another experiment, naming
/// what differs.
std::vector<RunState> read_training_file(const Source& file, const Experiment& experiment);

}  // namespace headtrace
