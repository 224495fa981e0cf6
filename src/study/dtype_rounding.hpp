#pragma once

#include <headtrace/tensor.hpp>
#include <string>

#include "study/difference.hpp"

namespace headtrace {

/// How numbers of a dtype are rounded, and what torch.testing.assert_close allows for it.
struct RoundTo {
  std::string dtype;
  int bits = 53;    ///< of the significand
  double unit = 0;  ///< 2^(1 − bits)
  Tolerance torch;
  double factor =
      8;  ///< times what rounding each step moves a number: sums are rounded within, too
};

/// float64 for what has no rounding of its own (integers).
const RoundTo& rounding_of(const std::string& dtype);

/// A contiguous copy with each number rounded to the nearest of the dtype; infinite and NaN stay.
Tensor rounded(const Tensor& tensor, const RoundTo& rounding);

}  // namespace headtrace
