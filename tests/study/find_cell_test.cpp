#include "study/find_cell.hpp"

#include <doctest/doctest.h>

#include "support.hpp"

namespace headtrace {
namespace {

Trace small() {
  Pipeline pipeline;
  pipeline.inputs = {
      {"input", {{"seq", 2}, {"d_k", 3}}, {}, FillSource{FillSource::Kind::arange, 0}, {}}};
  pipeline.steps = {{"relu", {"input"}, "output", {}, {}}};
  return run(plan(pipeline));
}

TEST_CASE("a cell is a tensor and one position an axis") {
  const Trace trace = small();
  const FoundCell found = find_cell(trace, " output [1, 2] ");
  CHECK(found.tensor->at(found.cell) == 5);
  CHECK(found.step->name() == "output");
  CHECK(find_cell(trace, "input[0,0]").step == nullptr);
}

TEST_CASE("what is no cell is explained") {
  const Trace trace = small();
  const auto said = [&](const std::string& named) {
    return test::error_of([&] { find_cell(trace, named); });
  };
  const std::string form = "; write a tensor and one position an axis, as in output[0,0,1]";
  for (const char* bad :
       {"", "output", "output[", "[0,0]", "output[]", "output[a,0]", "output[0,,1]",
        "output[0,99999999999999999999]", "output[0 0]", "output[0,0]x"}) {
    CHECK(said(bad) == "'" + std::string(bad) + "' is not a cell" + form);
  }
  CHECK(said("ouptut[0,0]") == "there is no tensor 'ouptut'; did you mean 'output'?");
  CHECK(said("output[0]") ==
        "'output[0]' has 1 positions, output [seq=2, d_k=3] has 2 axes; its cells are output[0..1, "
        "0..2]");
  CHECK(said("output[2,0]") ==
        "'output[2,0]' lies outside output [seq=2, d_k=3]; its cells are output[0..1, 0..2]");
  CHECK(said("output[0,-1]") ==
        "'output[0,-1]' lies outside output [seq=2, d_k=3]; its cells are output[0..1, 0..2]");
}

}  // namespace
}  // namespace headtrace
