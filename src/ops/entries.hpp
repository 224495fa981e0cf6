#pragma once

#include <cstdint>
#include <headtrace/op.hpp>
#include <optional>
#include <string>

/// What the operations' files share.
namespace headtrace {

/// A contiguous tensor of RandomState(seed).standard_normal(), for OpEntry::examples.
Tensor example_tensor(std::string name, Axes axes, std::uint32_t seed);

/// The inputs' specs, for shape rules called from forward.
std::vector<TensorSpec> specs_of(Tensors inputs);

/// `heads=3`; a nameless axis is its number alone.
std::string label(const Axis& axis);

/// `(2, 3)`, `(2,)`: a shape as Python writes it.
std::string python_tuple(const Sizes& sizes);

/// What a newly allocated result of this shape costs at `flops` an element.
Cost cost_of_result(const TensorSpec& result, double flops, Index parameters = 0);

/// A cell that is one of an input's numbers, unchanged.
Explanation explain_moved(Tensors inputs, std::size_t input, Sizes cell);

}  // namespace headtrace
