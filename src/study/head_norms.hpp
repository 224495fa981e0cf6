#pragma once

#include <headtrace/tensor.hpp>
#include <vector>

namespace headtrace {

/// √Σx² over all elements.
double norm(const Tensor& tensor);
/// The same of each head's elements, where an axis is heads or made of heads; else empty.
std::vector<double> head_norms(const Tensor& tensor);

}  // namespace headtrace
