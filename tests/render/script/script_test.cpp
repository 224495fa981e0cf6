#include "render/script/python_code.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "render/rendering.hpp"

namespace headtrace::test {
namespace {

TEST_CASE("a docstring can't be ended by what is in it") {
  CHECK(in_docstring("a \"\"\" b \\n c\x1b") == "a \\\"\\\"\\\" b \\\\n c\\\\x1b\n");
}

TEST_CASE("numbers as Python has them") {
  CHECK(python_number(0.1, true) == "0.1");
  CHECK(python_number(1.0 / 3, false) == "0.333333333333");
  CHECK(python_number(-0.0, false) == "0");
  CHECK(python_number(1e-300, true) == "1e-300");
  CHECK(python_number(-std::numeric_limits<double>::infinity(), false) == "-math.inf");
  CHECK(python_number(std::numeric_limits<double>::quiet_NaN(), true) == "math.nan");
}

TEST_CASE("rows of a list stand below each other") {
  const Tensor tensor = counting("x", {{"batch", 1}, {"seq", 2}, {"d_k", 2}});
  CHECK(python_list(tensor, 4, true) == "[[[0, 1],\n      [2, 3]]]");
}

TEST_CASE("a tensor that Python or the script needs the name of gets another variable") {
  Trace trace;
  for (const char* name : {"lambda", "torch", "x", "torch_"}) {
    trace.inputs.push_back(Tensor::of(name, {{"seq", 1}}, {1}));
  }
  const auto names = python_names(trace);
  CHECK(names.at("lambda") == "lambda_");
  CHECK(names.at("torch") == "torch__");
  CHECK(names.at("x") == "x");
  CHECK(names.at("torch_") == "torch_");
}

TEST_CASE("steps that split heads and attend make a class") {
  CHECK(is_attention(small_attention()));
  Trace other = small_attention();
  std::erase_if(other.steps, [](const TraceStep& step) { return step.name() == "weights"; });
  CHECK(!is_attention(other));
}

TEST_CASE("comments stand below each other, but for those of long lines") {
  CHECK(code_block({{"a = b", "one"}, {"", ""}, {"abc = d", "two"}}, 2) ==
        "  a = b    # one\n\n  abc = d  # two\n");
}

}  // namespace
}  // namespace headtrace::test
