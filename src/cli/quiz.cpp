#include "cli/quiz.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/error_text.hpp"
#include "cli/output.hpp"
#include "core/words.hpp"
#include "files/write_file.hpp"
#include "render/fact_list.hpp"
#include "render/walk_phrases.hpp"

namespace headtrace::cli {
namespace {

constexpr std::size_t most_tries = 2;

}  // namespace

Quiz::Quiz(const Lesson& lesson, const Traces& traces, const CommonOptions& common,
           LineReader& lines, QuizOptions options)
    : lesson_(lesson),
      traces_(traces),
      common_(common),
      lines_(lines),
      options_(std::move(options)) {
  if (options_.answers.empty()) return;
  // Found out before the learner has answered anything.
  write_file(options_.answers, answers_json(lesson_.name, outcomes_, common_.style().lang), false);
}

bool Quiz::ask_at(const std::string& tensor, const std::function<void()>& show_inputs) {
  if (!options_.ask || !asked_.insert(tensor).second) return true;
  for (const Exercise& exercise : exercises_at(tensor, lesson_, traces_)) {
    if (ask(exercise, show_inputs) == Reply::leave) return false;
  }
  return true;
}

Quiz::Reply Quiz::ask(const Exercise& exercise, const std::function<void()>& show_inputs) {
  const TraceStep* step = traces_.base.find_step(exercise.at);
  write_out(exercise_text(exercise, step, traces_.base.dims, options_.reveal, options_.reveal,
                          common_.style()));
  Outcome outcome{exercise, step == nullptr ? 0 : step->planned.index, {}, false};
  while (const auto line = lines_.read(prompt())) {
    const std::string given(trimmed(*line));
    if (given == "q") break;
    if (given == "?") {
      say_line(options_.reveal ? phrase::question_help : phrase::question_help_graded);
    } else if (given == "i") {
      show_inputs();
    } else if (given.empty() && !options_.reveal) {
      say_line(phrase::no_skipping);
    } else if (given.empty() || takes(given, outcome)) {
      if (given.empty()) say_line(phrase::skipped);
      write_out("\n");
      note(std::move(outcome));
      return given.empty() ? Reply::skipped : Reply::answered;
    }
  }
  if (!outcome.given.empty()) note(std::move(outcome));
  return Reply::leave;
}

/// Reads and judges one answer; false where there is to be another try.
bool Quiz::takes(const std::string& given, Outcome& outcome) const {
  const Exercise& exercise = outcome.exercise;
  const Style style = common_.style();
  Answer answer;
  try {
    answer = read_answer(exercise, given, traces_.base.dims);
  } catch (const Error& error) {
    write_out(paragraph(shown_line(error.in(style.lang), style), style));
    return false;
  }
  outcome.given.push_back(given);
  outcome.right = is_right(exercise, answer);
  if (!options_.reveal) {
    say_line(phrase::recorded);
    return true;
  }
  if (!outcome.right && outcome.given.size() < most_tries) {
    write_out(hint_text(exercise, find_confusion(exercise, answer, traces_.base),
                        traces_.base.find_step(exercise.at), traces_.base, style));
    return false;
  }
  if (outcome.right) {
    say_line(phrase::right);
  } else {
    write_out(paragraph(say(phrase::not_quite, style) + gap(style) +
                            say(phrase::answer_is, style, solution_text(exercise, style)),
                        style));
  }
  if (!exercise.why.empty()) {
    write_out(paragraph(shown(exercise.why.in(style.lang), style), style));
  }
  return true;
}

void Quiz::say_line(const Text& text) const {
  const Style style = common_.style();
  write_out(paragraph(say(text, style), style));
}

void Quiz::note(Outcome outcome) {
  outcomes_.push_back(std::move(outcome));
  if (options_.answers.empty()) return;
  write_file(options_.answers, answers_json(lesson_.name, outcomes_, common_.style().lang), true);
}

void Quiz::tell_score() const {
  if (options_.ask) write_out(score_text(outcomes_, options_.reveal, common_.style()));
}

std::string Quiz::prompt() const {
  return say(phrase::answer_prompt, common_.style());
}

}  // namespace headtrace::cli
