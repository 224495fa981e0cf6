#include "study/parameters.hpp"

#include <doctest/doctest.h>

namespace headtrace {
namespace {

TEST_CASE("a weight counts once, however it is sliced") {
  const auto ones = [](const char* name, Axes axes) {
    return Input{name, std::move(axes), {}, FillSource{FillSource::Kind::constant, 1}, {}};
  };
  Pipeline pipeline;
  pipeline.inputs = {ones("x", {{"", 1}, {"", 2}}), ones("W", {{"", 2}, {"", 4}}),
                     ones("b", {{"", 4}})};
  const auto cut = [](double start, double stop, const char* out) {
    return Step{"slice",
                {"W"},
                out,
                {{"axis", {1.0, {}}}, {"start", {start, {}}}, {"stop", {stop, {}}}},
                {}};
  };
  pipeline.steps = {cut(0, 2, "left"),
                    cut(2, 4, "right"),
                    {"linear", {"x", "left"}, "y", {}, {}},
                    {"linear", {"x", "right"}, "z", {}, {}},
                    {"linear", {"x", "W", "b"}, "all", {}, {}}};
  CHECK(parameter_count(run(plan(pipeline))) == 8 + 4);
}

}  // namespace
}  // namespace headtrace
