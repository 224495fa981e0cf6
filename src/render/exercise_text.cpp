#include "render/exercise_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/json_value.hpp"
#include "render/numbers.hpp"
#include "render/step_text.hpp"
#include "render/walk_phrases.hpp"

namespace headtrace {
namespace {

using Kind = Exercise::Kind;

/// Only the first 26 choices have a letter.
std::string choice_label(std::size_t number) {
  return number < 26 ? std::string(1, static_cast<char>('a' + number)) + ")"
                     : fmt::format("{})", number + 1);
}

std::string form_text(const Exercise& exercise, bool may_skip, const Style& style) {
  std::string form;
  switch (exercise.kind) {
    case Kind::shape:
      form = say(phrase::form_shape, style);
      break;
    case Kind::strides:
      form = say(phrase::form_strides, style);
      break;
    case Kind::value:
      form = say(phrase::form_value, style, terse(accepted_distance(exercise), 4));
      break;
    case Kind::choice:
      form = say(phrase::form_choice, style);
      break;
  }
  if (may_skip) form += say(phrase::semicolon, style) + say(phrase::or_skip, style);
  return say(phrase::in_brackets, style, form);
}

/// Where the shape is asked without a question of the lesson's own: what the step is made of, and
/// its formula unless that holds the answer.
std::string about_step(const TraceStep& step, const Dims& dims, bool shapes, const Style& style) {
  std::vector<std::string> operands;
  for (const TensorSpec& input : step.planned.inputs) {
    std::string operand = shown_line(input.name, style);
    if (shapes) operand += " " + axes_text(input.axes, dims, style);
    operands.push_back(std::move(operand));
  }
  const std::string& op = step.planned.step.op;
  std::string text =
      paragraph(say(phrase::it_reads, style, op,
                    fmt::format("{}", fmt::join(operands, say(phrase::in_list, style)))),
                style);
  text += paragraph(shown(meaning_of(step).in(style.lang), style), style);
  const std::string& formula = step.planned.notation.formula_in(style.lang);
  if (formula.find(describe(step.output.axes())) == std::string::npos) {
    text += paragraph(shown_line(formula, style), style);
  }
  return text;
}

}  // namespace

std::string exercise_text(const Exercise& exercise, const TraceStep* step, const Dims& dims,
                          bool shapes, bool may_skip, const Style& style) {
  const std::string name = shown_line(exercise.at, style);
  std::string text =
      heading(step != nullptr ? say(phrase::question_of, style, step->planned.index, name) : name,
              "", "", style);
  if (exercise.ask.empty()) {
    if (step != nullptr) text += about_step(*step, dims, shapes, style);
    text += paragraph(say(phrase::ask_shape, style, name), style);
  } else {
    text += paragraph(shown(exercise.ask.in(style.lang), style), style);
  }
  for (const std::string& choice : choice_texts(exercise, style)) text += paragraph(choice, style);
  return text + paragraph(form_text(exercise, may_skip, style), style);
}

std::vector<std::string> choice_texts(const Exercise& exercise, const Style& style) {
  std::vector<std::string> texts;
  for (const Text& choice : exercise.choices) {
    texts.push_back(choice_label(texts.size()) + " " + shown(choice.in(style.lang), style));
  }
  return texts;
}

std::string solution_text(const Exercise& exercise, const Style& style) {
  switch (exercise.kind) {
    case Kind::choice:
      return choice_texts(exercise, style)[exercise.choice];
    case Kind::value:
      return terse(exercise.value, style.precision);
    case Kind::shape:
    case Kind::strides:
      break;
  }
  return describe(exercise.sizes);
}

namespace {

std::string confusion_text(const Confusion& confusion, const Trace& trace, const Style& style) {
  const auto with_value = [&] {
    const double value = trace.find(confusion.tensor)->at(confusion.cell);
    return fmt::format("{} = {}", cell_text(confusion.tensor, confusion.cell),
                       terse(value, style.precision));
  };
  switch (confusion.kind) {
    case Confusion::Kind::shape_before:
      return say(phrase::hint_shape_before, style, confusion.tensor);
    case Confusion::Kind::axes_reordered:
      return say(phrase::hint_axes_reordered, style);
    case Confusion::Kind::too_many_elements:
      return say(
          confusion.number > confusion.expected ? phrase::hint_too_many : phrase::hint_too_few,
          style, grouped(confusion.number));
    case Confusion::Kind::wrong_rank:
      return say(phrase::hint_rank, style, confusion.number);
    case Confusion::Kind::contiguous_strides:
      return say(phrase::hint_contiguous_strides, style);
    case Confusion::Kind::strides_before:
      return say(phrase::hint_strides_before, style, confusion.tensor);
    case Confusion::Kind::value_before:
      return say(phrase::hint_value_before, style, with_value());
    case Confusion::Kind::other_cell:
      return say(phrase::hint_other_cell, style, cell_text(confusion.tensor, confusion.cell));
    case Confusion::Kind::transposed_cell:
      return say(phrase::hint_transposed_cell, style, cell_text(confusion.tensor, confusion.cell));
    case Confusion::Kind::other_layout:
      return say(phrase::hint_other_layout, style, confusion.tensor);
    case Confusion::Kind::without_bias:
      return say(phrase::hint_without_bias, style);
    case Confusion::Kind::sign:
      break;
  }
  return say(phrase::hint_sign, style);
}

std::string general_hint(const Exercise& exercise, const TraceStep* step, const Style& style) {
  switch (exercise.kind) {
    case Kind::shape:
      return say(phrase::hint_shape, style);
    case Kind::strides:
      return say(phrase::hint_strides, style);
    case Kind::value:
      return step == nullptr
                 ? ""
                 : say(phrase::hint_value, style, step->planned.notation.formula_in(style.lang));
    case Kind::choice:
      break;
  }
  return say(phrase::hint_choice, style);
}

}  // namespace

std::string hint_text(const Exercise& exercise, const std::optional<Confusion>& confusion,
                      const TraceStep* step, const Trace& trace, const Style& style) {
  const std::string hint =
      confusion ? confusion_text(*confusion, trace, style) : general_hint(exercise, step, style);
  const std::string between = gap(style);
  return paragraph(say(phrase::not_quite, style) + between + hint + (hint.empty() ? "" : between) +
                       say(phrase::once_more, style),
                   style);
}

}  // namespace headtrace
