#include <doctest/doctest.h>

#include "ops/op_cases.hpp"

namespace headtrace {

using namespace test;

// PyTorch: F.gelu(torch.tensor([-3., -1, 0, .5, 2], dtype=torch.float64))
TEST_CASE("the exact GELU, not the one with tanh") {
  const Tensor x = Tensor::of("x", {{"", 5}}, {-3, -1, 0, 0.5, 2});
  const Tensor expected = Tensor::of(
      "y", {{"", 5}},
      {-0.00404969409489031, -0.15865525393145702, 0, 0.34573123063700656, 1.9544997361036416});
  CHECK(difference(result_of("gelu", {}, {x}), expected, 1e-15) == "");
}

}  // namespace headtrace
