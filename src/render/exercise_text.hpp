#pragma once

#include <headtrace/style.hpp>
#include <headtrace/trace.hpp>
#include <string>
#include <vector>

#include "study/confusion.hpp"
#include "study/exercise.hpp"

namespace headtrace {

/// What is asked, its choices, and in which form to answer. `step` is the one that makes the
/// tensor (null for an input); with `shapes` those of its operands are told.
std::string exercise_text(const Exercise& exercise, const TraceStep* step, const Dims& dims,
                          bool shapes, bool may_skip, const Style& style);

/// `a) position 0`, one a choice; none for other questions.
std::vector<std::string> choice_texts(const Exercise& exercise, const Style& style);

/// The right answer as one would write it: `[1, 3, 4]`, `0.25`, a choice with its letter and words.
std::string solution_text(const Exercise& exercise, const Style& style);

/// A hint after a wrong answer: the confusion where one was found.
std::string hint_text(const Exercise& exercise, const std::optional<Confusion>& confusion,
                      const TraceStep* step, const Trace& trace, const Style& style);

/// How one exercise went.
struct Outcome {
  Exercise exercise;
  std::size_t step = 0;  ///< its number; 0 for an input
  std::vector<std::string> given;
  bool right = false;
};

/// The count of right answers and what to look at again; with `reveal` false only how many there
/// are.
std::string score_text(const std::vector<Outcome>& outcomes, bool reveal, const Style& style);

/// The answers as JSON for whoever grades them: lesson, answers (tensor, step, kind, question,
/// given, expected, right, tries), right, asked.
std::string answers_json(const std::string& lesson, const std::vector<Outcome>& outcomes,
                         Lang lang);

}  // namespace headtrace
