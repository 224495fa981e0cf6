#include <doctest/doctest.h>

#include "ops/entries.hpp"
#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

constexpr double masked_out = -infinity;
const double nan = std::nan("");

std::vector<Remark> remarks_on(const Tensor& x) {
  const auto op = make_op("softmax", {}, {}, 1);
  return op->remarks(std::vector{x}, op->forward(std::vector{x}));
}

}  // namespace

// PyTorch: torch.softmax(torch.tensor([1., 2, 3], dtype=torch.float64), 0)
TEST_CASE("softmax of 1, 2, 3, and of the same a thousand higher") {
  const std::vector<double> expected{0.09003057317038045, 0.2447284710547976, 0.6652409557748218};
  const Tensor wanted = Tensor::of("y", {{"", 3}}, expected);
  for (const double shift : {0.0, 1000.0, -1000.0}) {
    const Tensor x = Tensor::of("x", {{"", 3}}, {1 + shift, 2 + shift, 3 + shift});
    CHECK(difference(result_of("softmax", {}, {x}), wanted, 1e-15) == "");
  }
}

// PyTorch gives the same for each of these rows.
TEST_CASE("rows that can't be shared out are NaN, all of them") {
  const Tensor x = Tensor::of("x", {{"seq", 5}, {"key_seq", 2}},
                              {nan, 1, infinity, 0, masked_out, masked_out, masked_out, 3, 1, nan});
  const Tensor y = result_of("softmax", {}, {x});
  const Tensor expected = Tensor::of("y", x.axes(), {nan, nan, nan, nan, nan, nan, 0, 1, nan, nan});
  CHECK(difference(y, expected, 0) == "");
}

TEST_CASE("remarks count the fully masked rows and say where the first is") {
  const Tensor x =
      Tensor::of("masked", {{"heads", 2}, {"seq", 2}, {"key_seq", 2}},
                 {1, masked_out, masked_out, masked_out, masked_out, masked_out, masked_out, 2});
  const std::vector<Remark> remarks = remarks_on(x);
  REQUIRE(remarks.size() == 1);
  CHECK(remarks[0].count == 2);
  CHECK(describe(remarks[0].cell) == "[0, 1, 0]");
  CHECK(remarks[0].pattern.en ==
        "Rows that are NaN because every score in them is -inf: {count}, the first at {cell}. No "
        "key is left to share the weight; PyTorch gives NaN as well. Let each query see at least "
        "one key.");
  CHECK(remarks_on(Tensor::of("x", {{"", 2}}, {masked_out, 1})).empty());
}

TEST_CASE("a row that was NaN before is no fault of the mask") {
  const std::vector<Remark> remarks = remarks_on(Tensor::of("x", {{"", 2}}, {nan, masked_out}));
  REQUIRE(remarks.size() == 1);
  CHECK(remarks[0].pattern.en.starts_with("Rows that are NaN because a score in them is NaN"));
}

TEST_CASE("the explanation's stages: max, exponentials, sum; the quotient is the one term") {
  const std::vector inputs{Tensor::of("x", {{"", 3}}, {1, masked_out, 3})};
  const Explanation why = make_op("softmax", {}, {}, 1)->explain(inputs, {0});
  REQUIRE(why.stages.size() == 5);
  CHECK(why.stages[0].name == "max");
  CHECK(why.stages[0].pattern == "max({0}, {1}, {2})");
  CHECK(why.stages[0].value == 3);
  CHECK(why.stages[1].name == "e0");
  CHECK(why.stages[1].pattern == "exp({0} − {max})");
  CHECK(why.stages[1].value == std::exp(-2.0));
  CHECK(why.stages[2].value == 0);
  CHECK(why.stages[4].name == "sum");
  CHECK(why.stages[4].pattern == "{e0} + {e1} + {e2}");
  REQUIRE(why.terms.size() == 1);
  CHECK(why.terms[0].pattern == "{e0} / {sum}");
  CHECK(why.reason.empty());
  const Tensor blocked = Tensor::filled("x", {{"", 3}}, masked_out);
  CHECK(make_op("softmax", {}, {}, 1)->explain(std::vector{blocked}, {0}).reason.en ==
        "every score here is -inf, so no key is left to share the weight");
}

TEST_CASE("long rows, of every length about the lanes' width") {
  for (Index length = 1; length < 20; ++length) {
    const Tensor x = example_tensor("x", {{"", 2}, {"", length}}, 5);
    const Tensor y = result_of("softmax", {}, {x});
    for (Index row = 0; row < 2; ++row) {
      double sum = 0;
      for (Index i = 0; i < length; ++i) sum += y.at({row, i});
      CHECK(sum == doctest::Approx(1).epsilon(1e-14));
    }
  }
}

TEST_CASE("an axis that isn't there") {
  const TensorSpec x = spec("scores", {{"seq", 2}, {"key_seq", 2}});
  CHECK(error_of([&] {
          shape_of("softmax", {{"axis", text("keyseq")}}, {x});
        }) == "scores [seq=2, key_seq=2] has no axis 'keyseq'; did you mean 'key_seq'?");
  CHECK(error_of([&] { shape_of("softmax", {}, {spec("x", {})}); }) ==
        "softmax: x [] has no axis to run along; give it a tensor with at least one axis");
}

TEST_CASE("softmax's formula names the axis") {
  const std::vector x{spec("masked", {{"seq", 2}, {"key_seq", 2}})};
  CHECK(make_op("softmax", {}, {}, 1)->notation(x, "weights").formula ==
        "weights = softmax(masked) over key_seq");
  const auto over_seq = make_op("softmax", {{"axis", text("seq")}}, {}, 1);
  CHECK(over_seq->notation(x, "weights").pytorch == "weights = torch.softmax(masked, dim=0)");
}

}  // namespace headtrace
