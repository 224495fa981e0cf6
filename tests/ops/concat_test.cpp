#include <doctest/doctest.h>

#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

const Dims concat_dims({{"seq", 3}, {"d_model", 4}, {"heads", 2}});

Axis joined(const std::string& axis, const std::vector<Axes>& pieces) {
  std::vector<TensorSpec> specs;
  for (const Axes& axes : pieces) specs.push_back(spec("x", axes));
  const TensorSpec out = shape_of("concat", {{"axis", text(axis)}}, specs, concat_dims);
  return out.axes[find_axis(specs[0], axis, "axis")];
}

void check_axis(const Axis& axis, const std::string& name, Index size, Index heads) {
  CHECK(axis.name == name);
  CHECK(axis.size == size);
  CHECK(axis.heads == heads);
}

}  // namespace

TEST_CASE("numbers side by side, from wherever they lie") {
  const Tensor a = Tensor::of("a", {{"seq", 2}, {"d_v", 2}}, {1, 2, 3, 4});
  const Tensor b = Tensor::of("b", {{"seq", 2}, {"d_v", 1}}, {5, 6});
  const Params last{{"axis", number(-1)}};
  const std::vector<double> expected{1, 2, 5, 3, 4, 6};
  CHECK(result_of("concat", last, {a, b}).values() == expected);
  CHECK(result_of("concat", last, {scattered(a), scattered(b)}).values() == expected);
}

TEST_CASE("the joined axis' name and heads") {
  check_axis(joined("d_v", {{{"seq", 3}, {"d_v", 2}}, {{"seq", 3}, {"d_v", 2}}}), "d_model", 4, 2);
  check_axis(joined("-1", {{{"seq", 3}, {"", 2}}, {{"seq", 3}, {"", 2}}}), "", 4, 2);
  check_axis(joined("d_v", {{{"d_v", 1}}, {{"d_v", 1}}}), "d_v", 2, 2);
  check_axis(joined("d_k", {{{"d_k", 2}}, {{"d_k", 2}}, {{"d_k", 2}}}), "", 6, 3);
  check_axis(joined("d_k", {{{"d_k", 1}}, {{"d_k", 3}}}), "", 4, 0);
}

TEST_CASE("joined positions keep their name where it fits, and are not heads") {
  check_axis(joined("seq", {{{"seq", 1}, {"d_k", 2}}, {{"seq", 2}, {"d_k", 2}}}), "seq", 3, 0);
  check_axis(joined("seq", {{{"seq", 3}, {"d_k", 2}}, {{"seq", 3}, {"d_k", 2}}}), "", 6, 0);
  check_axis(joined("0", {{{"", 2}, {"d_k", 2}}, {{"", 2}, {"d_k", 2}}}), "", 4, 0);
}

TEST_CASE("gradients are the parts of dy, where they lie") {
  const std::vector inputs{Tensor::of("a", {{"", 1}}, {1}), Tensor::of("b", {{"", 2}}, {2, 3})};
  const auto op = make_op("concat", {{"axis", number(0)}}, {}, 2);
  const Tensor dy = Tensor::of("dy", {{"", 3}}, {10, 20, 30});
  const std::vector<Tensor> gradients = op->backward(inputs, op->forward(inputs), dy);
  CHECK(gradients[0].values() == std::vector<double>{10});
  CHECK(gradients[1].values() == std::vector<double>{20, 30});
  CHECK(gradients[1].shares_storage_with(dy));
}

TEST_CASE("pieces that don't fit") {
  const TensorSpec a = spec("a", {{"seq", 3}, {"d_v", 2}});
  CHECK(error_of([&] {
          shape_of("concat", {{"axis", text("d_v")}}, {a, spec("b", {{"seq", 2}, {"d_v", 2}})});
        }) ==
        "concat: b [seq=2, d_v=2] does not fit beside a [seq=3, d_v=2] along d_v; all axes but "
        "the joined one must have the same sizes");
  CHECK(error_of([&] {
          shape_of("concat", {{"axis", number(1)}}, {a, spec("b", {{"", 3}})});
        }) ==
        "concat: b [3] does not fit beside a [seq=3, d_v=2] along d_v; all axes but the joined one "
        "must have the same sizes");
}

}  // namespace headtrace
