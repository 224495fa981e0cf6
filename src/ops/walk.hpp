#pragma once

#include <array>
#include <headtrace/tensor.hpp>
#include <vector>

/// Ways through the memory of several tensors at once, whatever their strides.
namespace headtrace {

/// Walks the cells of one shape in row-major order and keeps each tensor's place, counted in
/// elements from its first.
class JointWalk {
 public:
  JointWalk(Sizes shape, std::vector<Sizes> strides);
  /// All lines along `axis`: `cell` and `offset` are those of each line's first element.
  JointWalk(const Axes& axes, std::size_t axis, std::vector<Sizes> strides);

  bool done() const { return done_; }
  void next();
  const Sizes& cell() const { return cell_; }
  Index offset(std::size_t tensor) const { return offsets_[tensor]; }

 private:
  Sizes shape_;
  std::vector<Sizes> strides_;
  Sizes cell_;
  std::vector<Index> offsets_;
  bool done_;
};

/// A line of numbers `stride` apart.
struct Line {
  const double* first;
  Index stride;
  Index length;
};

/// The line's numbers side by side: where they lie, or copied into `buffer`.
const double* side_by_side(const Line& line, std::vector<double>& buffer);

/// Writes the numbers of `from` into `window`, a tensor of the same shape.
void copy_into(Tensor& window, const Tensor& from);

/// The gradient of a tensor with `axes` that was broadcast: summed over the axes it was repeated
/// on.
Tensor sum_to(const Tensor& gradient, const Axes& axes);

/// The cell of a tensor with `axes` that is read for `cell` of what it is broadcast to.
Sizes broadcast_cell(const Axes& axes, const Sizes& cell);

/// term(0) + … + term(count−1), as eight sums side by side: the compiler may then add them in
/// vector registers, which the order of a single sum forbids.
template <class Term>
double sum_over(Index count, Term term) {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> sums{};
  Index i = 0;
  for (; i + Index{lanes} <= count; i += Index{lanes}) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      sums[lane] += term(i + static_cast<Index>(lane));
  }
  double total = 0;
  for (const double sum : sums) total += sum;
  for (; i < count; ++i) total += term(i);
  return total;
}

}  // namespace headtrace
