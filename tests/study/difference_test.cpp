#include "study/difference.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "non_finite.hpp"

namespace headtrace {
namespace {

using test::inf;
using test::not_a_number;

Tensor two_heads(const std::vector<double>& values) {
  return Tensor::of("y", {{"seq", 2}, {"d_model", 4, 2}}, values);
}

TEST_CASE("what differs is counted, located, and told by head") {
  const Tensor expected = two_heads({1, 2, 3, 4, 5, 6, 7, 8});
  const Tensor got = two_heads({1, 2, 3, 4.5, 5, 6.25, 7, 10});
  const Difference found = *difference(expected, got);
  CHECK(found.count == 8);
  CHECK(found.mismatched == 3);
  CHECK(found.greatest == 2);
  CHECK(found.where == Sizes{1, 3});
  CHECK(found.expected == 8);
  CHECK(found.got == 10);
  REQUIRE(found.heads.size() == 2);
  CHECK(found.heads[0].head == 0);
  CHECK(found.heads[0].count == 4);
  CHECK(found.heads[0].mismatched == 1);
  CHECK(found.heads[0].greatest == 0.25);
  CHECK(found.heads[1].mismatched == 2);
}

TEST_CASE("numbers within the tolerance are not mismatched") {
  const Tensor expected = two_heads({1, 2, 3, 4, 5, 6, 7, 100});
  const Tensor got = two_heads({1, 2, 3, 4, 5, 6, 7.5, 101});
  CHECK(difference(expected, got, {0.4, 0.02})->mismatched == 0);
  CHECK(difference(expected, got, {0.4, 0.001})->mismatched == 2);
  CHECK(difference(expected, got, {0, 0.02})->mismatched == 1);
}

TEST_CASE("NaN is NaN, an infinity itself, and both are far from everything else") {
  CHECK(distance(not_a_number, not_a_number) == 0);
  CHECK(distance(-inf, -inf) == 0);
  CHECK(distance(inf, -inf) == inf);
  CHECK(distance(1, not_a_number) == inf);
  CHECK_FALSE(agree(1, inf, {1e300, 1}));
  CHECK_FALSE(agree(-inf, 0, {1e300, 1}));
  CHECK(agree(-inf, -inf, {}));
}

TEST_CASE("tensors of other shapes can't be compared, strided ones can") {
  CHECK_FALSE(difference(two_heads({1, 2, 3, 4, 5, 6, 7, 8}),
                         Tensor::of("y", {{"seq", 4}, {"d_model", 2}}, {1, 2, 3, 4, 5, 6, 7, 8})));
  const Tensor rows = Tensor::of("a", {{"", 2}, {"", 3}}, {1, 2, 3, 4, 5, 6});
  TensorSpec turned = rows.spec();
  std::swap(turned.axes[0], turned.axes[1]);
  std::swap(turned.strides[0], turned.strides[1]);
  const Tensor columns = Tensor::of("b", {{"", 3}, {"", 2}}, {1, 4, 2, 5, 3, 6});
  CHECK(difference(columns, rows.window(turned))->mismatched == 0);
}

}  // namespace
}  // namespace headtrace
