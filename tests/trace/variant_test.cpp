#include <doctest/doctest.h>

#include <headtrace/trace.hpp>

#include "support.hpp"

namespace headtrace {
namespace {

Input one(std::string name, double value) {
  return {std::move(name), {{"", 1}}, {}, ValuesSource{{value}}, {}};
}

/// d = relu(-2·(x + 3))
Pipeline chain() {
  Pipeline pipeline;
  pipeline.inputs = {one("x", 1), one("three", 3)};
  pipeline.steps = {{"add", {"x", "three"}, "b", {}, {}},
                    {"scale", {"b"}, "c", {{"by", {-2.0, {}}}}, {}},
                    {"relu", {"c"}, "d", {}, {}}};
  return pipeline;
}

Trace varied(std::vector<Edit> edits) {
  return run(plan(apply(chain(), {"v", {}, std::move(edits)})));
}

double result(const Trace& trace) {
  return trace.find(trace.output)->at({0});
}

TEST_CASE("the base trace") {
  CHECK(result(run(plan(chain()))) == 0);
}

TEST_CASE("bypass: consumers read the step's first input") {
  const Trace trace = varied({{Bypass{"c"}, {}}});
  CHECK(result(trace) == 4);
  CHECK(trace.find("c") == nullptr);
}

TEST_CASE("bypassing the last step leaves what it read") {
  const Trace trace = varied({{Bypass{"d"}, {}}});
  CHECK(trace.output == "c");
  CHECK(result(trace) == -8);
  CHECK(varied({{Bypass{"d"}, {}}, {Bypass{"c"}, {}}, {Bypass{"b"}, {}}}).output == "x");
}

TEST_CASE("replace: other steps make the tensor anew") {
  const Step half{"scale", {"b"}, "half", {{"by", {0.5, {}}}}, {}};
  const Step c{"scale", {"half"}, "c", {{"by", {10.0, {}}}}, {}};
  const Trace trace = varied({{Replace{"c", {half, c}}, {}}});
  CHECK(result(trace) == 20);
  CHECK(trace.find("half")->at({0}) == 2);
}

TEST_CASE("set: an input, or a step's result, gets other numbers") {
  CHECK(result(varied({{SetTensor{"x", one("x", -5)}, {}}})) == 4);
  const Trace trace = varied({{SetTensor{"c", one("c", 7)}, {}}});
  CHECK(result(trace) == 7);
  CHECK(trace.find("b")->at({0}) == 4);
  CHECK(varied({{SetTensor{"d", one("d", 7)}, {}}}).output == "d");
}

TEST_CASE("an edit of a tensor that isn't there is explained") {
  CHECK(test::error_of([] {
          varied({{Bypass{"D"}, {}}});
        }) == "no step makes a tensor 'D'; did you mean 'd'?");
  CHECK(test::error_of([] {
          varied({{Replace{"c", {{"relu", {"b"}, "e", {}, {}}}}, {}}});
        }) ==
        "what replaces 'c' must make it: its last step's `out` is 'e'; name the last step's `out` "
        "'c'");
}

TEST_CASE("without is a bypass") {
  CHECK(result(run(plan(apply(chain(), without("c"))))) == 4);
}

}  // namespace
}  // namespace headtrace
