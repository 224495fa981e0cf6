#pragma once

#include <string_view>

namespace headtrace::cli {

/// Standard output was closed by its reader (`| head`): the program ends quietly.
struct ReaderLeft {};

/// Writes to standard output. Throws ReaderLeft for a closed pipe, Error::file for a full disk.
void write_out(std::string_view text);
/// Hands everything written to the system, and fails as write_out does.
void flush_out();
/// To standard error.
void write_err(std::string_view text);

}  // namespace headtrace::cli
