#pragma once

#include <headtrace/style.hpp>
#include <set>
#include <string>

#include "render/lesson_trace.hpp"

namespace headtrace {

/// The whole trace as a Markdown handout: every tensor as tables, with what the lesson says and
/// asks at it, and the answers at the end.
std::string handout(const LessonTrace& what, const Style& style);

/// What a worksheet leaves out.
struct Worksheet {
  std::set<std::string> blank;  ///< tensors whose numbers are to be filled in
  /// The numbers are not the lesson's own, so that what it says of them no longer holds: notes and
  /// questions with a choice are left out.
  bool own_numbers = false;
};

/// The tensors that the lesson's questions are about.
std::set<std::string> asked_about(const Lesson& lesson, const Trace& trace);

/// The handout with blank tables for pen and paper, and without answers.
std::string worksheet(const LessonTrace& what, const Worksheet& sheet, const Style& style);
/// The tables left blank, filled in, and the answers.
std::string worksheet_key(const LessonTrace& what, const Worksheet& sheet, const Style& style);

}  // namespace headtrace
