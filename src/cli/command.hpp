#pragma once

#include <functional>
#include <headtrace/text.hpp>
#include <string>
#include <vector>

#include "cli/common_options.hpp"

namespace headtrace::cli {

/// Exit statuses.
inline constexpr int fine = 0;
inline constexpr int found_wrong = 1;    ///< the thing checked is wrong
inline constexpr int unusable = 2;       ///< unusable input or arguments
inline constexpr int interrupted = 130;  ///< by Ctrl-C, after writing what there was

/// What a command does once its arguments are parsed; gives the exit status.
using Action = std::function<int()>;

/// One row of the table of commands, from which listing, help and dispatch come.
struct Command {
  std::string name;
  Text summary;
  std::vector<std::string> examples;
  /// Adds the command's own arguments and gives what to do with them. `common` outlives it.
  Action (*add)(Arguments& arguments, const CommonOptions& common) = nullptr;
};

const std::vector<Command>& commands();

/// Parses and runs; gives the exit status. Throws Error.
int run_program(int argc, const char* const* argv);

Action add_lessons(Arguments& arguments, const CommonOptions& common);
Action add_run(Arguments& arguments, const CommonOptions& common);
Action add_walk(Arguments& arguments, const CommonOptions& common);
Action add_explain(Arguments& arguments, const CommonOptions& common);
Action add_shapes(Arguments& arguments, const CommonOptions& common);
Action add_export(Arguments& arguments, const CommonOptions& common);
Action add_compare(Arguments& arguments, const CommonOptions& common);
Action add_diagnose(Arguments& arguments, const CommonOptions& common);
Action add_train(Arguments& arguments, const CommonOptions& common);
Action add_check(Arguments& arguments, const CommonOptions& common);
Action add_new(Arguments& arguments, const CommonOptions& common);
Action add_import(Arguments& arguments, const CommonOptions& common);
/// `headtrace` alone: what it is, the lessons, and what to type first.
int show_home(const CommonOptions& common);

}  // namespace headtrace::cli
