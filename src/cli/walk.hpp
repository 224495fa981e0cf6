#pragma once

#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/line_reader.hpp"
#include "cli/quiz.hpp"
#include "study/traces.hpp"

namespace headtrace::cli {

/// A walk through a lesson: where the learner is, and what each command shows. Place 0 is the
/// lesson's beginning, then come the steps, then its end.
class Walk {
 public:
  Walk(const Lesson& lesson, const Traces& traces, const CommonOptions& common, LineReader& lines,
       Quiz& quiz, bool pictures);

  /// Until the learner leaves or the input ends.
  void go();

 private:
  friend struct WalkCommands;

  const Trace& trace() const { return traces_.base; }
  std::size_t last_place() const { return trace().steps.size() + 1; }
  bool graded() const { return quiz_.options().ask && !quiz_.options().reveal; }
  const TraceStep* here() const;
  Style style() const;
  std::string prompt() const;
  void print(const Text& text) const;
  void say_line(const std::string& words) const;

  bool obey(const std::string& line);
  bool go_to(std::size_t place);
  bool go_to_named(const std::string& name);
  bool ask_before(std::size_t place);
  void show(std::size_t place);
  void show_step(const TraceStep& step, const Style& style, bool numbers) const;
  void show_inputs() const;
  void show_start() const;
  std::size_t first_unknown() const;

  void choose_head(const std::string& which);
  void explain_cell(const std::string& named) const;
  void show_change() const;
  void show_mask() const;

  const Lesson& lesson_;
  const Traces& traces_;
  const CommonOptions& common_;
  LineReader& lines_;
  Quiz& quiz_;
  bool pictures_;
  std::size_t place_ = 0;
  std::optional<Index> head_;
};

/// The words that may be typed: commands first on a line, tensors' names anywhere.
std::vector<std::string> walk_words(const Trace& trace, const std::string& begun, bool first);

}  // namespace headtrace::cli
