#include <doctest/doctest.h>

#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

const Params training{{"p", {0.5, {}}}, {"training", {true, {}}}, {"seed", {7.0, {}}}};
const Tensor six = Tensor::of("x", {{"seq", 2}, {"d_model", 3}}, {1, 2, 3, 4, 5, 6});

}  // namespace

// NumPy: np.random.RandomState(7).random_sample(6) is
// 0.0763 0.7799 0.4384 0.7235 0.9780 0.5385, so elements 0 and 2 are dropped at p = 0.5.
TEST_CASE("which numbers are dropped is what NumPy's RandomState says, in row-major order") {
  const std::vector<double> expected{0, 4, 0, 8, 10, 12};
  CHECK(result_of("dropout", training, {six}).values() == expected);
  CHECK(result_of("dropout", training, {scattered(six)}).values() == expected);
  const auto op = make_op("dropout", training, {}, 1);
  const Tensor dy = Tensor::filled("dy", six.axes(), 1);
  CHECK(op->backward(std::vector{six}, six, dy)[0].values() ==
        std::vector<double>{0, 2, 0, 2, 2, 2});
}

TEST_CASE("the explanation shows the random number that decided") {
  const auto op = make_op("dropout", training, {}, 1);
  const Explanation dropped = op->explain(std::vector{six}, {0, 2});
  CHECK(dropped.terms[0].pattern == "{0}·0");
  CHECK(dropped.reason.en == "dropped: its random number 0.4384 is below p = 0.5");
  const Explanation kept = op->explain(std::vector{six}, {1, 0});
  CHECK(kept.terms[0].pattern == "{0} / (1 − 0.5)");
  CHECK(kept.reason.en == "kept: its random number 0.7235 is not below p = 0.5");
}

TEST_CASE("outside training x passes through, where it lies") {
  const Tensor windowed = scattered(six);
  const Tensor y = result_of("dropout", {{"p", number(0.5)}}, {windowed});
  CHECK(y.shares_storage_with(windowed));
  CHECK(y.values() == six.values());
}

TEST_CASE("p = 0 keeps everything") {
  const Params keep{{"p", number(0)}, {"training", flag(true)}};
  CHECK(result_of("dropout", keep, {six}).values() == six.values());
}

TEST_CASE("the lines spell out which numbers are kept") {
  const Notation notation =
      make_op("dropout", training, {}, 1)->notation(std::vector{six.spec()}, "y");
  CHECK(notation.formula == "y = x·keep/(1 − 0.5)");
  CHECK(notation.numpy ==
        "keep = np.random.RandomState(7).random_sample((2, 3)) >= 0.5; y = x * keep / (1 - 0.5)");
  CHECK(
      notation.pytorch ==
      "import numpy as np; keep = torch.from_numpy(np.random.RandomState(7).random_sample((2, 3)) "
      ">= 0.5); y = x * keep / (1 - 0.5)");
}

TEST_CASE("p and seed out of range") {
  const auto refusal = [](double p, double seed) {
    return error_of([&] { make_op("dropout", {{"p", number(p)}, {"seed", number(seed)}}, {}, 1); });
  };
  const std::string share = "; expected the share to drop: 0 or more, and less than 1";
  CHECK(refusal(1, 0) == "dropout: 'p' is 1" + share);
  CHECK(refusal(-0.1, 0) == "dropout: 'p' is -0.1" + share);
  CHECK(refusal(0.1, -1) == "dropout: 'seed' is -1; expected 0 to 4294967295");
  CHECK(refusal(0.1, 0.5) == "'seed' is 0.5, expected a whole number");
}

}  // namespace headtrace
