#pragma once

#include <bit>
#include <cstdint>

namespace headtrace {

/// e^x within 1.5 ulp (1 where multiply-adds are fused), without branches or calls, so that a loop
/// over it runs in vector registers (see core/vectorized.hpp). 0 below −708, where the exact result
/// leaves the normal numbers; for x up to 709. NaN stays NaN.
///
/// x = n·ln 2 + r with |r| ≤ ln 2 / 2; e^r by its Taylor series to r¹³/13!, whose next term is
/// below 2⁻⁵⁷; 2ⁿ by adding n to the exponent's bits.
[[gnu::always_inline]] inline double exponential(double x) {
  constexpr double lowest = -708;
  constexpr double log2_e = 0x1.71547652b82fep0;
  constexpr double ln2_high = 0x1.62e42fefap-1;  // few digits: n times it is exact
  constexpr double ln2_low = 0x1.cf79abc9e3b39p-40;
  constexpr double rounding = 0x1.8p52;  // a sum with it has the nearest whole number as last bits
  const double within = x < lowest ? lowest : x;
  const double shifted = within * log2_e + rounding;
  const double n = shifted - rounding;
  const double r = within - n * ln2_high - n * ln2_low;
  double series = 1.0 / 6227020800;
  series = series * r + 1.0 / 479001600;
  series = series * r + 1.0 / 39916800;
  series = series * r + 1.0 / 3628800;
  series = series * r + 1.0 / 362880;
  series = series * r + 1.0 / 40320;
  series = series * r + 1.0 / 5040;
  series = series * r + 1.0 / 720;
  series = series * r + 1.0 / 120;
  series = series * r + 1.0 / 24;
  series = series * r + 1.0 / 6;
  series = series * r + 1.0 / 2;
  series = series * r + 1;
  series = series * r + 1;
  const std::uint64_t power = std::bit_cast<std::uint64_t>(shifted) << 52U;
  const double value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(series) + power);
  return x < lowest ? 0 : x == x ? value : x;
}

}  // namespace headtrace
