#pragma once

#include <headtrace/experiment.hpp>
#include <headtrace/trace.hpp>
#include <map>
#include <string>
#include <vector>

#include "study/optimizer.hpp"
#include "study/task.hpp"
#include "trace/seq2seq.hpp"

namespace headtrace {

/// A trained parameter between two steps.
struct TrainedNumbers {
  std::vector<double> values;
  Optimizer::Moments moments;
};
/// All of a model's, by name: with the number of steps taken, all that its training goes on from.
using TrainerState = std::map<std::string, TrainedNumbers>;

/// One model being trained: an arm's pipeline with its backward pass, repeated.
class Trainer {
 public:
  /// Starts every parameter from numbers that depend on `seed` and its name alone, so that arms
  /// which share a parameter start with the same.
  Trainer(const Experiment& experiment, const Arm& arm, const Task& task, std::uint32_t seed);

  /// One step on a batch; gives the loss before it: the mean over symbols of −log probability, each
  /// target symbol predicted from the source and the right symbols before it.
  double step(const std::vector<Example>& batch);
  /// The model's own answers: from the begin symbol on the likeliest symbol each time, until the
  /// end or `longest` symbols. Without the end symbol.
  std::vector<std::vector<Index>> answer(const std::vector<Example>& asked, Index longest);

  Index trained_count() const { return model_.trained_count(); }
  /// Floating-point operations of a step forward on a batch of these sizes.
  double flops(const BatchSizes& sizes);
  /// The parameter called so; its numbers may be changed.
  Tensor& parameter(const std::string& name) { return weights_.at(name); }

  TrainerState state() const;
  /// Goes on after `steps` steps that led to `state`. Throws Error::lesson for the state of another
  /// model.
  void go_on_from(const TrainerState& state, Index steps);

 private:
  std::vector<Parameter> trained() const;
  const Plan& plan_for(const BatchSizes& sizes);
  Trace forward(const BatchSizes& sizes, const std::vector<Example>& batch);

  Seq2Seq model_;
  Index source_symbols_;
  Index target_symbols_;
  Index d_model_;
  std::map<std::string, Tensor> weights_;
  std::map<BatchSizes, Plan> plans_;
  Optimizer optimizer_;
};

/// Sines and cosines of the positions (Vaswani et al. 2017, section 3.5), [length, width].
Tensor sinusoids(const std::string& name, const Axis& length, const Axis& width);

}  // namespace headtrace
