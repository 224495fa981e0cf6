#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "render/exercise_text.hpp"
#include "render/fact_list.hpp"
#include "render/json_value.hpp"
#include "render/walk_phrases.hpp"

namespace headtrace {
namespace {

using Kind = Exercise::Kind;

std::string kind_name(Kind kind) {
  switch (kind) {
    case Kind::shape:
      return "shape";
    case Kind::strides:
      return "strides";
    case Kind::value:
      return "value";
    case Kind::choice:
      break;
  }
  return "choice";
}

std::string expected_json(const Exercise& exercise) {
  switch (exercise.kind) {
    case Kind::value:
      return json_number(exercise.value);
    case Kind::choice:
      return fmt::format("{}", exercise.choice + 1);
    case Kind::shape:
    case Kind::strides:
      break;
  }
  return json_indices(exercise.sizes);
}

Index count(const std::vector<Outcome>& outcomes, std::size_t tries) {
  return std::ranges::count_if(outcomes, [tries](const Outcome& outcome) {
    return outcome.right && outcome.given.size() == tries;
  });
}

std::string places_to_look_at(const std::vector<Outcome>& outcomes, const Style& style) {
  std::vector<std::string> places;
  for (const Outcome& outcome : outcomes) {
    if (outcome.right && outcome.given.size() == 1) continue;
    const std::string name = shown_line(outcome.exercise.at, style);
    std::string place = outcome.step > 0 ? fmt::format("{} {}", outcome.step, name) : name;
    if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
  }
  if (places.empty()) return say(phrase::all_right, style);
  return say(phrase::look_again, style) + gap(style) +
         fmt::format("{}", fmt::join(places, say(phrase::in_list, style)));
}

}  // namespace

std::string score_text(const std::vector<Outcome>& outcomes, bool reveal, const Style& style) {
  if (outcomes.empty()) return paragraph(say(phrase::score_none, style), style) + "\n";
  if (!reveal) {
    return paragraph(say(phrase::score_recorded, style, outcomes.size()), style) + "\n";
  }
  std::string line = say(phrase::score, style, count(outcomes, 1), outcomes.size());
  if (const Index second = count(outcomes, 2); second > 0) {
    line += say(phrase::score_second, style, second);
  }
  line += say(phrase::full_stop, style);
  return paragraph(line, style) + paragraph(places_to_look_at(outcomes, style), style) + "\n";
}

std::string answers_json(const std::string& lesson, const std::vector<Outcome>& outcomes,
                         Lang lang) {
  std::vector<std::string> answers;
  for (const Outcome& outcome : outcomes) {
    answers.push_back(fmt::format(
        "    {{\"tensor\": {}, \"step\": {}, \"kind\": \"{}\", \"question\": {}, \"given\": {}, "
        "\"expected\": {}, \"right\": {}, \"tries\": {}}}",
        json_string(outcome.exercise.at), outcome.step, kind_name(outcome.exercise.kind),
        json_string(outcome.exercise.ask.in(lang)), json_strings(outcome.given),
        expected_json(outcome.exercise), outcome.right, outcome.given.size()));
  }
  const Index right = std::ranges::count_if(outcomes, &Outcome::right);
  return fmt::format(
      "{{\n  \"lesson\": {},\n  \"asked\": {},\n  \"right\": {},\n  \"answers\": [{}{}{}]\n}}\n",
      json_string(lesson), outcomes.size(), right, answers.empty() ? "" : "\n",
      fmt::join(answers, ",\n"), answers.empty() ? "" : "\n  ");
}

}  // namespace headtrace
