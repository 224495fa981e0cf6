#include "study/head_norms.hpp"

#include <cmath>

#include "core/shape.hpp"

namespace headtrace {
double norm(const Tensor& tensor) {
  double squares = 0;
  for (const double x : tensor.values()) squares += x * x;
  return std::sqrt(squares);
}

std::vector<double> head_norms(const Tensor& tensor) {
  const auto axis = axis_of_heads(tensor.axes());
  if (!axis) return {};
  const Axis& heads = tensor.axes()[*axis];
  std::vector<double> norms(static_cast<std::size_t>(*head_at(heads, heads.size - 1)) + 1, 0.0);
  for (CellWalk walk(tensor.shape(), tensor.strides()); !walk.done(); walk.next()) {
    const double x = tensor.data()[walk.offset()];
    norms[static_cast<std::size_t>(*head_at(heads, walk.cell()[*axis]))] += x * x;
  }
  for (double& each : norms) each = std::sqrt(each);
  return norms;
}

}  // namespace headtrace
