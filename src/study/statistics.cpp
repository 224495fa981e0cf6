#include "study/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/vectorized.hpp"
#include "ops/walk.hpp"

namespace headtrace {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t lanes = 8;
using Lanes = std::array<double, lanes>;

/// Of one block of numbers, relative to `shift`.
struct BlockSums {
  double min = infinity;
  double max = -infinity;
  double least = infinity;  ///< magnitude, of those that are not 0
  double sum = 0;
  double squares = 0;
  double zeros = 0;
  bool finite = true;
};

/// Eight of each side by side, so that they stay in vector registers (see ops/walk.hpp).
struct LaneSums {
  Lanes min;
  Lanes max;
  Lanes least;
  Lanes sum{};
  Lanes squares{};
  Lanes zeros{};
  Lanes not_finite{};  ///< x − x, which is 0 for a finite x and NaN for any other

  LaneSums() {
    min.fill(infinity);
    max.fill(-infinity);
    least.fill(infinity);
  }

  [[gnu::always_inline]] void add(std::size_t lane, double x, double shift) {
    const double magnitude = std::abs(x);
    const double away = x - shift;
    min[lane] = x < min[lane] ? x : min[lane];
    max[lane] = x > max[lane] ? x : max[lane];
    double nonzero = magnitude;
    if (magnitude == 0) nonzero = infinity;
    least[lane] = nonzero < least[lane] ? nonzero : least[lane];
    sum[lane] += away;
    squares[lane] += away * away;
    zeros[lane] = magnitude == 0 ? zeros[lane] + 1 : zeros[lane];
    not_finite[lane] += x - x;
  }
};

BlockSums joined(const LaneSums& sums) {
  BlockSums block;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    block.min = std::min(block.min, sums.min[lane]);
    block.max = std::max(block.max, sums.max[lane]);
    block.least = std::min(block.least, sums.least[lane]);
    block.sum += sums.sum[lane];
    block.squares += sums.squares[lane];
    block.zeros += sums.zeros[lane];
    block.finite = block.finite && sums.not_finite[lane] == 0;
  }
  return block;
}

HEADTRACE_VECTORIZED void add_all(const double* x, Index count, double shift, LaneSums& out) {
  LaneSums sums;
  Index i = 0;
  for (; i + Index{lanes} <= count; i += Index{lanes}) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sums.add(lane, x[i + static_cast<Index>(lane)], shift);
    }
  }
  for (; i < count; ++i) sums.add(0, x[i], shift);
  out = sums;
}

/// Sums are taken relative to the first finite element, so that a mean far from 0 costs σ no
/// digits: σ² = E[(x−s)²] − E[x−s]².
class Collector {
 public:
  /// Numbers side by side, in blocks small enough that their sums lose nothing that matters.
  void add(const double* x, Index count) {
    constexpr Index block = 1024;
    for (; count > 0; x += block, count -= block) add_block(x, std::min(count, block));
  }

  Statistics finish() const {
    Statistics stats = stats_;
    const auto n = static_cast<long double>(stats.finite());
    if (stats.finite() == 0) return without_numbers(stats);
    const long double away = sum_ / n;
    const long double variance = std::max(squares_ / n - away * away, 0.0L);
    stats.mean = static_cast<double>(static_cast<long double>(shift_) + away);
    stats.sigma = static_cast<double>(std::sqrt(variance));
    stats.largest = std::max(std::abs(stats.min), std::abs(stats.max));
    stats.smallest = std::isinf(least_) ? 0 : least_;
    return stats;
  }

 private:
  void add_block(const double* x, Index count) {
    LaneSums sums;
    if (!first_) add_all(x, count, shift_, sums);
    const BlockSums block = joined(sums);
    if (first_ || !block.finite || !squares_fit(block)) {
      std::for_each_n(x, count, [this](double each) { add_one(each); });
      return;
    }
    stats_.count += count;
    stats_.min = std::min(stats_.min, block.min);
    stats_.max = std::max(stats_.max, block.max);
    least_ = std::min(least_, block.least);
    sum_ += static_cast<long double>(block.sum);
    squares_ += static_cast<long double>(block.squares);
    const auto is_whole = [](double each) { return std::trunc(each) == each; };
    stats_.whole = stats_.whole && std::all_of(x, x + count, is_whole);
    if (block.zeros == 0) return;
    stats_.zeros += static_cast<Index>(block.zeros);
    const auto is_negative_zero = [](double each) { return each == 0 && std::signbit(each); };
    stats_.negative_zero = stats_.negative_zero || std::any_of(x, x + count, is_negative_zero);
  }

  /// Whether the squares neither overflowed nor vanished; they are then taken one by one, in
  /// numbers of a wider range.
  bool squares_fit(const BlockSums& block) const {
    constexpr double smallest = 1e-280;
    const bool constant = block.min == shift_ && block.max == shift_;
    return constant || (block.squares > smallest && block.squares < infinity);
  }

  void add_one(double x) {
    ++stats_.count;
    if (!std::isfinite(x)) return add_non_finite(x);
    if (first_) start(x);
    stats_.min = std::min(stats_.min, x);
    stats_.max = std::max(stats_.max, x);
    const long double away = static_cast<long double>(x) - shift_;
    sum_ += away;
    squares_ += away * away;
    if (stats_.whole && std::trunc(x) != x) stats_.whole = false;
    const double magnitude = std::abs(x);
    if (magnitude == 0) return add_zero(x);
    least_ = std::min(least_, magnitude);
  }

  void start(double x) {
    first_ = false;
    stats_.min = stats_.max = x;
    shift_ = x;
  }

  void add_zero(double x) {
    ++stats_.zeros;
    if (std::signbit(x)) stats_.negative_zero = true;
  }

  void add_non_finite(double x) {
    if (std::isnan(x)) {
      ++stats_.nan;
    } else {
      ++(x > 0 ? stats_.plus_inf : stats_.minus_inf);
    }
  }

  static Statistics without_numbers(Statistics stats) {
    stats.min = stats.max = stats.mean = stats.sigma = std::numeric_limits<double>::quiet_NaN();
    return stats;
  }

  Statistics stats_;
  bool first_ = true;
  double shift_ = 0;
  long double sum_ = 0;
  long double squares_ = 0;
  double least_ = infinity;
};

}  // namespace

Statistics statistics(const Tensor& tensor) {
  Collector collector;
  if (tensor.is_contiguous()) {
    collector.add(tensor.data(), tensor.size());
    return collector.finish();
  }
  const std::size_t last = tensor.axes().size() - 1;
  std::vector<double> buffer;
  for (JointWalk lines(tensor.axes(), last, {tensor.strides()}); !lines.done(); lines.next()) {
    const Line line{tensor.data() + lines.offset(0), tensor.strides()[last],
                    tensor.axes()[last].size};
    collector.add(side_by_side(line, buffer), line.length);
  }
  return collector.finish();
}

}  // namespace headtrace
