#include <doctest/doctest.h>

#include "ops/entries.hpp"
#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

const Params causal{{"causal", {true, {}}}};
constexpr double no = -infinity;

Axes scores_axes(Index batch, Index heads, Index seq) {
  return {{"batch", batch}, {"heads", heads}, {"seq", seq}, {"key_seq", seq}};
}

std::string refusal(const TensorSpec& mask, const TensorSpec& scores) {
  return error_of([&] { shape_of("mask", {}, {scores, mask}); });
}

std::vector<Remark> remarks_on(const Axes& mask, const Axes& scores) {
  const std::vector inputs{Tensor::filled("scores", scores, 0), Tensor::filled("mask", mask, 1)};
  return make_op("mask", {}, {}, 2)->remarks(inputs, inputs[0]);
}

}  // namespace

// PyTorch's is_causal aligns at the top left: torch.ones(2, 4).tril() is [1 0 0 0; 1 1 0 0].
TEST_CASE("causal: query t sees keys 0 to t, however many keys there are") {
  const Tensor wide = Tensor::of("scores", {{"seq", 2}, {"key_seq", 4}}, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(result_of("mask", causal, {wide}).values() ==
        std::vector<double>{1, no, no, no, 5, 6, no, no});
  const Tensor tall = Tensor::of("scores", {{"seq", 3}, {"key_seq", 2}}, {1, 2, 3, 4, 5, 6});
  CHECK(result_of("mask", causal, {tall}).values() == std::vector<double>{1, no, 3, 4, 5, 6});
}

TEST_CASE("with both, only what both allow; any number but 0 allows") {
  const Tensor scores = Tensor::of("scores", {{"seq", 2}, {"key_seq", 2}}, {1, 2, 3, 4});
  const Tensor mask = Tensor::of("mask", {{"key_seq", 2}}, {0, -0.5});
  CHECK(result_of("mask", {}, {scores, mask}).values() == std::vector<double>{no, 2, no, 4});
  const Params filled{{"causal", flag(true)}, {"fill", number(-1e9)}};
  CHECK(result_of("mask", filled, {scores, mask}).values() ==
        std::vector<double>{-1e9, -1e9, -1e9, 4});
}

TEST_CASE("a blocked cell says which mask blocked it") {
  const std::vector inputs{
      Tensor::filled("scores", scores_axes(1, 2, 3), 7),
      Tensor::of("padding", {{"batch", 1}, {"", 1}, {"", 1}, {"key_seq", 3}}, {1, 1, 0})};
  const auto both = make_op("mask", causal, {}, 2);
  Explanation why = both->explain(inputs, {0, 1, 0, 1});
  CHECK(why.reason.en == "key 1 comes after query 0");
  CHECK(why.reason.zh == "键 1 排在查询 0 之后");
  CHECK(why.terms[0].pattern == "-inf");
  CHECK(why.terms[0].reads.empty());
  why = both->explain(inputs, {0, 1, 2, 2});
  CHECK(why.reason.en == "padding[0, 0, 0, 2] is 0");
  CHECK(why.reason.zh == "padding[0, 0, 0, 2] 为 0");
  why = both->explain(inputs, {0, 1, 1, 2});
  CHECK(why.reason.en == "key 2 comes after query 1, and padding[0, 0, 0, 2] is 0");
  why = both->explain(inputs, {0, 1, 1, 1});
  CHECK(why.reason.empty());
  CHECK(why.value == 7);
}

TEST_CASE("a NaN gradient does not get through to blocked scores") {
  const std::vector inputs{Tensor::of("scores", {{"seq", 2}, {"key_seq", 2}}, {1, 2, 3, 4})};
  const auto op = make_op("mask", causal, {}, 1);
  const Tensor dy = Tensor::filled("dy", inputs[0].axes(), std::nan(""));
  const Tensor dx = op->backward(inputs, op->forward(inputs), dy)[0];
  CHECK(dx.at({0, 1}) == 0);
  CHECK(std::isnan(dx.at({1, 1})));
}

TEST_CASE("a mask that lacks an axis is told which") {
  const TensorSpec scores = spec("scores", scores_axes(2, 3, 5));
  CHECK(refusal(spec("mask", {{"batch", 2}, {"seq", 5}, {"key_seq", 5}}), scores) ==
        "mask [batch=2, seq=5, key_seq=5] meets scores [batch=2, heads=3, seq=5, key_seq=5]: its "
        "batch axis falls on heads; add a heads axis; its axes are then [\"batch\", 1, \"seq\", "
        "\"key_seq\"]");
  CHECK(refusal(spec("mask", {{"batch", 2}, {"seq", 5}, {"seq", 5}}), scores) ==
        "mask [batch=2, seq=5, seq=5] meets scores [batch=2, heads=3, seq=5, key_seq=5]: its batch "
        "axis falls on heads; add a heads axis; its axes are then [\"batch\", 1, \"seq\", "
        "\"key_seq\"]");
  CHECK(refusal(spec("padding", {{"batch", 2}, {"key_seq", 5}}), scores) ==
        "padding [batch=2, key_seq=5] meets scores [batch=2, heads=3, seq=5, key_seq=5]: its batch "
        "axis falls on seq; add heads and seq axes; its axes are then [\"batch\", 1, 1, "
        "\"key_seq\"]");
}

TEST_CASE("a mask of another size, or with too many axes") {
  const TensorSpec scores = spec("scores", {{"seq", 5}, {"key_seq", 5}});
  CHECK(refusal(spec("mask", {{"seq", 5}, {"key_seq", 4}}), scores) ==
        "mask [seq=5, key_seq=4] meets scores [seq=5, key_seq=5]: its key_seq=4 axis falls on "
        "key_seq=5; counted from the last, a mask's axes are the scores' or 1");
  CHECK(refusal(spec("mask", {{"", 4}}), scores) ==
        "mask [4] meets scores [seq=5, key_seq=5]: its axis of 4 falls on key_seq=5; counted from "
        "the "
        "last, a mask's axes are the scores' or 1");
  CHECK(refusal(spec("mask", {{"batch", 1}, {"seq", 5}, {"key_seq", 5}}), scores) ==
        "mask: mask [batch=1, seq=5, key_seq=5] has more axes than scores [seq=5, key_seq=5]; "
        "counted from the last, a mask's axes are the scores' or 1");
}

TEST_CASE("where sizes agree by chance, a remark says what falls on what") {
  const auto remarks = remarks_on({{"batch", 2}, {"seq", 5}, {"key_seq", 5}}, scores_axes(2, 2, 5));
  REQUIRE(remarks.size() == 1);
  CHECK(
      remarks[0].pattern.en ==
      "The batch axis of mask falls on heads, which has the same size by chance: axes are matched "
      "from the last. If mask is meant to differ by batch, add a heads axis.");
  CHECK(remarks_on({{"seq", 5}, {"seq", 5}}, scores_axes(2, 2, 5)).empty());
  CHECK(remarks_on({{"", 2}, {"", 5}, {"", 5}}, scores_axes(2, 2, 5)).empty());
}

TEST_CASE("nothing to be masked by, no queries, a fill that is no number") {
  const TensorSpec scores = spec("scores", {{"seq", 2}, {"key_seq", 2}});
  CHECK(error_of([&] { shape_of("mask", {}, {scores}); }) ==
        "mask: scores [seq=2, key_seq=2] has nothing to be masked by; give a second tensor that is "
        "1 where attention is allowed, or \"causal\": true");
  CHECK(error_of([&] {
          shape_of("mask", causal, {spec("scores", {{"key_seq", 2}})});
        }) ==
        "mask: scores [key_seq=2] has no queries and keys; its last two axes must be queries and "
        "keys");
  CHECK(error_of([&] {
          shape_of("mask", {{"fill", text("-big")}}, {scores, scores});
        }) == "mask: 'fill' is \"-big\"; expected \"-inf\" or a number");
}

TEST_CASE("formulas and lines for each kind of mask") {
  const std::vector one{spec("scaled", {{"seq", 2}, {"key_seq", 3}})};
  const std::vector two{one[0], spec("mask", {{"key_seq", 3}})};
  Notation notation = make_op("mask", causal, {}, 1)->notation(one, "masked");
  CHECK(notation.formula == "masked = scaled where key ≤ query, else -∞");
  CHECK(notation.pytorch ==
        "masked = scaled.masked_fill(torch.ones(2, 3, dtype=torch.bool).triu(1), -math.inf)");
  CHECK(notation.numpy == "masked = np.where(np.tri(2, 3, dtype=bool), scaled, -np.inf)");
  notation = make_op("mask", {}, {}, 2)->notation(two, "masked");
  CHECK(notation.formula == "masked = scaled where mask ≠ 0, else -∞");
  CHECK(notation.pytorch == "masked = scaled.masked_fill(mask == 0, -math.inf)");
  CHECK(notation.numpy == "masked = np.where(mask != 0, scaled, -np.inf)");
  notation = make_op("mask", causal, {}, 2)->notation(two, "masked");
  CHECK(notation.formula == "masked = scaled where mask ≠ 0 and key ≤ query, else -∞");
  CHECK(notation.numpy ==
        "masked = np.where((mask != 0) & (np.tri(2, 3, dtype=bool)), scaled, -np.inf)");
}

}  // namespace headtrace
