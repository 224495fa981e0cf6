#include "study/check.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace headtrace;

namespace {

/// A lesson with y = relu(x), and `rest` after it.
CheckReport checked(const std::string& rest) {
  return check(load_lesson_or_throw({"l.json", R"({"format": 1, "title": "T",
    "tensors": {"x": {"axes": [2, 2], "values": [[1, -2], ["NaN", "Infinity"]]}, "W": {"axes": [2, 2], "fill": 1}},
    "steps": [{"op": "relu", "in": ["x"], "out": "y"}, {"op": "linear", "in": ["y", "W"], "out": "z"}],
    "variants": [
      {"id": "none", "title": "No y", "edit": [{"bypass": "y"}]},
      {"id": "broken", "title": "Fails", "edit": [{"set": "W", "to": {"axes": [3, 3], "fill": 1}}]}])" +
                                                   rest + "}"}));
}

}  // namespace

TEST_CASE("what holds") {
  const CheckReport report = checked(R"(, "expect": {
    "x": {"values": [[1, -2], ["NaN", "Infinity"]], "tolerance": 0},
    "y": [{"shape": [2, 2]}],
    "z": [{"variant": "none", "values": [[-1, -1], ["NaN", "NaN"]]}, {"shape": [2, 2]}]},
    "notes": [{"at": "y", "text": {"en": "{y[0,0]}", "zh": "{none/z[0,0]}"}}],
    "questions": [{"at": "y", "ask": "?", "answer": {"cell": [0, 1]}}])");
  CHECK(report.passes());
  CHECK(report.expectations.size() == 4);
  CHECK(report.questions == 1);
  CHECK(report.texts == 6);
  CHECK(report.expectations[0].compared == 4);
}

TEST_CASE("values that differ: how many, the most, and where") {
  const CheckReport report = checked(
      R"(, "expect": {"x": {"values": [[1.5, -2.25], ["NaN", "Infinity"]], "tolerance": 0.3}})");
  CHECK_FALSE(report.passes());
  const ExpectationResult& result = report.expectations.at(0);
  CHECK(result.wrong == 1);
  CHECK(result.largest == 0.5);
  CHECK(result.cell == Sizes{0, 0});
  CHECK(result.expected == 1.5);
  CHECK(result.got == 1);
  CHECK(result.problem ==
        "1 of 4 values differ by more than 0.3; the most at [0, 0]: expected 1.5, got 1");
}

TEST_CASE("a number for NaN differs without bound") {
  const CheckReport report =
      checked(R"(, "expect": {"x": {"values": [[1, -2], [0, "-Infinity"]]}})");
  const ExpectationResult& result = report.expectations.at(0);
  CHECK(result.wrong == 2);
  CHECK(std::isinf(result.largest));
}

TEST_CASE("another shape, and a tensor that is not made") {
  const CheckReport report =
      checked(R"(, "expect": {"y": {"shape": [4]}, "z": {"variant": "broken", "shape": [2, 2]}})");
  CHECK(report.expectations.at(0).problem == "expected the shape [4], got [2, 2]");
  CHECK(report.expectations.at(1).problem == "'z' is not made: the steps fail at 'z'");
  CHECK(report.problems.empty());
}

TEST_CASE("texts with placeholders that stand for nothing") {
  const CheckReport report = checked(R"(, "notes": [{"at": "y", "text": "{q[0]}"}],
    "questions": [{"at": "y", "ask": "?", "answer": {"choice": ["{y[9,9]}", "b"], "correct": 0}, "why": "{"}])");
  REQUIRE(report.problems.size() == 3);
  CHECK(report.problems[0].span());
  CHECK_FALSE(report.passes());
}

TEST_CASE("a failing step of the lesson itself is a problem") {
  const Lesson lesson = load_lesson_or_throw({"l.json", R"({"format": 1, "title": "T",
    "tensors": {"x": {"axes": [2, 3], "fill": 1}},
    "steps": [{"op": "linear", "in": ["x", "x"], "out": "y"}],
    "questions": [{"at": "y", "ask": "?", "answer": {"cell": [0]}}]})"});
  const CheckReport report = check(lesson);
  REQUIRE(report.problems.size() == 2);
  CHECK(report.problems[1].message() == "the question is about 'y', which is not made");
}

TEST_CASE("the order of a folder's lessons") {
  CHECK(check_order({{"a", {}}, {"b", {"a"}}, {"c", {"a", "b"}}}).empty());
  const auto missing = check_order({{"01-a", {"02-bb"}}, {"02-b", {}}});
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].lesson == "01-a");
  CHECK(missing[0].error.what() ==
        std::string("01-a comes after '02-bb', which is no lesson here; did you mean '02-b'?"));
  const auto circle = check_order({{"a", {"b"}}, {"b", {"c"}}, {"c", {"a"}}, {"d", {"a"}}});
  REQUIRE(circle.size() == 1);
  CHECK(circle[0].error.message() == "`after` goes in a circle: a after b after c after a");
  CHECK(check_order({{"a", {"a"}}}).size() == 1);
}
