#include "cli/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <numeric>

#include "cli/output.hpp"

namespace headtrace::cli {
namespace {

constexpr std::chrono::milliseconds between_writes{200};
constexpr const char* clear_line = "\r\033[K";

std::string duration_text(double seconds) {
  const auto whole = static_cast<Index>(std::ceil(seconds));
  constexpr Index minute = 60;
  return fmt::format("{}:{:02}", whole / minute, whole % minute);
}

}  // namespace

ProgressLine::ProgressLine(std::size_t runs, Index steps, Lang lang)
    : done_(runs, 0),
      steps_(steps),
      lang_(lang),
      visible_(isatty(STDERR_FILENO) != 0),
      begin_(Clock::now()),
      last_(begin_) {}

ProgressLine::~ProgressLine() {
  try {
    if (written_) write_err(clear_line);
  } catch (...) {  // nothing is left to be told to
  }
}

void ProgressLine::tell(std::size_t run, Index step) {
  if (!visible_) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  done_[run] = step;
  const auto now = Clock::now();
  if (now - last_ < between_writes) return;
  last_ = now;
  write(now);
}

void ProgressLine::write(Clock::time_point now) {
  const Index done = std::accumulate(done_.begin(), done_.end(), Index{0});
  const Index all = static_cast<Index>(done_.size()) * steps_;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(done) / seconds;
  const double left = static_cast<double>(all - done) / rate;
  const char* words = lang_ == Lang::zh ? "{}{}/{} 步，每秒 {:.0f} 步，还要 {}"
                                        : "{}{}/{} steps, {:.0f} a second, {} left";
  write_err(fmt::format(fmt::runtime(words), clear_line, done, all, rate, duration_text(left)));
  written_ = true;
}

}  // namespace headtrace::cli
