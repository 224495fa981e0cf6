#include "cli/stop_signal.hpp"

#include <csignal>
#include <ctime>

namespace headtrace::cli {
namespace {

std::atomic<bool> stop_raised{false};

volatile std::sig_atomic_t first_raised = 0;

/// `timeout` sends its signal twice at once, to the program and to its group: only one that comes
/// later is a second one.
extern "C" void raise_stop(int signal) {
  const auto now = static_cast<std::sig_atomic_t>(std::time(nullptr));
  if (stop_raised && now - first_raised > 1) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  } else if (!stop_raised) {
    first_raised = now;
    stop_raised = true;
  }
}

}  // namespace

StopSignal::StopSignal() {
  stop_raised = false;
  std::signal(SIGINT, raise_stop);
  std::signal(SIGTERM, raise_stop);
}

StopSignal::~StopSignal() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& StopSignal::raised() {
  return stop_raised;
}

}  // namespace headtrace::cli
