#pragma once

#include <headtrace/experiment.hpp>
#include <headtrace/tensor.hpp>
#include <vector>

namespace headtrace {

/// The learning rate of step `step`, counted from 1.
double learning_rate(const OptimizerChoice& choice, Index step);

/// Adam or AdamW over one list of weights, in PyTorch's order of arithmetic.
class Optimizer {
 public:
  explicit Optimizer(const OptimizerChoice& choice) : choice_(choice) {}

  /// Changes `weights` by one step; `gradients` are as many, of the same shapes. To be called with
  /// the same weights every time.
  void step(std::vector<Tensor*> weights, const std::vector<Tensor>& gradients);

  /// Running means of a weight's gradients and of their squares.
  struct Moments {
    std::vector<double> first;
    std::vector<double> second;
  };
  /// In the order of the weights; empty before the first step.
  const std::vector<Moments>& moments() const { return moments_; }
  /// Goes on after `steps` steps that left these.
  void go_on_from(std::vector<Moments> moments, Index steps);

 private:
  OptimizerChoice choice_;
  std::vector<Moments> moments_;
  Index steps_ = 0;
};

}  // namespace headtrace
