#include <doctest/doctest.h>

#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

const Dims scale_dims({{"seq", 3}, {"d_model", 8}, {"heads", 2}});
const Tensor scores = Tensor::of("scores", {{"seq", 2}}, {3, -7});

std::string formula(const ParamValue& by) {
  const auto op = make_op("scale", {{"by", by}}, scale_dims, 1);
  return op->notation(std::vector{scores.spec()}, "scaled").formula;
}

std::string refusal(const ParamValue& by) {
  return error_of([&] { make_op("scale", {{"by", by}}, scale_dims, 1); });
}

}  // namespace

TEST_CASE("a number, or one over the root of any axis's size") {
  CHECK(result_of("scale", {{"by", number(0.5)}}, {scores}, scale_dims).values() ==
        std::vector<double>{1.5, -3.5});
  // d_k = 8/2 = 4
  CHECK(result_of("scale", {{"by", text("1/sqrt(d_k)")}}, {scores}, scale_dims).values() ==
        std::vector<double>{1.5, -3.5});
  CHECK(formula(number(0.5)) == "scaled = 0.5·scores");
  CHECK(formula(text("1/sqrt(d_k)")) == "scaled = scores / √4");
  CHECK(formula(text("1/sqrt(d_model)")) == "scaled = scores / √8");
  CHECK(formula(text("1/sqrt(seq)")) == "scaled = scores / √3");
  CHECK(formula(text("1/sqrt(64)")) == "scaled = scores / √64");
}

TEST_CASE("dividing by √n is exact where n is a square: 49 / √49 is 7, 49·(1/7) is not") {
  const Tensor x = Tensor::of("x", {{"", 1}}, {49});
  CHECK(result_of("scale", {{"by", text("1/sqrt(49)")}}, {x}).values() == std::vector<double>{7});
}

TEST_CASE("the explanation shows the root's number") {
  const auto op = make_op("scale", {{"by", text("1/sqrt(d_k)")}}, scale_dims, 1);
  const Explanation why = op->explain(std::vector{scores}, {1});
  CHECK(why.terms[0].pattern == "{0} / √4");
  CHECK(why.value == -3.5);
}

TEST_CASE("other factors are refused with what is accepted") {
  CHECK(refusal(text("d_k")) ==
        "scale: 'by' is \"d_k\"; accepted: a number, or \"1/sqrt(d_k)\" with "
        "any axis whose size is known");
  CHECK(refusal(text("1/sqrt(d_k")) ==
        "scale: 'by' is \"1/sqrt(d_k\"; did you mean '1/sqrt(d_k)'?");
  CHECK(refusal(text("1/sqrt(dk)")) == "unknown axis 'dk'; did you mean 'd_k'?");
  CHECK(refusal(text("nan")) ==
        "scale: 'by' is \"nan\"; accepted: a number, or \"1/sqrt(d_k)\" with "
        "any axis whose size is known");
}

}  // namespace headtrace
