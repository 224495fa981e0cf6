#include <doctest/doctest.h>

#include <numeric>

#include "ops/entries.hpp"
#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

const Params b_transposed{{"transpose_b", {true, {}}}};

Tensor count_up(std::string name, Axes axes) {
  Tensor tensor = Tensor::uninitialized(std::move(name), std::move(axes));
  std::iota(tensor.data(), tensor.data() + tensor.size(), 0.0);
  return tensor;
}

}  // namespace

// NumPy: np.arange(12.).reshape(2, 2, 3) @ np.arange(6.).reshape(2, 3).T
TEST_CASE("one b for every batch cell of a") {
  const Tensor a = count_up("a", {{"batch", 2}, {"seq", 2}, {"d_k", 3}});
  const Tensor b = count_up("b", {{"key_seq", 2}, {"d_k", 3}});
  const Tensor y = result_of("matmul", b_transposed, {a, b});
  CHECK(describe(y.axes()) == "[batch=2, seq=2, key_seq=2]");
  CHECK(y.values() == std::vector<double>{5, 14, 14, 50, 23, 86, 32, 122});
}

TEST_CASE("scores of a sequence with itself: the second seq is the keys'") {
  const Axes axes{{"batch", 1}, {"heads", 2}, {"seq", 3}, {"d_k", 2}};
  CHECK(describe(shape_of("matmul", b_transposed, {spec("Q", axes), spec("K", axes)})) ==
        "a tensor [batch=1, heads=2, seq=3, key_seq=3]");
}

TEST_CASE("heads are multiplied where they lie: windows on the projection's memory") {
  // [seq, heads·d_k] split and transposed: row stride 4, head stride 2.
  const Tensor q = count_up("Q", {{"seq", 3}, {"d_model", 4}});
  TensorSpec heads = spec("Q_heads", {{"heads", 2}, {"seq", 3}, {"d_k", 2}});
  heads.strides = {2, 4, 1};
  const Tensor window = q.window(heads);
  const Tensor y = result_of("matmul", b_transposed, {window, window});
  // NumPy: h = np.arange(12.).reshape(3, 2, 2).swapaxes(0, 1); h @ h.swapaxes(1, 2)
  CHECK(y.values() == std::vector<double>{1, 5, 9, 5, 41, 77, 9, 77, 145,  //
                                          13, 33, 53, 33, 85, 137, 53, 137, 221});
}

TEST_CASE("the contracted axis' heads are told apart, whichever operand knows of them") {
  const Tensor x = count_up("x", {{"seq", 1}, {"d_model", 4, 2}});
  const Tensor plain = count_up("x", {{"seq", 1}, {"d_model", 4}});
  const Tensor w = count_up("W", {{"d_model", 4}, {"", 2}});
  const Tensor w_heads = count_up("W", {{"d_model", 4, 2}, {"", 2}});
  for (const auto& inputs : {std::vector{x, w}, std::vector{plain, w_heads}}) {
    const Explanation why = make_op("matmul", {}, {}, 2)->explain(inputs, {0, 1});
    // x = 0 1 2 3, the column = 1 3 5 7: 0 + 3 from head 0, 10 + 21 from head 1.
    REQUIRE(why.groups.size() == 2);
    CHECK(why.groups[0].sum == 3);
    CHECK(why.groups[1].sum == 31);
    CHECK(why.terms[3].head == 1);
    CHECK(why.value == 34);
  }
  CHECK(make_op("matmul", {}, {}, 2)->explain(std::vector{plain, w}, {0, 1}).groups.empty());
}

TEST_CASE("matrices that don't fit") {
  const TensorSpec q = spec("Q", {{"seq", 3}, {"d_k", 2}});
  const TensorSpec w = spec("W", {{"", 4}, {"", 5}});
  CHECK(error_of([&] {
          shape_of("matmul", {}, {q, w});
        }) ==
        "matmul: Q [seq=3, d_k=2] meets W [4, 5]: d_k=2 of the first is multiplied with 4 of the "
        "second; the two must have the same size");
  CHECK(error_of([&] {
          shape_of("matmul", {}, {q, q});
        }) ==
        "matmul: Q [seq=3, d_k=2] meets Q [seq=3, d_k=2]: d_k=2 of the first is multiplied with "
        "seq=3 of the second; is \"transpose_b\": true missing?");
  const TensorSpec v = spec("V", {{"d_k", 2}, {"d_v", 5}});
  CHECK(error_of([&] {
          shape_of("matmul", b_transposed, {q, v});
        }) ==
        "matmul: Q [seq=3, d_k=2] meets V [d_k=2, d_v=5] transposed: d_k=2 of the first is "
        "multiplied with d_v=5 of the second; leave out `transpose_b`?");
}

TEST_CASE("leading axes that don't fit, and no matrix at all") {
  const TensorSpec q = spec("Q", {{"heads", 3}, {"seq", 3}, {"d_k", 2}});
  const TensorSpec k = spec("K", {{"kv_heads", 2}, {"seq", 3}, {"d_k", 2}});
  CHECK(
      error_of([&] {
        shape_of("matmul", b_transposed, {q, k});
      }) ==
      "matmul: Q [heads=3, seq=3, d_k=2] meets K [kv_heads=2, seq=3, d_k=2]: the axes before the "
      "last two, [heads=3] and [kv_heads=2], don't match; counted from the last, their sizes must "
      "be equal or 1");
  CHECK(
      error_of([&] {
        shape_of("matmul", {}, {q, spec("b", {{"d_k", 2}})});
      }) ==
      "matmul multiplies matrices, which have two axes or more: got Q [heads=3, seq=3, d_k=2] and "
      "b [d_k=2]");
}

TEST_CASE("cost: a multiplication and an addition for each product") {
  const Cost cost = make_op("matmul", {}, {}, 2)
                        ->cost(std::vector{spec("a", {{"", 2}, {"", 3}, {"", 4}}),
                                           spec("b", {{"", 4}, {"", 5}})});
  CHECK(cost.flops == 2 * 2 * 3 * 4 * 5);
  CHECK(cost.bytes == 2 * 3 * 5 * 8);
  CHECK(cost.parameters == 0);
}

}  // namespace headtrace
