#include "trace/sized_pipeline.hpp"

namespace headtrace {
namespace {

class SizedInputs {
 public:
  explicit SizedInputs(const Dims& dims) : dims_(dims) {}

  void random(const std::string& name, const std::vector<std::string>& axes,
              RandomSource::Kind kind = RandomSource::Kind::torch_linear) {
    RandomSource source;
    source.kind = kind;
    source.seed = static_cast<std::uint32_t>(inputs_.size() + 1);
    inputs_.push_back({name, axes_of(axes), {}, source, {}});
  }

  void constant(const std::string& name, double value) {
    const FillSource source{FillSource::Kind::constant, value};
    inputs_.push_back({name, axes_of({"d_model"}), {}, source, {}});
  }

  /// W_n and, where asked for, b_n.
  void linear(const std::string& n, const std::string& in, const std::string& out, bool bias) {
    random("W_" + n, {in, out});
    if (bias) random("b_" + n, {out});
  }

  void norm(const std::string& number) {
    constant("gamma_" + number, 1);
    constant("beta_" + number, 0);
  }

  std::vector<Input> take() { return std::move(inputs_); }

 private:
  Axes axes_of(const std::vector<std::string>& names) const {
    Axes axes;
    for (const std::string& name : names) axes.push_back(dims_.axis(name, "dims"));
    return axes;
  }

  const Dims& dims_;
  std::vector<Input> inputs_;
};

}  // namespace

Pipeline sized_pipeline(const Sizing& sizing) {
  SizedInputs inputs(sizing.dims);
  constexpr auto normal = RandomSource::Kind::normal;
  inputs.random("x", {"batch", "seq", "d_model"}, normal);
  if (sizing.dims.is_given("key_seq")) {
    inputs.random("memory", {"batch", "key_seq", "d_model"}, normal);
  }
  inputs.linear("q", "d_model", "heads*d_k", sizing.attention_bias);
  inputs.linear("k", "d_model", "heads*d_k", sizing.attention_bias);
  inputs.linear("v", "d_model", "heads*d_v", sizing.attention_bias);
  inputs.linear("o", "heads*d_v", "d_model", sizing.attention_bias);
  if (sizing.pipeline == "transformer_block") {
    inputs.norm("1");
    inputs.linear("1", "d_model", "d_ff", sizing.ffn_bias);
    inputs.linear("2", "d_ff", "d_model", sizing.ffn_bias);
    inputs.norm("2");
  }
  return make_standard_pipeline(sizing.pipeline, sizing.options, sizing.dims, inputs.take());
}

}  // namespace headtrace
