#include "study/difference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/shape.hpp"

namespace headtrace {
double distance(double expected, double got) {
  if (expected == got || (std::isnan(expected) && std::isnan(got))) return 0;
  const double apart = std::abs(expected - got);
  return std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart;
}

bool agree(double expected, double got, const Tolerance& tolerance) {
  const double apart = distance(expected, got);
  if (apart == 0) return true;
  return std::isfinite(apart) &&
         apart <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

std::optional<Difference> difference(const Tensor& expected, const Tensor& got,
                                     const Tolerance& tolerance) {
  if (expected.shape() != got.shape()) return std::nullopt;
  Difference found;
  const Axes& axes = axis_of_heads(expected.axes()) ? expected.axes() : got.axes();
  const auto split = axis_of_heads(axes);
  CellWalk other(got.shape(), got.strides());
  for (CellWalk walk(expected.shape(), expected.strides()); !walk.done();
       walk.next(), other.next()) {
    const double a = expected.data()[walk.offset()];
    const double b = got.data()[other.offset()];
    const double apart = distance(a, b);
    const bool wrong = !agree(a, b, tolerance);
    ++found.count;
    found.mismatched += wrong ? 1 : 0;
    if (apart > found.greatest) {
      found.greatest = apart;
      found.where = walk.cell();
      found.expected = a;
      found.got = b;
    }
    if (a != 0 && std::isfinite(a) && apart / std::abs(a) > found.greatest_relative) {
      found.greatest_relative = apart / std::abs(a);
      found.where_relative = walk.cell();
    }
    if (!split) continue;
    const Index head = *head_at(axes[*split], walk.cell()[*split]);
    if (found.heads.size() <= static_cast<std::size_t>(head)) {
      found.heads.resize(static_cast<std::size_t>(head) + 1);
      found.heads.back().head = head;
    }
    HeadDifference& own = found.heads[static_cast<std::size_t>(head)];
    ++own.count;
    own.mismatched += wrong ? 1 : 0;
    own.greatest = std::max(own.greatest, apart);
  }
  return found;
}

}  // namespace headtrace
