#include "study/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headtrace {
namespace {

/// Sums are taken relative to the first finite element, so that a mean far from 0 costs σ no
/// digits: σ² = E[(x−s)²] − E[x−s]².
class Collector {
 public:
  void add(double x) {
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

  Statistics finish() const {
    Statistics stats = stats_;
    const auto n = static_cast<long double>(stats.finite());
    if (stats.finite() == 0) return without_numbers(stats);
    const long double away = sum_ / n;
    const long double variance = std::max(squares_ / n - away * away, 0.0L);
    stats.mean = static_cast<double>(shift_ + away);
    stats.sigma = static_cast<double>(std::sqrt(variance));
    stats.largest = std::max(std::abs(stats.min), std::abs(stats.max));
    stats.smallest = std::isinf(least_) ? 0 : least_;
    return stats;
  }

 private:
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
  long double shift_ = 0;
  long double sum_ = 0;
  long double squares_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Statistics statistics(const Tensor& tensor) {
  Collector collector;
  if (tensor.is_contiguous()) {
    const double* first = tensor.data();
    std::for_each_n(first, tensor.size(), [&collector](double x) { collector.add(x); });
    return collector.finish();
  }
  CellWalk walk(tensor.shape(), tensor.strides());
  for (; !walk.done(); walk.next()) collector.add(tensor.data()[walk.offset()]);
  return collector.finish();
}

}  // namespace headtrace
