#include <doctest/doctest.h>

#include <headtrace/trace.hpp>

#include "support.hpp"

namespace headtrace {
namespace {

Input given(std::string name, Axes axes, std::vector<double> values) {
  return {std::move(name), std::move(axes), {}, ValuesSource{std::move(values)}, {}};
}

/// x·W, then a ReLU.
Pipeline two_steps() {
  Pipeline pipeline;
  pipeline.inputs = {given("x", {{"", 1}, {"", 2}}, {1, -1}),
                     given("W", {{"", 2}, {"", 2}}, {1, 2, 3, 5})};
  pipeline.steps = {{"linear", {"x", "W"}, "y", {}, {}}, {"relu", {"y"}, "z", {}, {}}};
  return pipeline;
}

TEST_CASE("a run computes every step") {
  const Trace trace = run(plan(two_steps()));
  CHECK_FALSE(trace.failure.has_value());
  CHECK(trace.find("y")->values() == std::vector<double>{-2, -3});
  CHECK(trace.find("z")->values() == std::vector<double>{0, 0});
  CHECK(trace.find("z")->name() == "z");
  CHECK(trace.output == "z");
  CHECK(trace.find("nothing") == nullptr);
  CHECK(trace.tensor_names() == std::vector<std::string>{"x", "W", "y", "z"});
}

TEST_CASE("a weight's layout is told even where the lesson doesn't") {
  const Plan plan = headtrace::plan(two_steps());
  CHECK(plan.inputs[1].layout == WeightLayout::in_out);
  CHECK_FALSE(plan.inputs[0].layout.has_value());
}

TEST_CASE("the trace stops at the step that fails and says why") {
  Pipeline pipeline = two_steps();
  pipeline.steps.push_back({"linear", {"z", "x"}, "bad", {}, SourceSpan{5, 6}});
  pipeline.steps.push_back({"relu", {"bad"}, "never", {}, {}});
  const Trace trace = run(plan(pipeline));
  REQUIRE(trace.failure.has_value());
  CHECK(trace.failed_step == "bad");
  CHECK(trace.failure->span()->begin == 5);
  CHECK(trace.steps.size() == 2);
}

TEST_CASE("a tensor that is missing or made later is told apart") {
  Pipeline pipeline = two_steps();
  std::swap(pipeline.steps[0], pipeline.steps[1]);
  CHECK(std::string(plan(pipeline).failure->what()) ==
        "'y' is read before it is made; move the step that makes it up");
  pipeline.steps[0].in = {"xx"};
  CHECK(std::string(plan(pipeline).failure->what()) ==
        "there is no tensor 'xx'; did you mean 'x'?");
}

TEST_CASE("costs: 2·n·k·m operations, the weight's size, eight bytes a number") {
  const Plan plan = headtrace::plan(two_steps());
  CHECK(plan.steps[0].cost.parameters == 4);
  CHECK(plan.steps[0].cost.flops == 8);
  CHECK(plan.steps[0].cost.bytes == 16);
  CHECK(plan.bytes() == (2 + 4 + 2 + 2) * 8);
}

TEST_CASE("memory past the limit is refused before anything is allocated") {
  Pipeline pipeline;
  pipeline.inputs = {{"x", {{"seq", 1000000}, {"d_model", 1000}}, {}, FillSource{}, {}}};
  pipeline.steps = {{"relu", {"x"}, "y", {}, {}}};
  CHECK(test::error_of([&] { check_memory(plan(pipeline), 4294967296.0); }) ==
        "this lesson needs 14.9 GiB of memory, the limit is 4 GiB; x [seq=1000000, d_model=1000] "
        "alone takes 7.45 GiB; use smaller dims, or allow more with --max-memory");
  CHECK(test::error_of([&] { check_memory(plan(pipeline), 1e12); }).empty());
}

TEST_CASE("a product that passes the range of an index is refused") {
  const Index large = Index{1} << 40;
  Pipeline pipeline;
  pipeline.inputs = {{"x", {{"seq", large}, {"d_model", large}}, {}, FillSource{}, {}}};
  pipeline.steps = {{"relu", {"x"}, "y", {}, {}}};
  CHECK(test::error_of([&] { check_memory(plan(pipeline), 1e300); }) ==
        "x [seq=1099511627776, d_model=1099511627776] has more elements than can be counted; use "
        "smaller dims");
  pipeline.inputs = {{"a", {{"seq", large}, {"", 1}}, {}, FillSource{}, {}},
                     {"b", {{"", 1}, {"d_model", large}}, {}, FillSource{}, {}}};
  pipeline.steps = {{"matmul", {"a", "b"}, "y", {}, {}}};
  CHECK(plan(pipeline).failure->kind() == ErrorKind::limit);
}

TEST_CASE("sizes of memory are read and written as people do") {
  CHECK(parse_bytes("4 GiB") == 4294967296.0);
  CHECK(parse_bytes("512MiB") == 536870912.0);
  CHECK(parse_bytes("2G") == 2147483648.0);
  CHECK(parse_bytes("100") == 100);
  CHECK_FALSE(parse_bytes("lots").has_value());
  CHECK_FALSE(parse_bytes("-1").has_value());
  CHECK_FALSE(parse_bytes("4 GB").has_value());
  CHECK(describe_bytes(12) == "12 B");
  CHECK(describe_bytes(3435973836.8) == "3.2 GiB");
}

}  // namespace
}  // namespace headtrace
