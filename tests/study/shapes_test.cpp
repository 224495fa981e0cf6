#include "study/shapes.hpp"

#include <doctest/doctest.h>

#include "study/published_sizes.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

ShapeReport attention(std::map<std::string, Index> dims, bool bias = true) {
  Sizing sizing;
  sizing.dims = Dims(std::move(dims));
  sizing.attention_bias = bias;
  return shapes(plan(sized_pipeline(sizing)));
}

ShapeReport like(const std::string& model) {
  return shapes(plan(sized_pipeline(find_published_sizes(model).sizing(128))));
}

// The numbers of this file are printed by tests/reference/shape_counts.py.
TEST_CASE("parameters are those of PyTorch's modules") {
  const std::map<std::string, Index> dims{{"batch", 2}, {"seq", 3}, {"d_model", 512}, {"heads", 8}};
  CHECK(attention(dims).parameters == 1050624);
  CHECK(attention(dims, false).parameters == 1048576);
}

TEST_CASE("published models' layers have the parameters that PyTorch's have") {
  const std::map<std::string, Index> expected{{"transformer-base", 3150336},
                                              {"transformer-big", 12592128},
                                              {"bert-base", 7087872},
                                              {"bert-large", 12596224},
                                              {"gpt2", 7087872},
                                              {"gpt2-medium", 12596224},
                                              {"gpt2-large", 19677440},
                                              {"gpt2-xl", 30740800},
                                              {"gpt3-175b", 1812099072},
                                              {"llama-2-7b", 67108864}};
  for (const PublishedSizes& model : published_sizes()) {
    CAPTURE(model.name);
    CHECK(like(model.name).parameters == expected.at(model.name));
    CHECK_FALSE(model.source.empty());
  }
  CHECK(published_sizes().size() == expected.size());
}

TEST_CASE("operations and memory of attention, by the formulas written out") {
  const ShapeReport report =
      attention({{"batch", 8}, {"seq", 512}, {"d_model", 512}, {"heads", 8}});
  CHECK(report.flops == 12993953792.0);
  CHECK(report.live.peak == 287313920.0);
  CHECK(report.plan.steps[report.live.peak_step - 1].step.out == "scaled");
  CHECK(report.live.at_peak == std::vector<std::string>{"W_o", "b_o", "V", "scores", "scaled"});
}

TEST_CASE("the shares of the operations add up to all of it") {
  const ShapeReport report = like("gpt2");
  double flops = 0;
  double bytes = report.input_bytes;
  std::size_t steps = 0;
  for (const OpShare& share : report.by_op) {
    flops += share.flops;
    bytes += share.bytes;
    steps += share.steps;
  }
  CHECK(flops == report.flops);
  CHECK(bytes == report.bytes);
  CHECK(steps == report.plan.steps.size());
  CHECK(report.by_op.front().op == "linear");
}

TEST_CASE("sizes too large to count are refused, where they pass what can be added up too") {
  const auto of = [](Index seq) {
    return attention({{"batch", 1}, {"seq", seq}, {"d_model", 8}, {"heads", 2}});
  };
  CHECK(of(1000000000000).plan.failed_step == "scores");
  CHECK(test::error_of([&] { of(1000000000000000); }) ==
        "the tensors are too large to be added up exactly; use smaller sizes");
}

TEST_CASE("an unknown model is told apart from a misspelled one") {
  CHECK(test::error_of([] { find_published_sizes("gtp2"); }) ==
        "the sizes of 'gtp2' are not known; did you mean 'gpt2'?");
  CHECK(test::error_of([] { find_published_sizes("rnn"); }).find("there are transformer-base, ") !=
        std::string::npos);
}

}  // namespace
}  // namespace headtrace
