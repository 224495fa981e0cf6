#pragma once

#include <headtrace/text.hpp>
#include <string>
#include <vector>

#include "cli/walk.hpp"

namespace headtrace::cli {

/// One row of the table that dispatch, help and completion come from.
struct WalkCommand {
  std::string name;
  std::string argument;  ///< as the help shows it
  Text meaning;
  bool while_graded;  ///< tells nothing that is being asked
  /// False where the learner leaves.
  bool (*obey)(Walk& walk, const std::string& argument);
};

const std::vector<WalkCommand>& walk_commands();

}  // namespace headtrace::cli
