#pragma once

#include <cstdint>
#include <headtrace/dims.hpp>
#include <headtrace/op.hpp>
#include <headtrace/params.hpp>
#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace headtrace {

/// Numbers written in the lesson, row-major.
struct ValuesSource {
  std::vector<double> values;
};

struct FillSource {
  enum class Kind { constant, identity, arange };
  Kind kind = Kind::constant;
  double value = 0;
};

/// RandomState(seed), drawn in row-major order. `a`, `b`: low and high, or mean and std.
struct RandomSource {
  enum class Kind {
    uniform,
    normal,
    xavier_uniform,
    xavier_normal,
    kaiming_uniform,
    kaiming_normal,
    torch_linear
  };
  Kind kind = Kind::normal;
  double a = 0;
  double b = 1;
  std::uint32_t seed = 0;
  std::optional<int> round;  ///< decimals
};

/// A tensor that a pipeline starts from: a lesson's x, weights and masks.
struct Input {
  std::string name;
  Axes axes;
  std::optional<WeightLayout> layout;
  std::variant<ValuesSource, FillSource, RandomSource> source;
  std::optional<SourceSpan> span;

  TensorSpec spec() const;
};

/// What a random input draws: uniform in [a, b), or normal with mean a and standard deviation b.
struct Draw {
  bool normal = true;
  double a = 0;
  double b = 1;
};
/// `input.source` is a RandomSource.
Draw draw_of(const Input& input);
/// The seed that a random input is drawn from where the reader asks for `seed`: one for each input,
/// so that different tensors get different numbers.
std::uint32_t seed_of(const RandomSource& source, std::optional<std::uint32_t> seed);

/// The input's numbers. `seed`, where given, takes the place of a random input's own (each input
/// still gets numbers of its own: its seed is mixed with the input's).
Tensor materialize(const Input& input, std::optional<std::uint32_t> seed = {});

/// One operation applied to named tensors, giving one named tensor.
struct Step {
  std::string op;
  std::vector<std::string> in;
  std::string out;
  Params params;
  std::optional<SourceSpan> span;  ///< of the whole step in its lesson
};

/// An ordered list of steps and what they start from: the one way to say what is computed.
struct Pipeline {
  Dims dims;
  std::vector<Input> inputs;
  std::vector<Step> steps;
  std::string result;  ///< the tensor it is all for; empty: the last step's

  const std::string& output() const;
  const Input* find_input(const std::string& name) const;
  const Step* find_step(const std::string& name) const;
  /// Every tensor's name, inputs first.
  std::vector<std::string> tensor_names() const;
};

/// The one number that gradients are taken of, from the pipeline's result.
struct Loss {
  enum class Kind {
    sum,           ///< of all elements
    mse,           ///< the mean of (result − target)²
    cross_entropy  ///< the mean over positions of −log softmax(result) at the target
  };
  Kind kind = Kind::sum;
  std::string target;  ///< a tensor's name; for cross_entropy class numbers or shares
};

/// Consumers of `tensor` read its step's first input instead.
struct Bypass {
  std::string tensor;
};
/// The step that makes `tensor` gives way to others, of which the last makes it anew.
struct Replace {
  std::string tensor;
  std::vector<Step> with;
};
/// `tensor`, an input or a step's result, gets other numbers.
struct SetTensor {
  std::string tensor;
  Input to;
};
/// One more input, for the steps that replace others.
struct AddInput {
  Input input;
};
struct Edit {
  std::variant<Bypass, Replace, SetTensor, AddInput> change;
  std::optional<SourceSpan> span;
};

/// A named edit to a pipeline.
struct Variant {
  std::string id;
  Text title;
  std::vector<Edit> edits;
};

/// The pipeline with the variant's edits made, in their order. Throws Error::lesson for a tensor
/// that isn't there.
Pipeline apply(Pipeline pipeline, const Variant& variant);
/// A variant that bypasses `tensor` (compare --without).
Variant without(const std::string& tensor);

/// A pipeline known by name.
struct StandardPipeline {
  std::string name;
  Text meaning;
  std::vector<ParamInfo> options;
  /// Steps for the inputs there are (biases are optional). Throws Error::lesson for a missing
  /// input, Error::in_parameter for an option that makes no sense.
  std::vector<Step> (*steps)(const Params& options, const Dims& dims,
                             const std::vector<Input>& inputs) = nullptr;
};

const std::vector<StandardPipeline>& standard_pipelines();
/// The standard pipeline `name` over `inputs`. Marks the axes of W_q, W_k, W_v and W_o that are
/// made of heads. Throws as StandardPipeline::steps, and with a did-you-mean for an unknown name
/// or option.
Pipeline make_standard_pipeline(const std::string& name, const Params& options, Dims dims,
                                std::vector<Input> inputs);

}  // namespace headtrace
