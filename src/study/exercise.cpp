#include "study/exercise.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/shape.hpp"
#include "study/difference.hpp"
#include "study/fill_text.hpp"

namespace headtrace {
namespace {

constexpr double usual_distance = 0.01;
constexpr double small_number = 0.2;
constexpr double share_of_small = 0.05;

Text filled(const Text& text, const Traces& traces) {
  return {fill_text(text.en, traces), fill_text(text.zh, traces)};
}

Exercise shape_of(const Tensor& tensor) {
  Exercise exercise;
  exercise.at = tensor.name();
  exercise.sizes = tensor.shape();
  return exercise;
}

Exercise from_question(const Question& question, const Tensor& tensor, const Traces& traces) {
  check_answer(question, tensor);
  Exercise exercise = shape_of(tensor);
  exercise.ask = filled(question.ask, traces);
  exercise.why = filled(question.why, traces);
  if (std::holds_alternative<StridesAnswer>(question.answer)) {
    exercise.kind = Exercise::Kind::strides;
    exercise.sizes = tensor.strides();
  } else if (const auto* answer = std::get_if<CellAnswer>(&question.answer)) {
    exercise.kind = Exercise::Kind::value;
    exercise.cell = answer->cell;
    exercise.value = tensor.at(answer->cell);
  } else if (const auto* choice = std::get_if<ChoiceAnswer>(&question.answer)) {
    exercise.kind = Exercise::Kind::choice;
    exercise.choice = choice->correct;
    for (const Text& each : choice->choices) exercise.choices.push_back(filled(each, traces));
  }
  return exercise;
}

}  // namespace

void check_answer(const Question& question, const Tensor& tensor) {
  if (const auto* answer = std::get_if<CellAnswer>(&question.answer)) {
    if (lies_within(answer->cell, tensor.shape())) return;
    throw Error::lesson(fmt::format("the answer's cell {} lies outside {}", describe(answer->cell),
                                    describe(tensor.spec())))
        .at(question.span);
  }
  const auto* choice = std::get_if<ChoiceAnswer>(&question.answer);
  if (choice != nullptr && choice->correct >= choice->choices.size()) {
    throw Error::lesson("the right choice is not among the choices").at(question.span);
  }
}

std::optional<Exercise> exercise_of(const Question& question, const Traces& traces) {
  const Tensor* made = traces.base.find(question.at);
  if (made == nullptr) return std::nullopt;
  return from_question(question, *made, traces);
}

std::vector<Exercise> exercises_at(const std::string& tensor, const Lesson& lesson,
                                   const Traces& traces) {
  std::vector<Exercise> exercises;
  for (const Question& question : lesson.questions) {
    if (question.at != tensor) continue;
    if (auto exercise = exercise_of(question, traces)) exercises.push_back(std::move(*exercise));
  }
  const TraceStep* step = traces.base.find_step(tensor);
  // A gradient has its tensor's shape, every time.
  const bool forward = step != nullptr && step->gradient_of.empty() && tensor != traces.base.loss;
  if (exercises.empty() && forward) exercises.push_back(shape_of(step->output));
  return exercises;
}

double accepted_distance(const Exercise& exercise) {
  const double size = std::abs(exercise.value);
  return size > 0 && size < small_number ? share_of_small * size : usual_distance;
}

bool is_right(const Exercise& exercise, const Answer& answer) {
  switch (exercise.kind) {
    case Exercise::Kind::choice:
      return answer.choice == exercise.choice;
    case Exercise::Kind::value:
      // A little more, so that an answer that is off by exactly as much isn't lost to rounding.
      return agree(exercise.value, answer.value, {accepted_distance(exercise) * (1 + 1e-9), 0});
    case Exercise::Kind::shape:
    case Exercise::Kind::strides:
      break;
  }
  return answer.sizes == exercise.sizes;
}

}  // namespace headtrace
