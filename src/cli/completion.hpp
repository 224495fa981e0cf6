#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace headtrace::cli {

/// A command with all its arguments.
struct CommandInfo {
  const Command* command = nullptr;
  std::vector<ArgumentInfo> arguments;
};

/// Everything that a command line may consist of.
struct ProgramInfo {
  std::vector<CommandInfo> commands;
  std::vector<ArgumentInfo> everywhere;
};

/// What may stand at a place of the command line, and what it is.
struct Candidate {
  std::string word;
  std::string what;
};

/// A word as ":files" says that a file's name is wanted.
inline constexpr const char* wants_files = ":files";

/// What could be the last of `words`, which follow the program's name and of which the last is only
/// begun (perhaps empty). Nothing is thrown: a lesson that can't be read offers no names.
std::vector<Candidate> completions(std::vector<std::string> words, const ProgramInfo& program,
                                   CommonOptions common, Lang lang);

/// The script that makes `bash`, `zsh` or `fish` ask `headtrace complete`. Throws Error::usage for
/// another shell.
std::string completion_script(const std::string& shell);

/// The manual page headtrace(1), in man's macros.
std::string manual_page(const ProgramInfo& program);

}  // namespace headtrace::cli
