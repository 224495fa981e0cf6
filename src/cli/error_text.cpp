#include "cli/error_text.hpp"

#include "core/harmless.hpp"

namespace headtrace::cli {

std::string error_text(const Error& error) {
  if (error.kind() == ErrorKind::lesson && error.message().ends_with('\n')) return error.message();
  return "headtrace: error: " + harmless_text(error.what()) + "\n";
}

}  // namespace headtrace::cli
