#include "study/optimizer.hpp"

#include <algorithm>
#include <cmath>

namespace headtrace {

double learning_rate(const OptimizerChoice& choice, Index step) {
  if (choice.warmup == 0) return choice.lr;
  const auto now = static_cast<double>(step);
  const auto warmup = static_cast<double>(choice.warmup);
  return choice.lr * std::min(now / warmup, std::sqrt(warmup / now));
}

void Optimizer::go_on_from(std::vector<Moments> moments, Index steps) {
  moments_ = std::move(moments);
  steps_ = steps;
}

void Optimizer::step(std::vector<Tensor*> weights, const std::vector<Tensor>& gradients) {
  moments_.resize(weights.size());
  const double rate = learning_rate(choice_, ++steps_);
  const auto power = static_cast<double>(steps_);
  const double unbias_1 = 1 - std::pow(choice_.beta_1, power);
  const double unbias_2 = std::sqrt(1 - std::pow(choice_.beta_2, power));
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const Tensor gradient = gradients[k].contiguous();
    const auto count = static_cast<std::size_t>(gradient.size());
    Moments& moments = moments_[k];
    moments.first.resize(count, 0.0);
    moments.second.resize(count, 0.0);
    double* w = weights[k]->data();
    const double* g = gradient.data();
    for (std::size_t i = 0; i < count; ++i) {
      double slope = g[i];
      if (choice_.decoupled_decay) {
        w[i] *= 1 - rate * choice_.weight_decay;
      } else {
        slope += choice_.weight_decay * w[i];
      }
      double& m = moments.first[i];
      double& v = moments.second[i];
      m = choice_.beta_1 * m + (1 - choice_.beta_1) * slope;
      v = choice_.beta_2 * v + (1 - choice_.beta_2) * slope * slope;
      w[i] -= rate / unbias_1 * m / (std::sqrt(v) / unbias_2 + choice_.eps);
    }
  }
}

}  // namespace headtrace
