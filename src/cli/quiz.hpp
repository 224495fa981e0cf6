#pragma once

#include <functional>
#include <headtrace/lesson.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/common_options.hpp"
#include "cli/line_reader.hpp"
#include "render/exercise_text.hpp"
#include "study/traces.hpp"

namespace headtrace::cli {

struct QuizOptions {
  bool ask = false;
  bool reveal = true;   ///< say what is right, and let questions be skipped
  std::string answers;  ///< file for whoever grades; empty for none
};

/// Asks before a tensor is shown, and keeps count.
class Quiz {
 public:
  Quiz(const Lesson& lesson, const Traces& traces, const CommonOptions& common, LineReader& lines,
       QuizOptions options);

  const QuizOptions& options() const { return options_; }
  bool was_asked(const std::string& tensor) const { return asked_.count(tensor) != 0; }
  /// Asks what there is to ask at `tensor`, once. False where the learner wants to leave.
  bool ask_at(const std::string& tensor, const std::function<void()>& show_inputs);
  void tell_score() const;

 private:
  enum class Reply { answered, skipped, leave };
  Reply ask(const Exercise& exercise, const std::function<void()>& show_inputs);
  bool takes(const std::string& given, Outcome& outcome) const;
  void say_line(const Text& text) const;
  void note(Outcome outcome);
  std::string prompt() const;

  const Lesson& lesson_;
  const Traces& traces_;
  const CommonOptions& common_;
  LineReader& lines_;
  QuizOptions options_;
  std::set<std::string> asked_;
  std::vector<Outcome> outcomes_;
};

}  // namespace headtrace::cli
