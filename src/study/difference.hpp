#pragma once

#include <headtrace/tensor.hpp>
#include <optional>
#include <vector>

namespace headtrace {

/// Two numbers agree within absolute + relative·|expected|.
struct Tolerance {
  double absolute = 0;
  double relative = 0;
};

/// How far apart two numbers are. NaN equals NaN, and an infinity itself; against anything else
/// they differ without bound.
double distance(double expected, double got);
bool agree(double expected, double got, const Tolerance& tolerance);

/// What differs in one head's numbers.
struct HeadDifference {
  Index head = 0;
  Index count = 0;
  Index mismatched = 0;
  double greatest = 0;
};

/// How two tensors of one shape differ.
struct Difference {
  Index count = 0;
  Index mismatched = 0;
  double greatest = 0;           ///< distance; infinite where a non-finite number meets another
  Sizes where;                   ///< of the greatest; empty where nothing differs at all
  double greatest_relative = 0;  ///< distance/|expected|, where expected isn't 0
  Sizes where_relative;
  double expected = 0;  ///< the two numbers where the distance is greatest
  double got = 0;
  std::vector<HeadDifference> heads;  ///< where an axis is heads or made of heads
};

/// `got` against `expected`; the axes of one that has heads say which a number belongs to. Nothing
/// where their shapes differ.
std::optional<Difference> difference(const Tensor& expected, const Tensor& got,
                                     const Tolerance& tolerance = {});

}  // namespace headtrace
