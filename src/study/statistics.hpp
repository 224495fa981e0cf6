#pragma once

#include <headtrace/tensor.hpp>

namespace headtrace {

/// What all elements of a tensor say together. `min`, `max`, `mean` and `sigma` are of the finite
/// ones, NaN where there are none; `sigma` is the population's (divided by n, not n−1).
struct Statistics {
  Index count = 0;
  Index nan = 0;
  Index plus_inf = 0;
  Index minus_inf = 0;
  Index zeros = 0;  ///< both 0 and -0
  double min = 0;
  double max = 0;
  double mean = 0;
  double sigma = 0;
  double largest = 0;   ///< the greatest magnitude of a finite element
  double smallest = 0;  ///< the least magnitude of a finite element that isn't 0; 0 if none
  bool whole = true;    ///< every finite element is a whole number
  bool negative_zero = false;

  Index non_finite() const { return nan + plus_inf + minus_inf; }
  Index finite() const { return count - non_finite(); }
};

/// Statistics over all elements, in one pass.
Statistics statistics(const Tensor& tensor);

}  // namespace headtrace
