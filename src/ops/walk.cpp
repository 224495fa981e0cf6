#include "ops/walk.hpp"

#include <algorithm>
#include <utility>

#include "core/shape.hpp"

namespace headtrace {
namespace {

Sizes first_cells(const Axes& axes, std::size_t axis) {
  Sizes sizes;
  for (const Axis& each : axes) sizes.push_back(each.size);
  if (axis < sizes.size()) sizes[axis] = std::min<Index>(sizes[axis], 1);
  return sizes;
}

/// Calls `visit` for each line of `from` along its last axis, with its counterpart in `to`.
template <class Visit>
void for_each_line(const Tensor& from, double* to, const Sizes& to_strides, Visit visit) {
  if (from.rank() == 0) return visit(Line{from.data(), 1, 1}, to, Index{1});
  const std::size_t last = from.axes().size() - 1;
  for (JointWalk lines(from.axes(), last, {from.strides(), to_strides}); !lines.done();
       lines.next()) {
    visit(Line{from.data() + lines.offset(0), from.strides()[last], from.axes()[last].size},
          to + lines.offset(1), to_strides[last]);
  }
}

}  // namespace

JointWalk::JointWalk(Sizes shape, std::vector<Sizes> strides)
    : shape_(std::move(shape)),
      strides_(std::move(strides)),
      cell_(shape_.size(), 0),
      offsets_(strides_.size(), 0),
      done_(std::ranges::find(shape_, 0) != shape_.end()) {}

JointWalk::JointWalk(const Axes& axes, std::size_t axis, std::vector<Sizes> strides)
    : JointWalk(first_cells(axes, axis), std::move(strides)) {}

void JointWalk::next() {
  for (std::size_t i = shape_.size(); i-- > 0;) {
    const bool wraps = ++cell_[i] == shape_[i];
    const Index steps = wraps ? 1 - shape_[i] : 1;
    for (std::size_t t = 0; t < offsets_.size(); ++t) offsets_[t] += steps * strides_[t][i];
    if (!wraps) return;
    cell_[i] = 0;
  }
  done_ = true;
}

Index JointWalk::count() const {
  Index count = 1;
  for (const Index size : shape_) count *= size;
  return count;
}

void JointWalk::go_to(Index number) {
  done_ = number >= count();
  if (done_) return;
  std::ranges::fill(offsets_, 0);
  for (std::size_t i = shape_.size(); i-- > 0;) {
    cell_[i] = number % shape_[i];
    number /= shape_[i];
    for (std::size_t t = 0; t < offsets_.size(); ++t) offsets_[t] += cell_[i] * strides_[t][i];
  }
}

const double* side_by_side(const Line& line, std::vector<double>& buffer) {
  if (line.stride == 1) return line.first;
  buffer.resize(static_cast<std::size_t>(line.length));
  for (Index i = 0; i < line.length; ++i) {
    buffer[static_cast<std::size_t>(i)] = line.first[i * line.stride];
  }
  return buffer.data();
}

void copy_into(Tensor& window, const Tensor& from) {
  for_each_line(from, window.data(), window.strides(), [](const Line& x, double* y, Index stride) {
    for (Index i = 0; i < x.length; ++i) y[i * stride] = x.first[i * x.stride];
  });
}

Tensor sum_to(const Tensor& gradient, const Axes& axes) {
  Tensor sum = Tensor::filled("", axes, 0);
  const Sizes repeated = broadcast_to(sum.spec(), gradient.axes()).strides;
  for_each_line(gradient, sum.data(), repeated, [](const Line& x, double* y, Index stride) {
    for (Index i = 0; i < x.length; ++i) y[i * stride] += x.first[i * x.stride];
  });
  return sum;
}

Sizes broadcast_cell(const Axes& axes, const Sizes& cell) {
  Sizes own(cell.end() - static_cast<std::ptrdiff_t>(axes.size()), cell.end());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].size == 1) own[i] = 0;
  }
  return own;
}

}  // namespace headtrace
