#pragma once

#include <atomic>

namespace headtrace::cli {

/// While it lives, Ctrl-C (and a polite kill) raise the flag instead of ending the program; one
/// that comes a second or more after the first ends it.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  static const std::atomic<bool>& raised();
};

}  // namespace headtrace::cli
