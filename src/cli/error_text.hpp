#pragma once

#include <headtrace/error.hpp>
#include <string>

namespace headtrace::cli {

/// What standard error gets. A lesson's errors come as finished blocks with their places; any
/// other is one line `headtrace: error: …`.
std::string error_text(const Error& error);

}  // namespace headtrace::cli
