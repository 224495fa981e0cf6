#include "trace/block_steps.hpp"

#include <fmt/format.h>

#include "trace/attention_steps.hpp"

namespace headtrace {
namespace {

constexpr double paper_dropout = 0.1;

struct BlockOptions {
  bool pre_norm;
  std::string activation;
  double eps;
  double dropout;
  bool training;
  double seed;
};

std::string one_of(const Params& options, const std::string& name, const std::string& first,
                   const std::string& second) {
  std::string value = options.text(name, first);
  if (value == first || value == second) return value;
  throw options.placed(
      name, Error::in_parameter(name, fmt::format("`{}` is '{}', expected '{}' or '{}'", name,
                                                  value, first, second)));
}

BlockOptions read(const Params& options) {
  return {one_of(options, "norm", "post", "pre") == "pre",
          one_of(options, "activation", "relu", "gelu"),
          options.number("eps", 1e-5),
          options.number("dropout", paper_dropout),
          options.flag("training", false),
          static_cast<double>(options.integer("seed", 0))};
}

/// The attention's own steps know only its options; dropout on the weights is not the paper's.
Params attention_options(const Params& options) {
  Params own;
  for (const char* name : {"mask", "memory"}) {
    if (options.has(name)) own.set(name, options.values().at(name));
  }
  return own;
}

std::string norm(StepList& steps, const std::string& x, const std::string& number, double eps) {
  std::vector<std::string> in{x};
  if (steps.has("gamma_" + number)) in.push_back("gamma_" + number);
  if (steps.has("beta_" + number)) in.push_back(steps.need("beta_" + number, "LayerNorm's shift"));
  if (in.size() == 2 && in[1] == "beta_" + number) {
    steps.need("gamma_" + number, fmt::format("since beta_{} is given", number));
  }
  return steps.add("layer_norm", std::move(in), "norm_" + number, {{"eps", {eps, {}}}});
}

std::string dropout(StepList& steps, const std::string& x, const std::string& out,
                    const BlockOptions& options, double seed) {
  return steps.add(
      "dropout", {x}, out,
      {{"p", {options.dropout, {}}}, {"training", {options.training, {}}}, {"seed", {seed, {}}}});
}

std::string feed_forward(StepList& steps, const std::string& x, const BlockOptions& options) {
  steps.linear(x, "W_1", "b_1", "ffn_hidden");
  steps.add(options.activation, {"ffn_hidden"}, "ffn_activated");
  steps.linear("ffn_activated", "W_2", "b_2", "ffn_output");
  return dropout(steps, "ffn_output", "ffn_dropout", options, options.seed + 1);
}

}  // namespace

std::vector<Step> block_steps(const Params& options, const Dims& dims,
                              const std::vector<Input>& inputs) {
  const BlockOptions block = read(options);
  StepList steps("transformer_block", inputs);
  const std::string x = steps.need("x", "the input");
  const std::string attention_in = block.pre_norm ? norm(steps, x, "1", block.eps) : x;
  const std::string attended =
      append_attention(steps, attention_in, attention_options(options), dims);
  const std::string attn_dropout = dropout(steps, attended, "attn_dropout", block, block.seed);
  std::string between = steps.add("add", {x, attn_dropout}, "residual_1");
  if (!block.pre_norm) between = norm(steps, between, "1", block.eps);

  const std::string ffn_in = block.pre_norm ? norm(steps, between, "2", block.eps) : between;
  const std::string ffn_dropout = feed_forward(steps, ffn_in, block);
  const std::string sum = steps.add("add", {between, ffn_dropout}, "residual_2");
  if (!block.pre_norm) norm(steps, sum, "2", block.eps);
  return steps.take();
}

}  // namespace headtrace
