#include "cli/error_text.hpp"

namespace headtrace::cli {

std::string error_text(const Error& error) {
  if (error.kind() == ErrorKind::lesson && error.message().ends_with('\n')) return error.message();
  return std::string("headtrace: error: ") + error.what() + "\n";
}

}  // namespace headtrace::cli
