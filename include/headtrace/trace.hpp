#pragma once

#include <cstddef>
#include <functional>
#include <headtrace/error.hpp>
#include <headtrace/op.hpp>
#include <headtrace/pipeline.hpp>
#include <headtrace/tensor.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

/// A step with everything that is known of it before a number is computed.
struct PlannedStep {
  std::size_t index = 0;  ///< from 1
  Step step;
  std::shared_ptr<const Op> op;
  std::vector<TensorSpec> inputs;
  TensorSpec output;
  std::optional<std::string> view_of;
  Cost cost;
  Notation notation;
};

/// What the shape rules alone say of a pipeline: every shape, stride and cost, up to the first
/// step that can't be.
struct Plan {
  Dims dims;
  std::vector<Input> inputs;
  std::vector<PlannedStep> steps;
  std::string output;
  std::optional<Error> failure;  ///< why the step after `steps` can't be
  std::string failed_step;       ///< the tensor it would have made

  const PlannedStep* find(const std::string& name) const;
  /// Bytes of all inputs and all results that are not views.
  double bytes() const;
};

Plan plan(const Pipeline& pipeline);

/// Throws Error::limit where the plan needs more than `limit` bytes, or more than can be counted;
/// names the costliest tensor. To be called before `run`.
void check_memory(const Plan& plan, double limit);

/// `4 GiB`, `512 MiB`, `1000000`: bytes as people write them, or nothing.
std::optional<double> parse_bytes(const std::string& text);
/// `3.2 GiB`
std::string describe_bytes(double bytes);

struct TraceStep {
  PlannedStep planned;
  Tensor output;
  std::vector<Remark> remarks;
  std::string gradient_of;  ///< the tensor whose gradient this is; empty for a step forward

  const std::string& name() const { return planned.step.out; }
};

/// Every tensor of one run.
struct Trace {
  Dims dims;
  std::vector<Tensor> inputs;
  std::vector<TraceStep> steps;
  std::string output;
  std::optional<Error> failure;
  std::string failed_step;
  std::string loss;  ///< the step that is the loss, after which come the gradients; empty without

  /// The tensor called `name`, input or result; null if there is none.
  const Tensor* find(const std::string& name) const;
  const TraceStep* find_step(const std::string& name) const;
  std::vector<std::string> tensor_names() const;
  /// The tensors a step reads, in order.
  std::vector<Tensor> operands(const TraceStep& step) const;
};

/// Computes every step of `plan`. `seed` redraws random inputs (see materialize).
Trace run(const Plan& plan, std::optional<std::uint32_t> seed = {});
/// The same from `inputs`, which stand in the order of the plan's own and have their shapes.
Trace run(const Plan& plan, std::vector<Tensor> inputs);

/// A loss and its gradient at every tensor of a trace.
struct Gradients {
  double loss = 0;
  std::vector<Tensor> of;  ///< `d<name>`, of the same shape: `dloss` (1) first, inputs as reached
  std::vector<std::string> unreached;  ///< tensors the loss doesn't depend on; their gradient is 0

  /// The gradient of the tensor called `name`; null if there is no such tensor.
  const Tensor* find(const std::string& name) const;
  void add(const std::string& name, Tensor gradient);

 private:
  std::map<std::string, std::size_t> at_;
};

/// The gradients of a whole trace by its operations' backward, from the last step to the first;
/// where several steps read a tensor, what they hand back is added up. Throws Error::lesson for a
/// trace that stopped or a target that isn't there, Error::shape for a target that doesn't fit.
Gradients backward(const Trace& trace, const Loss& loss = {});

/// The trace with its backward pass as further steps: `loss`, `dloss` (1), then `d<name>` for every
/// tensor, which can be shown and explained as all others. Throws as backward.
Trace with_gradients(Trace trace, const Loss& loss = {});

/// Where the number in `cell` of a step's tensor comes from. The cell must lie within its shape.
Explanation explain(const Trace& trace, const TraceStep& step, const Sizes& cell);

}  // namespace headtrace
