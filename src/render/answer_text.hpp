#pragma once

#include <headtrace/lesson.hpp>
#include <headtrace/style.hpp>
#include <string>
#include <vector>

#include "study/traces.hpp"

namespace headtrace {

/// The answer to a question, taken from the lesson's own trace: `[1, 3, 4]`, a number, or the right
/// choice with its letter.
std::string answer_text(const Question& question, const Traces& traces, const Style& style);
/// `a) position 0`, one a choice; none for other questions.
std::vector<std::string> choice_texts(const Question& question, const Traces& traces,
                                      const Style& style);

/// A text of the lesson with its numbers filled in, in the reader's language.
std::string filled(const Text& text, const Traces& traces, const Style& style);

}  // namespace headtrace
