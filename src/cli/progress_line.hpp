#pragma once

#include <chrono>
#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <mutex>
#include <vector>

namespace headtrace::cli {

/// Steps done, rate and time left, on one line of a terminal's standard error that is written over
/// a few times a second. Says nothing where that is no terminal. May be told from several threads.
class ProgressLine {
 public:
  ProgressLine(std::size_t runs, Index steps, Lang lang);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Run number `run` has come to `step`.
  void tell(std::size_t run, Index step);

 private:
  using Clock = std::chrono::steady_clock;
  void write(Clock::time_point now);

  std::mutex mutex_;
  std::vector<Index> done_;
  Index steps_;
  Lang lang_;
  bool visible_;
  bool written_ = false;
  Clock::time_point begin_;
  Clock::time_point last_;
};

}  // namespace headtrace::cli
