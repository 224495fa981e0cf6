#include "cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <headtrace/error.hpp>

namespace headtrace::cli {
namespace {

[[noreturn]] void fail() {
  if (errno == EPIPE) throw ReaderLeft{};
  throw Error::file("standard output", std::strerror(errno));
}

}  // namespace

void write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush_out() {
  if (std::fflush(stdout) != 0) fail();
}

void write_err(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace headtrace::cli
