#include "study/exercise.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "study/confusion.hpp"
#include "study/shipped_lessons.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

const Dims dims_of_three({{"batch", 1}, {"seq", 3}, {"d_model", 4}, {"heads", 2}});

Exercise asking(Exercise::Kind kind) {
  Exercise exercise;
  exercise.at = "y";
  exercise.kind = kind;
  exercise.sizes = {1, 2, 3, 2};
  exercise.choices = {{"a", ""}, {"b", ""}, {"c", ""}};
  return exercise;
}

std::string refused(Exercise::Kind kind, const std::string& written) {
  return test::error_of([&] { read_answer(asking(kind), written, dims_of_three); });
}

TEST_CASE("a shape may be written in many ways") {
  const Exercise shape = asking(Exercise::Kind::shape);
  for (const char* written : {"1 2 3 2", "(1,2,3,2)", "[1, 2, 3, 2]", "1x2x3x2", "1 x 2 x 3 x 2",
                              "1X2X3X2", "batch,heads,seq,d_k", "batch heads seq 2", "  1,2,  3 2 ",
                              "（1，2，3，2）", "1×2×3×2", "1*2*3*2", "1、2、3、2"}) {
    CAPTURE(written);
    CHECK(is_right(shape, read_answer(shape, written, dims_of_three)));
  }
  CHECK_FALSE(is_right(shape, read_answer(shape, "1 3 2 2", dims_of_three)));
  CHECK_FALSE(is_right(shape, read_answer(shape, "1 2 3", dims_of_three)));
}

TEST_CASE("what is no shape is explained") {
  const std::string form = "; write it as 1 2 3 2, or with names as batch,heads,seq,d_k";
  for (const char* written : {"many", "1 2 -3", "1.5 2", "()", "99999999999999999999"}) {
    CHECK(refused(Exercise::Kind::shape, written) ==
          "'" + std::string(written) + "' is not a list of sizes" + form);
  }
  CHECK(refused(Exercise::Kind::shape, "batch,haeds") ==
        "'batch,haeds' is not a list of sizes; did you mean 'heads'?");
}

TEST_CASE("a number may be a fraction, infinite, or near enough") {
  Exercise value = asking(Exercise::Kind::value);
  const auto right = [&](double number, const std::string& written) {
    value.value = number;
    return is_right(value, read_answer(value, written, dims_of_three));
  };
  CHECK(right(1.0 / 3, "1/3"));
  CHECK(right(1.0 / 3, "0.33"));
  CHECK(right(1.8, "1.79"));
  CHECK_FALSE(right(1.8, "1.78"));
  CHECK(right(0.1, "0.104"));
  CHECK_FALSE(right(0.1, "0.106"));
  CHECK(right(0, "0"));
  CHECK(right(-HUGE_VAL, "-inf"));
  CHECK(right(-HUGE_VAL, "−∞"));
  CHECK_FALSE(right(-HUGE_VAL, "-1000000000"));
  CHECK(right(std::nan(""), "nan"));
  CHECK_FALSE(right(1, "nan"));
  for (const char* written : {"x", "1 2", "1/0", "0,5", "--1"}) {
    CHECK(refused(Exercise::Kind::value, written) ==
          "'" + std::string(written) + "' is not a number; write it as 0.25, 1/4, -inf or nan");
  }
}

TEST_CASE("a choice is its number or its letter") {
  Exercise choice = asking(Exercise::Kind::choice);
  choice.choice = 1;
  for (const char* written : {"2", "b", "B", "2.", "(2)", "b)"}) {
    CHECK(is_right(choice, read_answer(choice, written, dims_of_three)));
  }
  CHECK_FALSE(is_right(choice, read_answer(choice, "1", dims_of_three)));
  for (const char* written : {"0", "4", "d", "two", "1.5"}) {
    CHECK(refused(Exercise::Kind::choice, written) ==
          "'" + std::string(written) + "' is none of the choices; write a letter from a to c");
  }
}

TEST_CASE("a lesson's questions are asked, and where it has none, the shape") {
  const Lesson lesson = test::shipped_lesson("01-the-puzzle");
  const Traces traces = run_mentioned(lesson);
  const std::vector<Exercise> about_scores = exercises_at("scores", lesson, traces);
  REQUIRE(about_scores.size() == 1);
  CHECK(about_scores[0].kind == Exercise::Kind::value);
  CHECK(about_scores[0].ask.en.find('{') == std::string::npos);
  // By hand: the query (3, 1) times the key (2, 1).
  CHECK(about_scores[0].value == 7);
  const std::vector<Exercise> split = exercises_at("Q_split", lesson, traces);
  REQUIRE(split.size() == 1);
  CHECK(split[0].ask.empty());
  CHECK(split[0].sizes == Sizes{1, 3, 2, 2});
  CHECK(exercises_at("W_q", lesson, traces).empty());
}

std::optional<Confusion> confused(const std::string& tensor, Exercise exercise,
                                  const std::string& written) {
  static const Lesson lesson = test::shipped_lesson("01-the-puzzle");
  static const Trace trace = run(plan(lesson.pipeline));
  exercise.at = tensor;
  const Tensor& made = *trace.find(tensor);
  if (exercise.kind == Exercise::Kind::shape) exercise.sizes = made.shape();
  if (exercise.kind == Exercise::Kind::strides) exercise.sizes = made.strides();
  if (exercise.kind == Exercise::Kind::value) exercise.value = made.at(exercise.cell);
  const Answer answer = read_answer(exercise, written, trace.dims);
  CHECK_FALSE(is_right(exercise, answer));
  return find_confusion(exercise, answer, trace);
}

TEST_CASE("a wrong shape names its likely confusion") {
  const Exercise shape = asking(Exercise::Kind::shape);
  CHECK(confused("Q_heads", shape, "1 3 2 2")->kind == Confusion::Kind::shape_before);
  CHECK(confused("Q_heads", shape, "1 3 2 2")->tensor == "Q_split");
  CHECK(confused("Q_heads", shape, "2 1 3 2")->kind == Confusion::Kind::axes_reordered);
  CHECK(confused("Q_heads", shape, "1 3 4")->kind == Confusion::Kind::wrong_rank);
  const Confusion many = *confused("Q_heads", shape, "1 2 3 4");
  CHECK(many.kind == Confusion::Kind::too_many_elements);
  CHECK(many.number == 24);
  CHECK(many.expected == 12);
  const Exercise strides = asking(Exercise::Kind::strides);
  CHECK(confused("Q_heads", strides, "12 6 2 1")->kind == Confusion::Kind::contiguous_strides);
  CHECK(confused("Q_heads", strides, "12 4 2 1")->kind == Confusion::Kind::strides_before);
}

TEST_CASE("a wrong number names its likely confusion") {
  Exercise value = asking(Exercise::Kind::value);
  value.cell = {0, 0, 0, 1};  // scaled: 4/√2; before it 4; transposed 0 in row 1
  CHECK(confused("scaled", value, "4")->kind == Confusion::Kind::value_before);
  CHECK(confused("scaled", value, "4")->tensor == "scores");
  CHECK(confused("scaled", value, "-2.8284")->kind == Confusion::Kind::sign);
  value.cell = {0, 1, 0, 1};  // scores of head 1: row 0 is 3 2 5, row 1 is 2 4 6
  CHECK_FALSE(confused("scores", value, "17"));
  value.cell = {0, 1, 0, 2};
  CHECK(confused("scores", value, "6")->kind == Confusion::Kind::other_cell);
  CHECK(confused("scores", value, "6")->cell == Sizes{0, 1, 1, 2});
  value.cell = {0, 1, 2, 1};  // row 2 is 5 2 7; swapped, row 1 column 2
  CHECK(confused("scores", value, "6")->kind == Confusion::Kind::transposed_cell);
}

// concat = [1, 0, 0, 2]; x·W = [1.8, 0.1, 0.4, 2.1], x·Wᵀ = [1.8, 0.2, 0.4, 2.1] (the article).
TEST_CASE("the other convention of a weight is recognized") {
  const Lesson lesson = test::shipped_lesson("07-fusion-by-numbers");
  const Trace trace = run(plan(lesson.pipeline));
  Exercise value = asking(Exercise::Kind::value);
  value.at = "output_in_out";
  value.cell = {0, 0, 1};
  value.value = trace.find(value.at)->at(value.cell);
  Answer answer;
  answer.value = trace.find("output_out_in")->at(value.cell);
  CHECK(find_confusion(value, answer, trace)->kind == Confusion::Kind::other_layout);
}

}  // namespace
}  // namespace headtrace
