#include "ops/entries.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <headtrace/random.hpp>
#include <utility>

#include "core/shape.hpp"

namespace headtrace {

Tensor example_tensor(std::string name, Axes axes, std::uint32_t seed) {
  Tensor tensor = Tensor::uninitialized(std::move(name), std::move(axes));
  RandomState random(seed);
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = random.standard_normal();
  return tensor;
}

std::vector<TensorSpec> specs_of(Tensors inputs) {
  std::vector<TensorSpec> specs;
  specs.reserve(inputs.size());
  for (const Tensor& tensor : inputs) specs.push_back(tensor.spec());
  return specs;
}

std::string label(const Axis& axis) {
  return axis.name.empty() ? fmt::format("{}", axis.size)
                           : fmt::format("{}={}", axis.name, axis.size);
}

std::string python_tuple(const Sizes& sizes) {
  return fmt::format("({}{})", fmt::join(sizes, ", "), sizes.size() == 1 ? "," : "");
}

Cost cost_of_result(const TensorSpec& result, double flops, Index parameters) {
  const auto elements = static_cast<double>(result.size());
  return {parameters, elements * flops, elements * sizeof(double)};
}

Explanation explain_moved(Tensors inputs, std::size_t input, Sizes cell) {
  const double value = inputs[input].at(cell);
  Explanation why;
  why.terms.push_back({"{0}", value, {{input, std::move(cell), value}}, {}});
  why.add_up();
  return why;
}

}  // namespace headtrace
