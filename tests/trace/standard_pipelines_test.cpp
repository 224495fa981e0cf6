#include <doctest/doctest.h>

#include <headtrace/trace.hpp>

#include "support.hpp"

namespace headtrace {
namespace {

Input normal(std::string name, Axes axes, std::uint32_t seed) {
  return {std::move(name),
          std::move(axes),
          {},
          RandomSource{RandomSource::Kind::normal, 0, 1, seed, {}},
          {}};
}

std::vector<Input> attention_inputs() {
  std::vector<Input> inputs{normal("x", {{"batch", 2}, {"seq", 3}, {"d_model", 4}}, 1)};
  std::uint32_t seed = 2;
  for (const char* name : {"W_q", "W_k", "W_v", "W_o"}) {
    inputs.push_back(normal(name, {{"d_model", 4}, {"d_model", 4}}, seed++));
  }
  return inputs;
}

const Dims dims({{"batch", 2}, {"seq", 3}, {"d_model", 4}, {"heads", 2}});

std::vector<std::string> names(const Plan& plan) {
  std::vector<std::string> names;
  for (const PlannedStep& step : plan.steps) names.push_back(step.step.out);
  return names;
}

Plan planned(const std::string& name, const Params& options, std::vector<Input> inputs) {
  return plan(make_standard_pipeline(name, options, dims, std::move(inputs)));
}

TEST_CASE("multi_head_attention gives the tensors of the design in its order") {
  const Plan plan =
      planned("multi_head_attention", {{"mask", {std::string("causal"), {}}}}, attention_inputs());
  CHECK_FALSE(plan.failure.has_value());
  CHECK(names(plan) == std::vector<std::string>{"Q", "K", "V", "Q_split", "K_split", "V_split",
                                                "Q_heads", "K_heads", "V_heads", "scores", "scaled",
                                                "masked", "weights", "heads", "heads_transposed",
                                                "heads_contiguous", "concat", "output"});
  CHECK(plan.output == "output");
  CHECK(plan.find("Q_heads")->view_of == "Q_split");
  CHECK(plan.find("Q_heads")->output.strides == Sizes{12, 2, 4, 1});
  CHECK(plan.find("scores")->output.axes[3].name == "key_seq");
  CHECK(plan.find("heads_contiguous")->view_of == std::nullopt);
  CHECK(plan.find("concat")->output.axes[2].name == "d_model");
  CHECK(plan.find("concat")->output.axes[2].heads == 2);
}

TEST_CASE("queries' features are known to be made of heads") {
  const Plan plan = planned("multi_head_attention", {}, attention_inputs());
  CHECK(plan.find("Q")->output.axes[2].heads == 2);
  CHECK(plan.find("output")->output.axes[2].heads == 0);
}

TEST_CASE("cross-attention takes keys and values from memory") {
  std::vector<Input> inputs = attention_inputs();
  inputs.push_back(normal("memory", {{"batch", 2}, {"key_seq", 5}, {"d_model", 4}}, 9));
  const Dims cross({{"batch", 2}, {"seq", 3}, {"key_seq", 5}, {"d_model", 4}, {"heads", 2}});
  const Plan plan =
      headtrace::plan(make_standard_pipeline("multi_head_attention", {}, cross, std::move(inputs)));
  REQUIRE_FALSE(plan.failure.has_value());
  CHECK(plan.find("scores")->output.shape() == Sizes{2, 2, 3, 5});
  CHECK(plan.find("K")->step.in.front() == "memory");
}

TEST_CASE("the block's order follows its norm") {
  std::vector<Input> inputs = attention_inputs();
  inputs.push_back(normal("W_1", {{"d_model", 4}, {"d_ff", 16}}, 10));
  inputs.push_back(normal("W_2", {{"d_ff", 16}, {"d_model", 4}}, 11));
  const auto post = names(planned("transformer_block", {}, inputs));
  const std::vector<std::string> after(post.end() - 9, post.end());
  CHECK(after == std::vector<std::string>{"attn_dropout", "residual_1", "norm_1", "ffn_hidden",
                                          "ffn_activated", "ffn_output", "ffn_dropout",
                                          "residual_2", "norm_2"});
  const Plan pre = planned("transformer_block", {{"norm", {std::string("pre"), {}}}}, inputs);
  CHECK(names(pre).front() == "norm_1");
  CHECK(names(pre).back() == "residual_2");
  CHECK(pre.find("Q")->step.in.front() == "norm_1");
}

TEST_CASE("a missing tensor and a wrong option are explained") {
  std::vector<Input> inputs = attention_inputs();
  inputs.pop_back();
  CHECK(test::error_of([&] { planned("multi_head_attention", {}, inputs); }) ==
        "multi_head_attention needs the tensor 'W_o', a weight; to see attention without it, add a "
        "variant that bypasses `output`");
  CHECK(test::error_of([] {
          planned("multi_head_attention", {{"masks", {std::string("causal"), {}}}},
                  attention_inputs());
        }) == "multi_head_attention has no option 'masks'; did you mean 'mask'?");
  CHECK(test::error_of([] {
          planned("multi_head_attention", {{"mask", {std::string("casual"), {}}}},
                  attention_inputs());
        }) == "there is no mask 'casual'; did you mean 'causal'?");
  CHECK(test::error_of([] { planned("multi_head_atention", {}, attention_inputs()); }) ==
        "unknown pipeline 'multi_head_atention'; did you mean 'multi_head_attention'?");
  CHECK(test::error_of([] {
          planned("transformer_block", {{"norm", {std::string("middle"), {}}}}, attention_inputs());
        }) == "`norm` is 'middle', expected 'post' or 'pre'");
}

TEST_CASE("dropout on the weights is a step of its own, only where asked for") {
  const auto with =
      names(planned("multi_head_attention", {{"dropout", {0.5, {}}}}, attention_inputs()));
  CHECK(std::count(with.begin(), with.end(), "weights_dropout") == 1);
  const auto without = names(planned("multi_head_attention", {}, attention_inputs()));
  CHECK(std::count(without.begin(), without.end(), "weights_dropout") == 0);
}

}  // namespace
}  // namespace headtrace
