#pragma once

#include <array>
#include <headtrace/tensor.hpp>
#include <limits>
#include <vector>

#include "core/parallel.hpp"

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
  /// How many cells there are.
  Index count() const;
  /// Goes to the cell that comes `number` after the first.
  void go_to(Index number);
  const Sizes& cell() const { return cell_; }
  Index offset(std::size_t tensor) const { return offsets_[tensor]; }

 private:
  Sizes shape_;
  std::vector<Sizes> strides_;
  Sizes cell_;
  std::vector<Index> offsets_;
  bool done_;
};

/// Visits lines `first` to `last` of what `lines` walks, in ranges that may run on several threads
/// at once; the visitor gets a walk that stands at the range's first line, and how many it has.
/// `cost` is that of one line, as for parallel_for.
template <class Visit>
void for_ranges_of(const JointWalk& lines, double cost, Visit visit) {
  parallel_for(lines.count(), cost, [&](Index first, Index last) {
    JointWalk range = lines;
    range.go_to(first);
    visit(range, last - first);
  });
}

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
[[gnu::always_inline]] inline double sum_over(Index count, Term term) {
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

/// The largest of `count` numbers, −∞ for none; NaN is passed over. Eight maxima side by side, as
/// sum_over.
[[gnu::always_inline]] inline double max_over(const double* x, Index count) {
  constexpr Index lanes = 8;
  std::array<double, lanes> most{};
  most.fill(-std::numeric_limits<double>::infinity());
  Index i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double value = x[i + static_cast<Index>(lane)];
      most[lane] = value > most[lane] ? value : most[lane];
    }
  }
  double max = most[0];
  for (const double value : most) max = value > max ? value : max;
  for (; i < count; ++i) max = x[i] > max ? x[i] : max;
  return max;
}

}  // namespace headtrace
