#pragma once

#include <cmath>
#include <headtrace/op.hpp>

namespace headtrace {

/// y = f(x) for every element on its own. Shape, memory and cost are then the same for every f.
class Elementwise : public Op {
 public:
  TensorSpec shape(Specs inputs) const final;
  Tensor forward(Tensors inputs) const final;
  std::vector<Tensor> backward(Tensors inputs, const Tensor& output,
                               const Tensor& gradient) const final;
  Explanation explain(Tensors inputs, const Sizes& cell) const final;
  Cost cost(Specs inputs) const final;

 protected:
  /// y[i] = f(x[i]); y may be x.
  virtual void apply(const double* x, double* y, Index count) const = 0;
  /// dx[i] = dy[i]·f'(x[i]); dx may be x.
  virtual void apply_backward(const double* x, const double* dy, double* dx, Index count) const = 0;
  /// The term for one x, which is `{0}` in its pattern.
  virtual std::string pattern() const = 0;
  virtual double value(double x) const = 0;
  virtual double flops_per_element() const = 0;
};

}  // namespace headtrace
