#include <doctest/doctest.h>

#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

// Mean 3, biased variance 14/4 = 3.5.
const Tensor uneven = Tensor::of("x", {{"seq", 1}, {"d_model", 4}}, {1, 2, 3, 6});
const Tensor gamma_1 = Tensor::of("gamma_1", {{"d_model", 4}}, {1, 2, 3, 4});
const Tensor beta_1 = Tensor::of("beta_1", {{"d_model", 4}}, {0.5, 0, 0, -1});

}  // namespace

// PyTorch: F.layer_norm(x, (4,), gamma, beta), float64
TEST_CASE("layer norm divides by n, as PyTorch's") {
  const Tensor plain = Tensor::of(
      "y", uneven.axes(), {-1.0690434404458737, -0.5345217202229369, 0, 1.6035651606688102});
  CHECK(difference(result_of("layer_norm", {}, {uneven}), plain, 1e-14) == "");
  const Tensor full = Tensor::of("y", uneven.axes(),
                                 {-0.5690434404458737, -1.0690434404458737, 0, 5.414260642675241});
  CHECK(difference(result_of("layer_norm", {}, {uneven, gamma_1, beta_1}), full, 1e-14) == "");
}

TEST_CASE("features all equal give beta, not NaN") {
  const Tensor same = Tensor::filled("x", uneven.axes(), 7);
  CHECK(result_of("layer_norm", {}, {same, gamma_1, beta_1}).values() == beta_1.values());
}

TEST_CASE("the explanation's stages are mean and variance, its terms the normed number and beta") {
  const auto op = make_op("layer_norm", {}, {}, 3);
  const Explanation why = op->explain(std::vector{uneven, gamma_1, beta_1}, {0, 3});
  REQUIRE(why.stages.size() == 2);
  CHECK(why.stages[0].pattern == "({0} + {1} + {2} + {3}) / 4");
  CHECK(why.stages[0].value == 3);
  CHECK(why.stages[1].pattern ==
        "(({0} − {mean})² + ({1} − {mean})² + ({2} − {mean})² + ({3} − {mean})²) / 4");
  CHECK(why.stages[1].value == 3.5);
  REQUIRE(why.terms.size() == 2);
  CHECK(why.terms[0].pattern == "{0}·({1} − {mean}) / √({variance} + 1e-05)");
  CHECK(why.terms[0].reads[0].value == 4);
  CHECK(why.terms[1].value == -1);
}

TEST_CASE("vectors that don't fit, and an eps below 0") {
  const TensorSpec short_gamma = spec("gamma_1", {{"", 3}});
  CHECK(error_of([&] {
          shape_of("layer_norm", {}, {uneven.spec(), short_gamma});
        }) ==
        "layer_norm: gamma_1 [3] does not fit x [seq=1, d_model=4]; gamma and beta have one axis, "
        "with x's 4 features");
  CHECK(error_of([] {
          make_op("layer_norm", {{"eps", number(-1)}}, {}, 1);
        }) == "layer_norm: 'eps' is -1; expected 0 or a small positive number, such as 1e-5");
}

TEST_CASE("lines for each choice of gamma and beta") {
  const auto op = make_op("layer_norm", {}, {}, 1);
  const Notation plain = op->notation(std::vector{uneven.spec()}, "norm_1");
  CHECK(plain.formula == "norm_1 = (x − mean)/√(variance + 1e-05)");
  CHECK(plain.pytorch == "norm_1 = F.layer_norm(x, (4,), None, None, 1e-05)");
  const Notation full =
      op->notation(std::vector{uneven.spec(), gamma_1.spec(), beta_1.spec()}, "norm_1");
  CHECK(full.formula == "norm_1 = gamma_1·(x − mean)/√(variance + 1e-05) + beta_1");
}

TEST_CASE("gamma and beta are parameters") {
  const auto op = make_op("layer_norm", {}, {}, 3);
  CHECK(op->cost(std::vector{uneven.spec(), gamma_1.spec(), beta_1.spec()}).parameters == 8);
  CHECK(op->cost(std::vector{uneven.spec()}).parameters == 0);
}

}  // namespace headtrace
