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

 private:
  struct Moments {
    std::vector<double> first;
    std::vector<double> second;
  };

  OptimizerChoice choice_;
  std::vector<Moments> moments_;
  Index steps_ = 0;
};

}  // namespace headtrace
