#pragma once

#include <headtrace/dims.hpp>
#include <headtrace/explanation.hpp>
#include <headtrace/params.hpp>
#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headtrace {

using Specs = std::span<const TensorSpec>;
using Tensors = std::span<const Tensor>;

/// What an operation needs: learned numbers, floating-point operations (a multiply-add counts as
/// two), and bytes of newly allocated result (0 for a view).
struct Cost {
  Index parameters = 0;
  double flops = 0;
  double bytes = 0;
};

/// How a step is written, with the names of its tensors filled in.
struct Notation {
  std::string formula;
  std::string pytorch;
  std::string numpy;
  std::string formula_zh = {};  ///< where the formula has words; empty where it is signs alone

  const std::string& formula_in(Lang lang) const {
    return lang == Lang::zh && !formula_zh.empty() ? formula_zh : formula;
  }
};

/// Something in a result that the reader must be told. `{count}` and `{cell}` in the text stand
/// for how often and where first.
struct Remark {
  Text pattern;
  Index count = 0;
  Sizes cell;
};

/// One operation with its parameters. Everything the program knows about it is answered here.
class Op {
 public:
  virtual ~Op() = default;

  /// The result's axes and strides, and the only shape check. Throws Error::shape, which names the
  /// operands with their shapes, the rule, and what to do.
  virtual TensorSpec shape(Specs inputs) const = 0;
  /// The input whose storage the result shares, if it is a view.
  virtual std::optional<std::size_t> view_of(Specs) const { return std::nullopt; }
  /// The evaluated result. The inputs passed `shape` before.
  virtual Tensor forward(Tensors inputs) const = 0;
  /// One gradient an input, each of that input's shape; `gradient` is that of the output.
  virtual std::vector<Tensor> backward(Tensors inputs, const Tensor& output,
                                       const Tensor& gradient) const = 0;
  /// How `backward` comes by the gradient of one input: `{dy}` is the output's gradient, `{y}` the
  /// output, `{0}`, `{1}` the inputs.
  virtual Text backward_formula(Specs inputs, std::size_t input) const = 0;
  /// Where one cell of the result comes from.
  virtual Explanation explain(Tensors inputs, const Sizes& cell) const = 0;
  virtual Cost cost(Specs inputs) const = 0;
  virtual Notation notation(Specs inputs, const std::string& out) const = 0;
  virtual std::vector<Remark> remarks(Tensors, const Tensor&) const { return {}; }
};

enum class ParamType { flag, number, integer, text, number_or_text, axis, axes, shape };

struct ParamInfo {
  std::string name;
  ParamType type;
  bool required = false;
  Text meaning;
};

/// A small case on which the catalogue's generic test runs the operation.
struct OpExample {
  std::string label;
  Params params;
  std::vector<Tensor> inputs;
  Dims dims;
};

/// One row of the catalogue.
struct OpEntry {
  std::string name;
  std::string formula;  ///< in general letters: `y = x·W + b`
  std::string pytorch;
  std::string numpy;
  Text meaning;  ///< one sentence for the learner
  std::size_t min_inputs = 1;
  std::size_t max_inputs = 1;
  std::vector<std::string> input_roles;  ///< `x`, `W`, `b`
  std::vector<ParamInfo> params;
  /// Throws Error::in_parameter for parameters that make no sense in themselves.
  std::unique_ptr<Op> (*make)(const Params&, const Dims&) = nullptr;
  std::vector<OpExample> (*examples)() = nullptr;
};

/// All operations, in the order they are taught.
const std::vector<OpEntry>& catalogue();
/// The entry called `name`. Throws Error::in_parameter("op", …) with a did-you-mean.
const OpEntry& find_op(const std::string& name);
/// An operation, once its parameters' names and the number of its inputs are found right.
std::unique_ptr<Op> make_op(const std::string& name, const Params& params, const Dims& dims,
                            std::size_t input_count);

}  // namespace headtrace
