#include "study/fill_text.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "support.hpp"

using namespace headtrace;

namespace {

const Lesson& lesson() {
  static const Lesson loaded =
      load_lesson_or_throw({"l.json", R"({"format": 1, "title": "{no/dim:d_k}",
    "dims": {"seq": 2, "d_model": 4, "heads": 2},
    "tensors": {
      "x": {"axes": ["seq", "d_model"], "values": [[1, 2, 3, 4], [0.33333, -0.00001, "NaN", 1e20]]},
      "W": {"axes": ["d_model", 3], "fill": "ones"},
      "bad": {"axes": [5], "fill": 1}},
    "steps": [
      {"op": "linear", "in": ["x", "W"], "out": "y"},
      {"op": "transpose", "in": ["y"], "out": "t", "axes": ["0", "1"]}],
    "variants": [
      {"id": "no", "title": "No y", "edit": [{"bypass": "y"}]},
      {"id": "fails", "title": "{fails/shape:x}", "edit": [{"set": "W", "to": {"axes": [5, 5], "fill": 1}}]}]})"});
  return loaded;
}

std::string filled(const std::string& text) {
  static const Traces traces = run_mentioned(lesson());
  return fill_text(text, traces);
}

std::string error_for(const std::string& text) {
  return test::error_of([&] { filled(text); });
}

}  // namespace

TEST_CASE("numbers") {
  CHECK(filled("{x[0,1]} and {x[1, 0]}") == "2 and 0.3333");
  CHECK(filled("{x[1,1]} {x[1,2]} {x[1,3]}") == "0 nan 100000000000000000000");
  CHECK(in_prose(-0.0) == "0");
  CHECK(in_prose(1.50) == "1.5");
  CHECK(in_prose(-2.00004) == "-2");
  CHECK(in_prose(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("facts of tensors, steps and dims") {
  CHECK(filled("{shape:y} {strides:t} {size:x}") == "[2, 3] [1, 3] 8");
  CHECK(filled("{params:y} {params:x} {params:} {flops:y}") == "12 0 12 48");
  CHECK(filled("{mean:W} {std:W}") == "1 0");
  CHECK(filled("{dim:d_k}") == "2");
}

TEST_CASE("variants") {
  CHECK(filled("{no/t[3,0]} {no/shape:t} {no/dim:seq}") == "4 [4, 2] 2");
}

TEST_CASE("braces") {
  CHECK(filled("{{x}} {{} } 多") == "{x} {} } 多");
  CHECK(filled("") == "");
}

TEST_CASE("a placeholder that stands for nothing") {
  CHECK(error_for("{xx[0,0]}") ==
        "the placeholder {xx[0,0]} names a tensor 'xx' that there is not; did you mean 'x'?");
  CHECK(error_for("{shap:x}") == "the placeholder {shap:x} asks for 'shap'; did you mean 'shape'?");
  CHECK(error_for("{dim:d_kk}") ==
        "the placeholder {dim:d_kk} names a dim 'd_kk' that is not known; did you mean 'd_k'?");
  CHECK(error_for("{nein/x[0,0]}") ==
        "the placeholder {nein/x[0,0]} names a variant 'nein' that there is not");
  CHECK(error_for("{x[0,4]}") ==
        "the placeholder {x[0,4]} is no cell of x [seq=2, d_model=4]; positions count from 0");
  CHECK(error_for("{x[0]}") ==
        "the placeholder {x[0]} is no cell of x [seq=2, d_model=4]; positions count from 0");
  CHECK(error_for("{x[a]}") ==
        "the placeholder {x[a]} has no cell; write positions from 0, such as [0,0,1]");
  CHECK(error_for("{fails/shape:y}") ==
        "the placeholder {fails/shape:y} names 'y', which is not made: the steps fail at 'y'");
  CHECK(error_for("{}").starts_with("the placeholder {} is not a placeholder"));
  CHECK(error_for("{x").starts_with("a `{` in a text is never closed"));
}
