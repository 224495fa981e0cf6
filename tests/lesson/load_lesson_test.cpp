#include <doctest/doctest.h>

#include <cmath>
#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>

#include "support.hpp"

using namespace headtrace;

namespace {

constexpr const char* whole_lesson = R"({
  "$schema": "lesson.schema.json",
  "format": 1,
  "title": {"en": "Everything", "zh": "全部"},
  "goal": "See every key.",
  "minutes": 2.5,
  "after": ["01-the-puzzle", "06-concat"],
  "dims": {"batch": 1, "seq": 2, "d_model": 4, "heads": 2},
  "tensors": {
    "x": {"axes": ["seq", 4], "values": [[1, -2.5, "NaN", "Infinity"], ["-Infinity", 0, 1e-3, 7]]},
    "W": {"axes": ["d_model", "heads*d_v"], "layout": "out_in", "fill": "identity"},
    "ones": {"axes": ["seq"], "fill": "ones"},
    "half": {"axes": ["seq"], "fill": 0.5},
    "count": {"axes": ["d_ff"], "fill": "arange"},
    "u": {"axes": ["seq"], "random": "uniform", "low": -1, "high": 2, "seed": 4294967295, "round": 2},
    "n": {"axes": ["seq"], "random": "normal", "mean": 3, "std": 0.5, "seed": 0},
    "k": {"axes": ["d_model", "d_model"], "random": "kaiming_normal", "seed": 7}
  },
  "steps": [
    {"op": "linear", "in": ["x", "W"], "out": "y"},
    {"op": "view", "in": ["y"], "out": "z", "shape": ["seq", "heads", 2]},
    {"op": "dropout", "in": ["z"], "out": "output", "p": 0.5, "training": true}
  ],
  "variants": [
    {"id": "no-linear", "title": "Without y", "edit": [{"bypass": "y"}]},
    {"id": "other", "title": {"en": "Other", "zh": "别的"}, "edit": [
      {"replace": "y", "with": [
        {"op": "relu", "in": ["x"], "out": "r"},
        {"op": "relu", "in": ["r"], "out": "y"}]},
      {"bypass": "r"},
      {"set": "x", "to": {"axes": [2, 4], "fill": "zeros"}}]}
  ],
  "notes": [{"at": "z", "text": {"en": "Look: {shape:z}", "zh": "看"}}],
  "questions": [
    {"at": "z", "ask": "What shape?", "answer": {"shape": true}, "why": "Because."},
    {"at": "z", "ask": "Which strides?", "answer": {"strides": true}},
    {"at": "x", "ask": "Which number?", "answer": {"cell": [1, 3]}},
    {"at": "y", "ask": "Which one?", "answer": {"choice": ["a", {"en": "b", "zh": "乙"}], "correct": 1}}
  ],
  "expect": {
    "ones": {"values": [1, 1]},
    "z": [{"shape": [2, 2, 2]}, {"variant": "other", "values": [[[0, 0], [0, 0]], [[0, 0], [0, 0]]], "tolerance": 0}]
  },
  "loss": {"mse": "x"}
})";

Lesson loaded(const std::string& text, const std::string& path = "lessons/00-everything.json") {
  return load_lesson_or_throw({path, text});
}

const Input& input(const Lesson& lesson, const std::string& name) {
  return *lesson.pipeline.find_input(name);
}

RandomSource random_of(const Lesson& lesson, const std::string& name) {
  return std::get<RandomSource>(input(lesson, name).source);
}

/// A lesson with one step, and `rest` after it.
std::string with(const std::string& rest) {
  return R"({"format": 1, "title": "T", "tensors": {"x": {"axes": [2], "values": [1, 2]}},
"steps": [{"op": "relu", "in": ["x"], "out": "y"}])" +
         rest + "}";
}

}  // namespace

TEST_CASE("names, texts and the rest of the head") {
  const Lesson lesson = loaded(whole_lesson);
  CHECK(lesson.name == "00-everything");
  CHECK(lesson.path == "lessons/00-everything.json");
  CHECK(lesson.title.in(Lang::zh) == "全部");
  CHECK(lesson.goal.en == "See every key.");
  CHECK(lesson.goal.in(Lang::zh) == "See every key.");
  CHECK(lesson.minutes == 2.5);
  CHECK(lesson.after == std::vector<std::string>{"01-the-puzzle", "06-concat"});
  CHECK(lesson.pipeline.dims.find("d_k") == 2);
  CHECK(lesson.loss->kind == Loss::Kind::mse);
  CHECK(lesson.loss->target == "x");
  CHECK(loaded(with(""), "<stdin>").name == "stdin");
  CHECK(loaded(with(""), "my.lesson").name == "my.lesson");
}

TEST_CASE("tensors: axes, layout and every source") {
  const Lesson lesson = loaded(whole_lesson);
  REQUIRE(lesson.pipeline.inputs.size() == 8);
  const Input& x = input(lesson, "x");
  CHECK(x.axes[0].name == "seq");
  CHECK(x.axes[1].name.empty());
  CHECK(x.spec().shape() == Sizes{2, 4});
  CHECK_FALSE(x.layout);
  const auto& values = std::get<ValuesSource>(x.source).values;
  CHECK(values[1] == -2.5);
  CHECK(std::isnan(values[2]));
  CHECK(values[3] == HUGE_VAL);
  CHECK(values[4] == -HUGE_VAL);
  CHECK(values[7] == 7);
  CHECK(input(lesson, "W").layout == WeightLayout::out_in);
  CHECK(input(lesson, "W").axes[1].heads == 2);
  CHECK(std::get<FillSource>(input(lesson, "W").source).kind == FillSource::Kind::identity);
  CHECK(std::get<FillSource>(input(lesson, "ones").source).value == 1);
  CHECK(std::get<FillSource>(input(lesson, "half").source).value == 0.5);
  CHECK(std::get<FillSource>(input(lesson, "count").source).kind == FillSource::Kind::arange);
  CHECK(input(lesson, "count").axes[0].size == 16);
}

TEST_CASE("random tensors") {
  const Lesson lesson = loaded(whole_lesson);
  const RandomSource u = random_of(lesson, "u");
  CHECK(u.kind == RandomSource::Kind::uniform);
  CHECK(u.a == -1);
  CHECK(u.b == 2);
  CHECK(u.seed == 4294967295U);
  CHECK(u.round == 2);
  const RandomSource n = random_of(lesson, "n");
  CHECK(n.kind == RandomSource::Kind::normal);
  CHECK(n.a == 3);
  CHECK(n.b == 0.5);
  CHECK_FALSE(n.round);
  CHECK(random_of(lesson, "k").kind == RandomSource::Kind::kaiming_normal);
}

TEST_CASE("steps with their parameters and places") {
  const Lesson lesson = loaded(whole_lesson);
  const auto& steps = lesson.pipeline.steps;
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].op == "linear");
  CHECK(steps[0].in == std::vector<std::string>{"x", "W"});
  CHECK(steps[0].out == "y");
  CHECK(steps[1].params.list("shape") == std::vector<std::string>{"seq", "heads", "2"});
  CHECK(steps[2].params.number("p", 0) == 0.5);
  CHECK(steps[2].params.flag("training", false));
  const std::string text = whole_lesson;
  CHECK(text.substr(steps[0].span->begin, 16) == "{\"op\": \"linear\",");
}

TEST_CASE("variants, edits in their order") {
  const Lesson lesson = loaded(whole_lesson);
  REQUIRE(lesson.variants.size() == 2);
  CHECK(std::get<Bypass>(lesson.find_variant("no-linear")->edits[0].change).tensor == "y");
  const Variant& other = *lesson.find_variant("other");
  REQUIRE(other.edits.size() == 3);
  CHECK(other.title.zh == "别的");
  const auto& replace = std::get<Replace>(other.edits[0].change);
  CHECK(replace.tensor == "y");
  CHECK(replace.with.size() == 2);
  CHECK(std::get<SetTensor>(other.edits[2].change).to.axes.size() == 2);
  CHECK(apply(lesson.pipeline, other).steps.size() == 3);
  CHECK(lesson.find_variant("nobody") == nullptr);
}

TEST_CASE("notes, questions and expectations") {
  const Lesson lesson = loaded(whole_lesson);
  CHECK(lesson.notes.at(0).at == "z");
  CHECK(lesson.notes[0].text.zh == "看");
  REQUIRE(lesson.questions.size() == 4);
  CHECK(std::holds_alternative<ShapeAnswer>(lesson.questions[0].answer));
  CHECK(lesson.questions[0].why.en == "Because.");
  CHECK(std::holds_alternative<StridesAnswer>(lesson.questions[1].answer));
  CHECK(std::get<CellAnswer>(lesson.questions[2].answer).cell == Sizes{1, 3});
  const auto& choice = std::get<ChoiceAnswer>(lesson.questions[3].answer);
  CHECK(choice.choices.at(1).zh == "乙");
  CHECK(choice.correct == 1);
  REQUIRE(lesson.expectations.size() == 3);
  CHECK(lesson.expectations[0].tolerance == 1e-9);
  CHECK(lesson.expectations[0].values == std::vector<double>{1, 1});
  CHECK(lesson.expectations[1].shape == Sizes{2, 2, 2});
  CHECK(lesson.expectations[1].values.empty());
  CHECK(lesson.expectations[2].variant == "other");
  CHECK(lesson.expectations[2].shape == Sizes{2, 2, 2});
  CHECK(lesson.expectations[2].tolerance == 0);
}

TEST_CASE("a pipeline whose shapes fail still loads") {
  const Lesson lesson = loaded(R"({"format": 1, "title": "T",
    "tensors": {"x": {"axes": [2, 3], "fill": 1}, "W": {"axes": [5, 3], "fill": 1}},
    "steps": [{"op": "linear", "in": ["x", "W"], "out": "y"}],
    "questions": [{"at": "y", "ask": "?", "answer": {"cell": [9, 9, 9]}}]})");
  CHECK(plan(lesson.pipeline).failure);
}

TEST_CASE("a standard pipeline with options") {
  const Lesson lesson = loaded(R"({"format": 1, "title": "T",
    "dims": {"batch": 1, "seq": 2, "d_model": 4, "heads": 2},
    "tensors": {
      "x": {"axes": ["batch", "seq", "d_model"], "fill": 1},
      "W_q": {"axes": [4, 4], "fill": 1}, "W_k": {"axes": [4, 4], "fill": 1},
      "W_v": {"axes": [4, 4], "fill": 1}, "W_o": {"axes": [4, 4], "fill": 1}},
    "pipeline": {"name": "multi_head_attention", "mask": "causal"},
    "questions": [{"at": "masked", "ask": "?", "answer": {"cell": [0, 1, 0, 1]}}]})");
  CHECK(lesson.pipeline.find_step("masked"));
  CHECK(lesson.pipeline.output() == "output");
}

TEST_CASE("one fault is one error") {
  const auto count = [](const std::string& text) {
    return load_lesson({"l.json", text}).errors.size();
  };
  // Broken dims: axes that need them are not reported.
  CHECK(count(R"({"format": 1, "title": "T", "dims": {"seq": 0, "d_model": 4},
    "tensors": {"x": {"axes": ["seq", "d_model"], "values": [[1]]}},
    "steps": [{"op": "view", "in": ["x"], "out": "y", "shape": ["d_model", "seq"]}]})") == 1);
  // A broken tensor: steps and notes that read it are not.
  CHECK(count(R"({"format": 1, "title": "T", "tensors": {"x": {"axes": [2], "values": [1]}},
    "steps": [{"op": "relu", "in": ["x"], "out": "y"}], "notes": [{"at": "x", "text": "?"}]})") ==
        1);
  // A step without a name: nobody knows who reads it.
  CHECK(count(R"({"format": 1, "title": "T", "tensors": {"x": {"axes": [1], "values": [1]}},
    "steps": [{"op": "relu", "in": ["x"]}, {"op": "relu", "in": ["y"], "out": "z"}],
    "variants": [{"id": "v", "title": "V", "edit": [{"bypass": "y"}]}],
    "expect": {"y": {"values": [1]}}})") == 1);
  // A pipeline that is not one.
  CHECK(count(R"({"format": 1, "title": "T", "tensors": {"x": {"axes": [1], "values": [1]}},
    "pipeline": "mha", "notes": [{"at": "weights", "text": "?"}]})") == 1);
  // A step that reads nothing can't be bypassed, but that is its own fault alone.
  CHECK(count(R"({"format": 1, "title": "T", "tensors": {"x": {"axes": [1], "values": [1]}},
    "steps": [{"op": "relu", "in": [], "out": "y"}],
    "variants": [{"id": "v", "title": "V", "edit": [{"bypass": "y"}, {"bypass": "z"}]}],
    "expect": {"y": {"variant": "v", "values": [1]}}})") == 1);
  // A broken variant: what is expected of it is not reported.
  CHECK(
      count(with(
          R"(, "variants": [{"id": "v", "title": "V", "edit": [{"bypass": "q"}, {"bypass": "y"}]}],
    "expect": {"y": {"variant": "v", "values": [1, 2]}})")) == 1);
}

TEST_CASE("load_lesson_or_throw throws every error at once") {
  const Source source{"l.json", R"({"format": 1, "title": 3, "minutes": "x"})"};
  CHECK(load_lesson(source).errors.size() == 4);
  CHECK_FALSE(load_lesson(source).lesson);
  try {
    load_lesson_or_throw(source);
    FAIL("nothing was thrown");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::lesson);
    CHECK(test::split(error.message(), '\n').size() == 12);
  }
}
