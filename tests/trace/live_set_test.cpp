#include <doctest/doctest.h>

#include <headtrace/trace.hpp>

namespace headtrace {
namespace {

Input ones(std::string name, Axes axes) {
  return {std::move(name), std::move(axes), {}, FillSource{FillSource::Kind::constant, 1}, {}};
}

/// y = x·W, two steps on y's transpose, and one that reads the first of them again.
Pipeline four_steps() {
  Pipeline pipeline;
  pipeline.inputs = {ones("x", {{"", 2}, {"", 3}}), ones("W", {{"", 3}, {"", 4}}),
                     ones("unused", {{"", 5}})};
  const Params axes{{"axes", {std::vector<std::string>{"0", "1"}, {}}}};
  pipeline.steps = {{"linear", {"x", "W"}, "y", {}, {}},
                    {"transpose", {"y"}, "view", axes, {}},
                    {"relu", {"view"}, "z", {}, {}},
                    {"add", {"z", "view"}, "sum", {}, {}}};
  return pipeline;
}

// By hand, 8 bytes a number: x 6, W 12, unused 5, y 8 (2×4), z and sum 8 each.
TEST_CASE("what is in memory at once, by hand") {
  const LiveSet live = live_set(plan(four_steps()));
  CHECK(live.bytes == std::vector<double>{8 * (6 + 12 + 8), 8 * 8, 8 * (8 + 8), 8 * (8 + 8 + 8)});
  CHECK(live.peak == 8 * (6 + 12 + 8));
  CHECK(live.peak_step == 1);
  CHECK(live.at_peak == std::vector<std::string>{"x", "W", "y"});
}

TEST_CASE("what is kept stays, a view with the memory it looks at") {
  const LiveSet live = live_set(plan(four_steps()), std::set<std::string>{"x", "view"});
  CHECK(live.bytes.back() == 8 * (6 + 8 + 8 + 8));
  CHECK(live_set(plan(four_steps()), Kept{}).bytes.back() == plan(four_steps()).bytes());
}

TEST_CASE("a run keeps what it is asked to and computes only what that needs") {
  Wanted wanted;
  wanted.keep = std::set<std::string>{"view"};
  const Trace trace = run(plan(four_steps()), wanted);
  CHECK(trace.find("view")->values() == std::vector<double>(8, 3));
  for (const char* gone : {"x", "W", "unused", "y", "z", "sum"}) {
    CAPTURE(gone);
    CHECK_FALSE(trace.find(gone)->has_numbers());
  }
  CHECK(trace.find("sum")->shape() == Sizes{4, 2});
}

TEST_CASE("a run shows each tensor once, in order, with its numbers") {
  Wanted wanted;
  wanted.keep.emplace();
  wanted.show = std::set<std::string>{"x", "y", "sum"};
  std::string shown;
  wanted.on_input = [&](const Tensor& input) { shown += input.name() + " "; };
  wanted.on_step = [&](const TraceStep& step) {
    shown += step.name() + " ";
    CHECK(step.output.at({0, 0}) == (step.name() == "y" ? 3 : 6));
  };
  run(plan(four_steps()), wanted);
  CHECK(shown == "x y sum ");
}

TEST_CASE("an outline has every shape and no number") {
  const Trace trace = outline(plan(four_steps()));
  CHECK(trace.find("view")->strides() == Sizes{1, 4});
  CHECK_FALSE(trace.find("x")->has_numbers());
}

}  // namespace
}  // namespace headtrace
