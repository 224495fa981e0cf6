#include "trace/seq2seq.hpp"

#include <algorithm>

#include "trace/attention_steps.hpp"

namespace headtrace {
namespace {

using Start = Parameter::Start;

/// Writes the steps down, and the parameters that they turn out to need.
class Writer {
 public:
  Writer(const ModelSizes& sizes, const Arm& arm, Dims dims)
      : d_model_{"d_model", sizes.d_model, 0},
        d_ff_{"d_ff", arm.d_ff, 0},
        arm_(arm),
        dims_(std::move(dims)) {}

  std::string parameter(const std::string& name, Axes axes, Start start, bool trained = true) {
    parameters_.push_back({name, std::move(axes), start, trained});
    return name;
  }

  std::string add(std::string op, std::vector<std::string> in, std::string out) {
    steps_.push_back({std::move(op), std::move(in), out, {}, {}});
    return out;
  }

  /// Rows with a 1 at their symbol's place pick rows of the matrix.
  std::string embed(const std::string& one_hot, Index symbols) {
    const std::string table =
        parameter(one_hot + ".embedding", {{"", symbols, 0}, d_model_}, Start::normal);
    add("linear", {one_hot, table}, one_hot + ".embedded");
    return add("add", {one_hot + ".embedded", one_hot + "_positions"}, one_hot + ".placed");
  }

  /// x + f(x), with LayerNorm where the arm has it.
  template <typename Sublayer>
  std::string residual(const std::string& x, const std::string& name, Sublayer sublayer) {
    const std::string in = arm_.pre_norm ? norm(x, name) : x;
    const std::string sum = add("add", {x, sublayer(in)}, name + ".residual");
    return arm_.pre_norm ? sum : norm(sum, name);
  }

  std::string norm(const std::string& x, const std::string& name) {
    return add("layer_norm",
               {x, parameter(name + ".gamma", {d_model_}, Start::ones),
                parameter(name + ".beta", {d_model_}, Start::zeros)},
               name + ".norm");
  }

  std::string feed_forward(const std::string& x, const std::string& name) {
    linear(x, name + ".hidden", name + ".W_1", d_model_, d_ff_, name + ".b_1");
    add("relu", {name + ".hidden"}, name + ".activated");
    return linear(name + ".activated", name + ".output", name + ".W_2", d_ff_, d_model_,
                  name + ".b_2");
  }

  std::string linear(const std::string& x, const std::string& out, const std::string& weight,
                     const Axis& from, const Axis& to, const std::string& bias) {
    return add(
        "linear",
        {x, parameter(weight, {from, to}, Start::xavier), parameter(bias, {to}, Start::zeros)},
        out);
  }

  /// The standard attention under names of its own. `on_source`: its queries are on `key_seq`.
  std::string attention(const std::string& x, const std::string& memory, const std::string& mask,
                        const std::string& name, bool on_source) {
    Params options{{"mask", {mask == "causal" ? mask : std::string("mask"), {}}}};
    std::vector<Input> known;
    for (const char* each : {"x", "mask", "W_q", "W_k", "W_v", "W_o"}) known.push_back(named(each));
    if (memory != x) known.push_back(named("memory"));
    for (Step step : attention_steps(options, dims_, known)) {
      if (step.out == "output" && arm_.w_o == Arm::OutputProjection::none) break;
      for (std::string& in : step.in) {
        in = in == "x" ? x : in == "memory" ? memory : in == "mask" ? mask : own(name, in);
      }
      step.out = own(name, step.out);
      if (on_source) rename_axes(step.params);
      steps_.push_back(std::move(step));
    }
    for (const char* weight : {"W_q", "W_k", "W_v"}) {
      parameter(own(name, weight), {d_model_, d_model_}, Start::xavier);
    }
    return output_projection(name);
  }

  std::vector<Step> take_steps() { return std::move(steps_); }
  std::vector<Parameter> take_parameters() { return std::move(parameters_); }

 private:
  static Input named(const std::string& name) { return {name, {}, {}, ValuesSource{}, {}}; }
  static std::string own(const std::string& prefix, const std::string& name) {
    return prefix + "." + name;
  }

  static void rename_axes(Params& params) {
    for (const char* list : {"shape", "axes"}) {
      if (!params.has(list)) continue;
      std::vector<std::string> names = params.list(list);
      std::ranges::replace(names, "seq", "key_seq");
      params.set(list, {names, {}});
    }
  }

  std::string output_projection(const std::string& name) {
    using Kind = Arm::OutputProjection;
    if (arm_.w_o == Kind::none) return own(name, "concat");
    parameter(own(name, "W_o"), {d_model_, d_model_},
              arm_.w_o == Kind::identity ? Start::identity : Start::xavier,
              arm_.w_o == Kind::learned);
    return own(name, "output");
  }

  Axis d_model_;
  Axis d_ff_;
  const Arm& arm_;
  Dims dims_;
  std::vector<Step> steps_;
  std::vector<Parameter> parameters_;
};

void write(Writer& writer, const Arm& arm, const ModelSizes& sizes, Index source_symbols,
           Index target_symbols) {
  std::string x = writer.embed("source", source_symbols);
  x = writer.residual(x, "encoder.attention", [&](const std::string& in) {
    return writer.attention(in, in, "source_mask", "encoder.attention", true);
  });
  const auto feed_forward = [&](const std::string& in, const std::string& name) {
    if (arm.d_ff == 0) return in;
    return writer.residual(
        in, name, [&](const std::string& each) { return writer.feed_forward(each, name); });
  };
  x = feed_forward(x, "encoder.ffn");
  const std::string memory = arm.pre_norm ? writer.norm(x, "encoder.last") : x;

  std::string y = writer.embed("target", target_symbols);
  y = writer.residual(y, "decoder.attention", [&](const std::string& in) {
    return writer.attention(in, in, "causal", "decoder.attention", false);
  });
  y = writer.residual(y, "decoder.cross", [&](const std::string& in) {
    return writer.attention(in, memory, "source_mask", "decoder.cross", false);
  });
  y = feed_forward(y, "decoder.ffn");
  if (arm.pre_norm) y = writer.norm(y, "decoder.last");
  writer.linear(y, "logits", "W_logits", {"d_model", sizes.d_model, 0}, {"", target_symbols, 0},
                "b_logits");
}

Dims dims_of(const ModelSizes& sizes, const BatchSizes& batch) {
  return Dims({{"batch", batch.batch},
               {"seq", batch.target},
               {"key_seq", batch.source},
               {"d_model", sizes.d_model},
               {"heads", sizes.heads}});
}

}  // namespace

Seq2Seq::Seq2Seq(const ModelSizes& sizes, const Arm& arm, Index source_symbols,
                 Index target_symbols)
    : sizes_(sizes), arm_(arm), source_symbols_(source_symbols), target_symbols_(target_symbols) {
  Writer writer(sizes_, arm_, dims_of(sizes_, {1, 1, 1}));
  write(writer, arm_, sizes_, source_symbols_, target_symbols_);
  parameters_ = writer.take_parameters();
}

Index Seq2Seq::trained_count() const {
  Index count = 0;
  for (const Parameter& parameter : parameters_) {
    if (parameter.trained) count += contiguous_spec("", parameter.axes).size();
  }
  return count;
}

Pipeline Seq2Seq::pipeline(const BatchSizes& sizes) const {
  Pipeline pipeline;
  pipeline.dims = dims_of(sizes_, sizes);
  Writer writer(sizes_, arm_, pipeline.dims);
  write(writer, arm_, sizes_, source_symbols_, target_symbols_);
  pipeline.steps = writer.take_steps();
  const auto axis = [](const char* name, Index size) { return Axis{name, size, 0}; };
  const Axis batch = axis("batch", sizes.batch);
  const Axis source = axis("key_seq", sizes.source);
  const Axis target = axis("seq", sizes.target);
  const Axis d_model = axis("d_model", sizes_.d_model);
  const auto input = [&](const char* name, Axes axes) {
    pipeline.inputs.push_back({name, std::move(axes), {}, ValuesSource{}, {}});
  };
  input("source", {batch, source, axis("", source_symbols_)});
  input("source_mask", {batch, axis("", 1), axis("", 1), source});
  input("source_positions", {source, d_model});
  input("target", {batch, target, axis("", target_symbols_)});
  input("target_positions", {target, d_model});
  for (const Parameter& parameter : parameters_) input(parameter.name.c_str(), parameter.axes);
  return pipeline;
}

}  // namespace headtrace
