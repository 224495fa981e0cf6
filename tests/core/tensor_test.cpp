#include <doctest/doctest.h>

#include <headtrace/tensor.hpp>

#include "core/shape.hpp"

namespace headtrace {
namespace {

Tensor counting(Axes axes) {
  Tensor tensor = Tensor::uninitialized("t", std::move(axes));
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = static_cast<double>(i);
  return tensor;
}

Tensor transposed(const Tensor& tensor) {
  TensorSpec spec = tensor.spec();
  std::swap(spec.axes[0], spec.axes[1]);
  std::swap(spec.strides[0], spec.strides[1]);
  return tensor.window(spec);
}

TEST_CASE("a window shares its storage and copies nothing") {
  Tensor t = counting({{"seq", 2}, {"d_k", 3}});
  const Tensor view = transposed(t);
  CHECK(view.shares_storage_with(t));
  CHECK(view.shape() == Sizes{3, 2});
  CHECK(view.strides() == Sizes{1, 3});
  CHECK_FALSE(view.is_contiguous());
  CHECK(view.values() == std::vector<double>{0, 3, 1, 4, 2, 5});
  t.data()[3] = 30;
  CHECK(view.at({0, 1}) == 30);
}

TEST_CASE("contiguous copies a strided window and leaves a contiguous one alone") {
  const Tensor t = counting({{"seq", 2}, {"d_k", 3}});
  CHECK(t.contiguous().shares_storage_with(t));
  const Tensor copy = transposed(t).contiguous();
  CHECK_FALSE(copy.shares_storage_with(t));
  CHECK(copy.strides() == Sizes{2, 1});
  CHECK(copy.values() == std::vector<double>{0, 3, 1, 4, 2, 5});
}

TEST_CASE("strides of axes of size 1 don't matter for contiguity") {
  TensorSpec spec = contiguous_spec("t", {{"", 1}, {"", 3}});
  spec.strides = {99, 1};
  CHECK(spec.is_contiguous());
}

TEST_CASE("place counts from the storage's start") {
  TensorSpec spec = contiguous_spec("t", {{"", 2}, {"", 3}});
  spec.offset = 10;
  CHECK(spec.place({1, 2}) == 15);
}

TEST_CASE("a walk visits cells in row-major order with their offsets") {
  std::vector<Index> offsets;
  for (CellWalk walk({2, 2}, {1, 10}); !walk.done(); walk.next()) offsets.push_back(walk.offset());
  CHECK(offsets == std::vector<Index>{0, 10, 1, 11});
  CHECK(CellWalk({2, 0}, {1, 1}).done());
}

TEST_CASE("a tensor without axes is one number") {
  const Tensor number = Tensor::of("n", {}, {7});
  CHECK(number.size() == 1);
  CHECK(number.at({}) == 7);
  CHECK(number.values() == std::vector<double>{7});
}

}  // namespace
}  // namespace headtrace
