#include "cli/stop_signal.hpp"

#include <csignal>

namespace headtrace::cli {
namespace {

std::atomic<bool> stop_raised{false};

extern "C" void raise_stop(int signal) {
  stop_raised = true;
  std::signal(signal, SIG_DFL);
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
