#include "cli/quiz.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/error_text.hpp"
#include "cli/output.hpp"
#include "files/write_file.hpp"
#include "render/fact_list.hpp"
#include "render/walk_phrases.hpp"

namespace headtrace::cli {
namespace {

constexpr std::size_t most_tries = 2;

std::string trimmed(std::string text) {
  while (text.ends_with(' ')) text.pop_back();
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

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
  const auto say_line = [this](const Text& text) {
    const Style style = common_.style();
    write_out(paragraph(say(text, style), style));
  };
  write_out(exercise_text(exercise, step, traces_.base.dims, options_.reveal, options_.reveal,
                          common_.style()));
  Outcome outcome{exercise, step == nullptr ? 0 : step->planned.index, {}, false};
  while (true) {
    const auto line = lines_.read(prompt());
    if (!line || trimmed(*line) == "q") {
      if (!outcome.given.empty()) note(outcome);
      return Reply::leave;
    }
    const std::string given = trimmed(*line);
    if (given.empty() && options_.reveal) {
      note(std::move(outcome));
      say_line(phrase::skipped);
      write_out("\n");
      return Reply::skipped;
    }
    if (given.empty()) {
      say_line(phrase::no_skipping);
      continue;
    }
    if (given == "?") {
      say_line(options_.reveal ? phrase::question_help : phrase::question_help_graded);
      continue;
    }
    if (given == "i") {
      show_inputs();
      continue;
    }
    Answer answer;
    try {
      answer = read_answer(exercise, given, traces_.base.dims);
    } catch (const Error& error) {
      const Style style = common_.style();
      write_out(paragraph(shown_line(error.in(style.lang), style), style));
      continue;
    }
    outcome.given.push_back(given);
    outcome.right = is_right(exercise, answer);
    if (!options_.reveal) {
      say_line(phrase::recorded);
    } else if (outcome.right) {
      say_line(phrase::right);
      reveal(exercise);
    } else if (outcome.given.size() < most_tries) {
      write_out(hint_text(exercise, find_confusion(exercise, answer, traces_.base), step,
                          traces_.base, common_.style()));
      continue;
    } else {
      const Style style = common_.style();
      write_out(paragraph(say(phrase::not_quite, style) + (style.lang == Lang::zh ? "" : " ") +
                              say(phrase::answer_is, style, solution_text(exercise, style)),
                          style));
      reveal(exercise);
    }
    write_out("\n");
    note(std::move(outcome));
    return Reply::answered;
  }
}

void Quiz::reveal(const Exercise& exercise) const {
  const Style style = common_.style();
  if (!exercise.why.empty()) {
    write_out(paragraph(shown(exercise.why.in(style.lang), style), style));
  }
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
  return common_.style().lang == Lang::zh ? "答> " : "answer> ";
}

}  // namespace headtrace::cli
