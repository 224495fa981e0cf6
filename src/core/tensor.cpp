#include <algorithm>
#include <cassert>
#include <headtrace/tensor.hpp>
#include <utility>

#include "core/storage.hpp"

namespace headtrace {
namespace {

/// All elements in row-major order, line by line along the last axis.
void copy_row_major(const Tensor& from, double* to) {
  if (from.is_contiguous()) {
    std::copy_n(from.data(), from.size(), to);
    return;
  }
  const Index length = from.axes().back().size;
  const Index stride = from.strides().back();
  Sizes lines = from.shape();
  lines.back() = std::min<Index>(length, 1);
  for (CellWalk walk(std::move(lines), from.strides()); !walk.done(); walk.next()) {
    const double* line = from.data() + walk.offset();
    for (Index i = 0; i < length; ++i) *to++ = line[i * stride];
  }
}

}  // namespace

Sizes TensorSpec::shape() const {
  Sizes sizes(axes.size());
  std::ranges::transform(axes, sizes.begin(), &Axis::size);
  return sizes;
}

Index TensorSpec::size() const {
  Index count = 1;
  for (const Axis& axis : axes) count *= axis.size;
  return count;
}

bool TensorSpec::is_contiguous() const {
  Index expected = 1;
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (axes[i].size == 1) continue;
    if (strides[i] != expected) return false;
    expected *= axes[i].size;
  }
  return true;
}

Index TensorSpec::place(const Sizes& cell) const {
  Index place = offset;
  for (std::size_t i = 0; i < cell.size(); ++i) place += cell[i] * strides[i];
  return place;
}

Sizes contiguous_strides(const Axes& axes) {
  Sizes strides(axes.size());
  Index stride = 1;
  for (std::size_t i = axes.size(); i-- > 0;) {
    strides[i] = stride;
    // Wraps where the sizes pass Index; the plan refuses such a tensor before anything uses it.
    (void)__builtin_mul_overflow(stride, axes[i].size, &stride);
  }
  return strides;
}

TensorSpec contiguous_spec(std::string name, Axes axes) {
  TensorSpec spec;
  spec.name = std::move(name);
  spec.strides = contiguous_strides(axes);
  spec.axes = std::move(axes);
  return spec;
}

Tensor Tensor::uninitialized(std::string name, Axes axes) {
  Tensor tensor;
  tensor.spec_ = contiguous_spec(std::move(name), std::move(axes));
  tensor.storage_ = allocate_numbers(tensor.size());
  return tensor;
}

Tensor Tensor::filled(std::string name, Axes axes, double value) {
  Tensor tensor = uninitialized(std::move(name), std::move(axes));
  std::fill_n(tensor.data(), tensor.size(), value);
  return tensor;
}

Tensor Tensor::of(std::string name, Axes axes, const std::vector<double>& values) {
  Tensor tensor = uninitialized(std::move(name), std::move(axes));
  assert(static_cast<Index>(values.size()) == tensor.size());
  std::ranges::copy(values, tensor.data());
  return tensor;
}

Tensor Tensor::without_numbers(TensorSpec spec) {
  Tensor tensor;
  tensor.spec_ = std::move(spec);
  return tensor;
}

double Tensor::at(const Sizes& cell) const {
  return storage_[spec_.place(cell)];
}

std::vector<double> Tensor::values() const {
  std::vector<double> values(static_cast<std::size_t>(size()));
  copy_row_major(*this, values.data());
  return values;
}

Tensor Tensor::window(TensorSpec spec) const {
  Tensor view = *this;
  view.spec_ = std::move(spec);
  return view;
}

Tensor Tensor::renamed(std::string name) const {
  Tensor same = *this;
  same.spec_.name = std::move(name);
  return same;
}

Tensor Tensor::contiguous() const {
  if (is_contiguous()) return *this;
  Tensor copy = uninitialized(name(), axes());
  copy_row_major(*this, copy.data());
  copy.spec_.layout = spec_.layout;
  return copy;
}

CellWalk::CellWalk(Sizes shape, Sizes strides)
    : shape_(std::move(shape)),
      strides_(std::move(strides)),
      cell_(shape_.size(), 0),
      done_(std::ranges::find(shape_, 0) != shape_.end()) {}

void CellWalk::next() {
  for (std::size_t i = shape_.size(); i-- > 0;) {
    offset_ += strides_[i];
    if (++cell_[i] < shape_[i]) return;
    offset_ -= strides_[i] * shape_[i];
    cell_[i] = 0;
  }
  done_ = true;
}

}  // namespace headtrace
