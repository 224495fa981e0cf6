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
#include <set>
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
  /// The same, and a gradient for every tensor, views too.
  double bytes_with_gradients() const;
};

Plan plan(const Pipeline& pipeline);

/// Which tensors keep their numbers; all of them where nothing is given.
using Kept = std::optional<std::set<std::string>>;

/// What is in memory at once while a plan runs and every tensor that isn't kept is given back after
/// its last use. A view has no memory of its own; the tensor it looks at stays as long as it does.
struct LiveSet {
  std::vector<double> bytes;         ///< while each step of the plan is computed
  double peak = 0;                   ///< the most; never less than all inputs together
  std::size_t peak_step = 0;         ///< the index (from 1) of the step it is reached at; 0 before
  std::vector<std::string> at_peak;  ///< the tensors that hold memory then, in order
};
LiveSet live_set(const Plan& plan, const Kept& kept = std::set<std::string>{});

/// For each step, the tensors that no later step reads; the first list is for those that none
/// reads.
std::vector<std::vector<std::string>> last_uses(const Plan& plan);

/// Throws Error::limit where `needed` bytes, or more than can be counted, pass `limit`; names the
/// costliest tensor. To be called before `run`.
void check_memory(const Plan& plan, double needed, double limit);
/// The same where the whole trace is kept.
void check_memory(const Plan& plan, double limit);

/// `4 GiB`, `512 MiB`, `1000000`: bytes as people write them, or nothing.
std::optional<double> parse_bytes(const std::string& text);
/// `3.2 GiB`
std::string describe_bytes(double bytes);

struct TraceStep {
  PlannedStep planned;
  Tensor output;
  std::vector<Remark> remarks;
  std::string gradient_of = {};  ///< the tensor whose gradient this is; empty for a step forward

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
/// `wanted` names the tensors whose gradients are to be kept; without it all are.
Gradients backward(Trace trace, const Loss& loss = {}, const Kept& wanted = {});

/// The trace with its backward pass as further steps: `loss`, `dloss` (1), then `d<name>` for every
/// tensor, which can be shown and explained as all others. Throws as backward.
Trace with_gradients(Trace trace, const Loss& loss = {});

/// What is wanted of a run besides its trace.
struct Wanted {
  std::optional<std::uint32_t> seed;
  std::optional<std::vector<Tensor>> inputs;  ///< instead of the plan's own, in their order
  Kept keep;                                  ///< the others are given back after their last use
  Kept show;                                  ///< those that on_input and on_step are called with
  std::function<void(const Tensor&)> on_input;
  std::function<void(const TraceStep&)> on_step;  ///< right after the step is computed
};

/// Computes what `wanted` keeps and shows, and what that needs. In the trace all other tensors
/// have a shape but no numbers (see Tensor::has_numbers).
Trace run(const Plan& plan, const Wanted& wanted);

/// The trace without a number: nothing is computed or allocated.
Trace outline(const Plan& plan);

/// Where the number in `cell` of a step's tensor comes from. The cell must lie within its shape.
Explanation explain(const Trace& trace, const TraceStep& step, const Sizes& cell);

}  // namespace headtrace
