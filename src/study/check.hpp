#pragma once

#include <headtrace/lesson.hpp>
#include <map>
#include <string>
#include <vector>

namespace headtrace {

/// How one promise of a lesson compares with what is computed.
struct ExpectationResult {
  std::string tensor;
  std::string variant;  ///< empty for the lesson's own trace
  bool holds = false;
  std::string problem;  ///< one sentence where it doesn't hold
  Sizes expected_shape;
  Sizes shape;
  double tolerance = 0;
  // Where values were compared:
  Index compared = 0;
  Index wrong = 0;     ///< how many differ by more than the tolerance
  double largest = 0;  ///< the greatest difference, infinite against a non-finite number
  Sizes cell;          ///< where it is
  double expected = 0;
  double got = 0;
  SourceSpan span;
};

/// What a lesson promises, held against its traces.
struct CheckReport {
  std::vector<ExpectationResult> expectations;
  std::vector<Error> problems;  ///< everything else, with its place in the lesson
  std::size_t questions = 0;    ///< how many were looked at
  std::size_t texts = 0;

  bool passes() const;
};

/// Runs the lesson and every variant it mentions, and looks at expectations, answers and the
/// placeholders of all texts. Nothing is thrown for what a lesson can get wrong. A failing step is
/// a problem in the lesson's own trace only: a variant may be about a mistake.
CheckReport check(const Lesson& lesson);

/// A lesson whose `after` names one that there is not, or that comes after itself.
struct OrderProblem {
  std::string lesson;
  Error error;
};

/// `after`: what each lesson of a folder comes after, by its name.
std::vector<OrderProblem> check_order(const std::map<std::string, std::vector<std::string>>& after);

}  // namespace headtrace
