#pragma once

#include <headtrace/text.hpp>
#include <string>

/// What the program can find out about where it runs.
namespace headtrace::cli {

/// The reader's language by the locale's variables, as POSIX orders them.
Lang locale_language();
/// False only where the locale's variables name a character set other than UTF-8.
bool locale_is_utf8();
/// Columns of the terminal on standard output, else COLUMNS, else 80.
int output_width();
/// Whether standard output is a terminal that shows color (NO_COLOR and TERM=dumb are respected).
bool output_shows_color();
/// The file that is running.
std::string program_path(const char* argv0);

}  // namespace headtrace::cli
