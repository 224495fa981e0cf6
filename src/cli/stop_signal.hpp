#pragma once

#include <atomic>

namespace headtrace::cli {

/// While it lives, Ctrl-C (and a polite kill) raise the flag instead of ending the program; a
/// second one ends it.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  static const std::atomic<bool>& raised();
};

}  // namespace headtrace::cli
