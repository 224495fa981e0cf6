#pragma once

#include <cstdint>
#include <random>

namespace headtrace {

/// The numbers of NumPy's RandomState(seed), the same on every platform.
/// Source: NumPy's legacy generator (randomkit): 53-bit doubles from two MT19937 draws, and
/// Gaussians by the polar method, of which the second is kept for the next call.
class RandomState {
 public:
  explicit RandomState(std::uint32_t seed) : engine_(seed) {}
  /// In [0, 1).
  double random_sample();
  /// In [low, high).
  double uniform(double low, double high);
  double standard_normal();

 private:
  std::mt19937 engine_;
  double kept_ = 0;
  bool has_kept_ = false;
};

}  // namespace headtrace
