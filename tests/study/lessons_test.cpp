#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "study/check.hpp"
#include "study/shipped_lessons.hpp"
#include "study/traces.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

void check_languages(const Text& text) {
  CHECK_FALSE(text.en.empty());
  CHECK_FALSE(text.zh.empty());
}

template <typename Kind>
bool asks_for(const Lesson& lesson) {
  for (const Question& question : lesson.questions) {
    if (std::holds_alternative<Kind>(question.answer)) return true;
  }
  return false;
}

TEST_CASE("every lesson holds what it promises") {
  for (const Lesson& lesson : test::shipped_lessons()) {
    CAPTURE(lesson.name);
    const CheckReport report = check(lesson);
    for (const ExpectationResult& result : report.expectations) {
      CAPTURE(result.tensor);
      CHECK_MESSAGE(result.holds, result.problem);
    }
    for (const Error& problem : report.problems) FAIL_CHECK(problem.what());
    CHECK_FALSE(report.expectations.empty());
  }
}

TEST_CASE("every lesson is whole: both languages, minutes, and three kinds of question") {
  for (const Lesson& lesson : test::shipped_lessons()) {
    CAPTURE(lesson.name);
    check_languages(lesson.title);
    check_languages(lesson.goal);
    CHECK(lesson.minutes > 0);
    CHECK_FALSE(lesson.notes.empty());
    for (const Note& note : lesson.notes) check_languages(note.text);
    for (const Variant& variant : lesson.variants) check_languages(variant.title);
    for (const Question& question : lesson.questions) {
      check_languages(question.ask);
      check_languages(question.why);
    }
    CHECK(lesson.questions.size() >= 3);
    CHECK((asks_for<ShapeAnswer>(lesson) || asks_for<StridesAnswer>(lesson)));
    CHECK(asks_for<CellAnswer>(lesson));
    CHECK(asks_for<ChoiceAnswer>(lesson));
  }
}

TEST_CASE("lessons come after ones that there are, without a circle") {
  std::map<std::string, std::vector<std::string>> after;
  for (const Lesson& lesson : test::shipped_lessons()) after[lesson.name] = lesson.after;
  for (const OrderProblem& problem : check_order(after)) FAIL_CHECK(problem.error.what());
}

// NumPy's values: tests/reference/lesson_values.py --write-fixture 17-paper-sizes.
TEST_CASE("lesson 17's tensors are NumPy's where they are too large for the lesson") {
  const Source source =
      read_source(test::source_path("tests/fixtures/lessons/17-paper-sizes.json"));
  const auto fixture = nlohmann::json::parse(source.text);
  const Lesson lesson =
      load_lesson_or_throw(read_source(test::source_path("lessons/17-paper-sizes.json")));
  const Trace trace = run(plan(lesson.pipeline));
  CHECK(fixture.size() == trace.steps.size());
  for (const auto& entry : fixture.items()) {
    const std::string& name = entry.key();
    const auto& expected = entry.value();
    CAPTURE(name);
    REQUIRE(trace.find(name) != nullptr);
    const std::vector<double> values = trace.find(name)->values();
    CHECK(trace.find(name)->shape() == expected.at("shape").get<Sizes>());
    double sum = 0;
    double sum_abs = 0;
    for (double value : values) {
      sum += value;
      sum_abs += std::abs(value);
    }
    CHECK(std::abs(sum_abs - expected.at("sum_abs").get<double>()) <= 1e-12 * sum_abs);
    CHECK(std::abs(sum - expected.at("sum").get<double>()) <= 1e-12 * sum_abs);
    const auto first = expected.at("first").get<std::vector<double>>();
    const auto last = expected.at("last").get<std::vector<double>>();
    for (std::size_t i = 0; i < first.size(); ++i) CHECK(std::abs(values[i] - first[i]) < 1e-12);
    for (std::size_t i = 0; i < last.size(); ++i) {
      CHECK(std::abs(values[values.size() - last.size() + i] - last[i]) < 1e-12);
    }
  }
}

}  // namespace
}  // namespace headtrace
