#pragma once

#include <headtrace/op.hpp>
#include <headtrace/trace.hpp>
#include <memory>
#include <string>
#include <vector>

namespace headtrace {

/// One step that reads a tensor, and with it one summand of the tensor's gradient.
struct GradientPart {
  PlannedStep step;
  std::size_t input = 0;  ///< which of the step's inputs the tensor is
  Text formula;           ///< see Op::backward_formula
  std::vector<Tensor> inputs;
  Tensor output;
  Tensor gradient;  ///< of the output

  /// The tensors that the formula names, as it names them; the gradient in any case.
  std::vector<Tensor> named_in_order() const;
};

/// A tensor's gradient as a step of its own: what every step that reads the tensor hands back,
/// added up. Its inputs, `reads`, are what the rules name. Without parts it is `constant`
/// everywhere: 1 for the loss, 0 for a tensor that the loss doesn't depend on.
std::shared_ptr<const Op> make_gradient_op(std::string loss, std::string of, Axes axes,
                                           std::vector<GradientPart> parts,
                                           std::vector<std::string> reads, double constant);

/// Where one cell of the gradient comes from: a term for every number of a part's output that the
/// cell goes into, its gradient times the slope. `reads` as for make_gradient_op. Where that would
/// be too many, one term a part.
Explanation explain_gradient(const std::vector<GradientPart>& parts,
                             const std::vector<std::string>& reads, const Sizes& cell);

}  // namespace headtrace
