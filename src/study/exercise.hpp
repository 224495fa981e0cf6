#pragma once

#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "study/traces.hpp"

namespace headtrace {

/// One thing that the learner is asked before a tensor is shown, with its answer from the trace.
struct Exercise {
  std::string at;
  Text ask;  ///< placeholders filled; empty where the lesson has no question and the shape is asked
  Text why;
  std::vector<Text> choices;
  /// The right shape, strides or choice (from 0), or the number in `cell`.
  enum class Kind { shape, strides, value, choice } kind = Kind::shape;
  Sizes sizes;
  Sizes cell;
  double value = 0;
  std::size_t choice = 0;
};

/// Throws Error::lesson for an answer that `tensor` doesn't have.
void check_answer(const Question& question, const Tensor& tensor);

/// The question with its answer; nothing where its tensor is not made. Throws as check_answer.
std::optional<Exercise> exercise_of(const Question& question, const Traces& traces);

/// The lesson's questions at `tensor`, in their order, or the shape where it is a step's and there
/// are none. Throws as check_answer.
std::vector<Exercise> exercises_at(const std::string& tensor, const Lesson& lesson,
                                   const Traces& traces);

/// How near a number must come: 0.01, or a twentieth of numbers below 0.2.
double accepted_distance(const Exercise& exercise);

/// What a learner wrote, read for the exercise: sizes, a number, or a choice from 0.
struct Answer {
  Sizes sizes;
  double value = 0;
  std::size_t choice = 0;
};

/// Reads `1 2 3 2`, `(1,2,3,2)`, `[1, 2]`, `1x2x3x2`, `batch,heads,seq,d_k`; `0.25`, `1/4`, `-inf`,
/// `nan`; `2` or `b`. Throws Error::usage that shows the form.
Answer read_answer(const Exercise& exercise, const std::string& written, const Dims& dims);

bool is_right(const Exercise& exercise, const Answer& answer);

}  // namespace headtrace
