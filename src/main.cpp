#include <csignal>
#include <cstdio>
#include <exception>
#include <headtrace/error.hpp>
#include <new>
#include <string>

#include "cli/command.hpp"
#include "cli/error_text.hpp"
#include "cli/output.hpp"

namespace {

int fail(const std::string& message) {
  headtrace::cli::write_err(message);
  return headtrace::cli::unusable;
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe shows as a failed write, so that every command ends the same quiet way.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return headtrace::cli::run_program(argc, argv);
  } catch (const headtrace::cli::ReaderLeft&) {
    return headtrace::cli::fine;
  } catch (const headtrace::Error& error) {
    std::fflush(stdout);
    return fail(headtrace::cli::error_text(error));
  } catch (const std::bad_alloc&) {
    return fail("headtrace: error: out of memory\n");
  } catch (const std::exception& error) {
    return fail(std::string("headtrace: error: ") + error.what() + "\n");
  }
}
