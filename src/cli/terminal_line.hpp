#pragma once

#include <memory>

#include "cli/line_reader.hpp"

namespace headtrace::cli {

/// A line on a terminal with editing, history and completion (libedit); null where there is none.
/// While it lives, the terminal's settings are restored should the program be ended by a signal.
std::unique_ptr<LineReader> make_terminal_line(Complete complete, std::string when_interrupted);

}  // namespace headtrace::cli
