#include "trace/attention_steps.hpp"

#include <fmt/format.h>

#include "core/did_you_mean.hpp"

namespace headtrace {
namespace {

struct Sources {
  std::string queries;
  std::string keys;
  std::string key_axis;
};

Sources sources(const StepList& steps, const std::string& x, const Params& options) {
  const std::string otherwise = steps.has("memory") ? "memory" : "";
  const std::string memory = options.text("memory", otherwise);
  if (memory.empty()) return {x, x, "seq"};
  return {x, steps.need(memory, "the source of keys and values"), "key_seq"};
}

/// What becomes of x or the memory on its way to the heads' queries, keys or values.
struct Projection {
  std::string name;  ///< Q, K or V
  std::string weight;
  std::string bias;
  std::string source;
  std::string seq;
  std::string width;  ///< of one head: d_k or d_v

  std::string split() const { return name + "_split"; }
  std::string heads() const { return name + "_heads"; }
};

/// [batch, seq, d_model] to [batch, heads, seq, d_k], stage by stage.
void append_projections(StepList& steps, const std::vector<Projection>& projections) {
  for (const Projection& p : projections) steps.linear(p.source, p.weight, p.bias, p.name);
  for (const Projection& p : projections) {
    steps.view(p.name, p.split(), {"batch", p.seq, "heads", p.width});
  }
  for (const Projection& p : projections) steps.transpose(p.split(), p.heads(), p.seq, "heads");
}

std::string masked(StepList& steps, const std::string& scaled, const Params& options) {
  const std::string mask = options.text("mask", steps.has("mask") ? "mask" : "none");
  if (mask == "none") return scaled;
  if (mask == "causal") return steps.add("mask", {scaled}, "masked", {{"causal", {true, {}}}});
  const std::string meant = did_you_mean(mask, {"none", "causal"});
  if (!steps.has(mask) && !meant.empty()) {
    throw options.placed(
        "mask", Error::in_parameter("mask", fmt::format("there is no mask '{}'", mask), meant));
  }
  try {
    return steps.add("mask", {scaled, steps.need(mask, "a mask")}, "masked");
  } catch (const Error& error) {
    throw options.placed("mask", error);
  }
}

std::string dropped(StepList& steps, const std::string& weights, const Params& options) {
  const double p = options.number("dropout", 0);
  if (p == 0) return weights;
  return steps.add("dropout", {weights}, "weights_dropout",
                   {{"p", {p, {}}},
                    {"training", {options.flag("training", false), {}}},
                    {"seed", {static_cast<double>(options.integer("seed", 0)), {}}}});
}

void check_kv_heads(const Dims& dims) {
  if (dims.find("kv_heads") == dims.find("heads")) return;
  throw Error::lesson(
      fmt::format("multi_head_attention gives every head keys of its own, but "
                  "kv_heads={} and heads={}",
                  dims.find("kv_heads").value_or(0), dims.find("heads").value_or(0)),
      "leave out kv_heads, or write the steps themselves under `steps`");
}

}  // namespace

std::string append_attention(StepList& steps, const std::string& x, const Params& options,
                             const Dims& dims) {
  check_kv_heads(dims);
  const Sources from = sources(steps, x, options);
  append_projections(steps, {{"Q", "W_q", "b_q", from.queries, "seq", "d_k"},
                             {"K", "W_k", "b_k", from.keys, from.key_axis, "d_k"},
                             {"V", "W_v", "b_v", from.keys, from.key_axis, "d_v"}});

  steps.add("matmul", {"Q_heads", "K_heads"}, "scores", {{"transpose_b", {true, {}}}});
  steps.add("scale", {"scores"}, "scaled", {{"by", {std::string("1/sqrt(d_k)"), {}}}});
  steps.add("softmax", {masked(steps, "scaled", options)}, "weights");
  steps.add("matmul", {dropped(steps, "weights", options), "V_heads"}, "heads");

  steps.transpose("heads", "heads_transposed", "heads", "seq");
  steps.add("contiguous", {"heads_transposed"}, "heads_contiguous");
  steps.view("heads_contiguous", "concat", {"batch", "seq", "heads*d_v"});
  return steps.linear("concat", "W_o", "b_o", "output");
}

std::vector<Step> attention_steps(const Params& options, const Dims& dims,
                                  const std::vector<Input>& inputs) {
  StepList steps("multi_head_attention", inputs);
  append_attention(steps, steps.need("x", "the input"), options, dims);
  return steps.take();
}

}  // namespace headtrace
