#include "study/head_norms.hpp"

#include <doctest/doctest.h>

namespace headtrace {
namespace {

TEST_CASE("norms of all, and of each head on its axis or its part of one") {
  // 3-4-5 triangles: head 0 holds 3 and 4, head 1 holds 0 and 12.
  const std::vector<double> numbers{3, 4, 0, 12};
  const Tensor apart = Tensor::of("h", {{"heads", 2, 0}, {"d_v", 2, 0}}, numbers);
  const Tensor merged = Tensor::of("c", {{"seq", 1, 0}, {"d_model", 4, 2}}, numbers);
  for (const Tensor& tensor : {apart, merged}) {
    CHECK(norm(tensor) == 13);
    CHECK(head_norms(tensor) == std::vector<double>{5, 12});
  }
  CHECK(head_norms(Tensor::of("x", {{"d_model", 4, 0}}, numbers)).empty());
}

TEST_CASE("a strided tensor") {
  const Tensor x = Tensor::of("x", {{"d_v", 2, 0}, {"heads", 2, 0}}, {3, 0, 4, 12});
  CHECK(head_norms(x) == std::vector<double>{5, 12});
}

}  // namespace
}  // namespace headtrace
