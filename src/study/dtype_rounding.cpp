#include "study/dtype_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headtrace {
namespace {

double rounded_to_bits(double value, int bits) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  const double significand = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(significand, bits)), exponent - bits);
}

}  // namespace

const RoundTo& rounding_of(const std::string& dtype) {
  // Tolerances: torch.testing.assert_close, its table of rtol and atol by dtype.
  static const std::vector<RoundTo> table{
      {"float64", 53, std::ldexp(1.0, -52), {1e-7, 1e-7}, 8},
      {"float32", 24, std::ldexp(1.0, -23), {1e-5, 1.3e-6}, 8},
      {"float16", 11, std::ldexp(1.0, -10), {1e-5, 1e-3}, 12},
      {"bfloat16", 8, std::ldexp(1.0, -7), {1e-5, 1.6e-2}, 12},
  };
  const auto it = std::ranges::find(table, dtype, &RoundTo::dtype);
  return it == table.end() ? table.front() : *it;
}

Tensor rounded(const Tensor& tensor, const RoundTo& rounding) {
  std::vector<double> values = tensor.values();
  for (double& value : values) value = rounded_to_bits(value, rounding.bits);
  Tensor result = Tensor::of(tensor.name(), tensor.axes(), values);
  TensorSpec spec = result.spec();
  spec.layout = tensor.spec().layout;
  return result.window(std::move(spec));
}

}  // namespace headtrace
