#include "study/patterns.hpp"

#include <algorithm>
#include <cmath>

#include "core/shape.hpp"

namespace headtrace {
namespace {

using PatternKind = Pattern::Kind;

class PatternSearch {
 public:
  PatternSearch(const Tensor& expected, const Tensor& got, const Tolerance& tolerance)
      : expected_(expected),
        got_(got),
        tolerance_(tolerance),
        a_(expected.values()),
        b_(got.values()) {}

  std::vector<Pattern> all() {
    if (expected_.shape() != got_.shape()) {
      other_shape();
      return std::move(found_);
    }
    ratios();
    constant_shift();
    transposed();
    permutations();
    sums();
    not_a_number();
    no_negative();
    one_head();
    return std::move(found_);
  }

 private:
  void add(PatternKind kind, double number = 0, Index count = 0, std::string axis = {}) {
    found_.push_back({kind, number, count, std::move(axis)});
  }

  bool near(double expected, double got) const { return agree(expected, got, tolerance_); }

  /// Only numbers large enough to tell a ratio from rounding count.
  void ratios() {
    double largest = 0;
    for (double a : a_) {
      if (std::isfinite(a)) largest = std::max(largest, std::abs(a));
    }
    std::vector<double> seen;
    std::size_t zeros = 0;
    std::size_t counted = 0;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      if (!std::isfinite(a_[i]) || !std::isfinite(b_[i])) {
        if (distance(a_[i], b_[i]) != 0) return;
        continue;
      }
      if (std::abs(a_[i]) < 0.05 * largest) continue;
      ++counted;
      if (b_[i] == 0) {
        ++zeros;
      } else {
        seen.push_back(b_[i] / a_[i]);
      }
    }
    if (seen.empty() || counted < 2) return;
    const auto [low, high] = std::ranges::minmax(seen);
    const double middle = (low + high) / 2;
    if (std::abs(high - low) > 1e-3 * std::abs(middle) || std::abs(middle - 1) < 1e-6) return;
    if (zeros == 0) return add(PatternKind::constant_ratio, middle);
    if (middle > 1) add(PatternKind::ratio_or_zero, middle, static_cast<Index>(zeros));
  }

  void constant_shift() {
    const Index width = expected_.axes().empty() ? 1 : expected_.axes().back().size;
    const auto rows = static_cast<Index>(a_.size()) / std::max<Index>(width, 1);
    if (rows < 2) return;
    for (Index i = 0; i < static_cast<Index>(a_.size()); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto first = static_cast<std::size_t>(i % width);
      const double shift = b_[at] - a_[at];
      if (!std::isfinite(shift) || !near(b_[first] - a_[first], shift)) return;
    }
    add(PatternKind::constant_shift);
  }

  void transposed() {
    const Sizes shape = expected_.shape();
    if (shape.size() < 2 || shape.back() != shape[shape.size() - 2] || shape.back() < 2) return;
    for (CellWalk walk(shape, got_.strides()); !walk.done(); walk.next()) {
      Sizes turned = walk.cell();
      std::swap(turned[turned.size() - 1], turned[turned.size() - 2]);
      if (!near(expected_.at(turned), got_.data()[walk.offset()])) return;
    }
    add(PatternKind::transposed);
  }

  /// Whether each block of `size` numbers holds the right ones in any order.
  bool same_numbers(std::size_t size) const {
    for (std::size_t first = 0; first < a_.size(); first += size) {
      std::vector<double> a(a_.begin() + static_cast<std::ptrdiff_t>(first),
                            a_.begin() + static_cast<std::ptrdiff_t>(first + size));
      std::vector<double> b(b_.begin() + static_cast<std::ptrdiff_t>(first),
                            b_.begin() + static_cast<std::ptrdiff_t>(first + size));
      const auto is_nan = [](double v) { return std::isnan(v); };
      if (std::ranges::any_of(a, is_nan) || std::ranges::any_of(b, is_nan)) return false;
      std::ranges::sort(a);
      std::ranges::sort(b);
      if (!std::ranges::equal(a, b, [this](double x, double y) { return near(x, y); }))
        return false;
    }
    return true;
  }

  void permutations() {
    const Sizes shape = expected_.shape();
    if (shape.size() < 3 || a_.empty()) return;
    const auto item = a_.size() / static_cast<std::size_t>(shape[0]);
    const auto width = static_cast<std::size_t>(shape.back());
    if (shape.size() == 3 && same_numbers(width)) return add(PatternKind::same_by_token);
    if (same_numbers(item)) return add(PatternKind::same_by_item);
    if (same_numbers(a_.size())) add(PatternKind::same_overall);
  }

  /// Attention weights add up to 1 along another axis.
  void sums() {
    const Sizes shape = expected_.shape();
    if (shape.size() != 4) return;
    const auto adds_up = [&shape](const Tensor& tensor, std::size_t axis) {
      Sizes rest = shape;
      rest[axis] = 1;
      for (CellWalk walk(rest, tensor.strides()); !walk.done(); walk.next()) {
        double sum = 0;
        for (Index i = 0; i < shape[axis]; ++i) {
          sum += tensor.data()[walk.offset() + i * tensor.strides()[axis]];
        }
        if (!(std::abs(sum - 1) < 1e-2)) return false;
      }
      return true;
    };
    if (!adds_up(expected_, 3) || adds_up(got_, 3)) return;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (adds_up(got_, axis)) add(PatternKind::sums_along_axis, 0, 0, expected_.axes()[axis].name);
    }
  }

  void not_a_number() {
    const auto width =
        static_cast<std::size_t>(expected_.axes().empty() ? 1 : expected_.axes().back().size);
    Index rows = 0;
    for (std::size_t first = 0; first < b_.size(); first += width) {
      const auto row = b_.begin() + static_cast<std::ptrdiff_t>(first);
      if (std::any_of(row, row + static_cast<std::ptrdiff_t>(width),
                      [](double value) { return std::isnan(value); })) {
        ++rows;
      }
    }
    if (rows > 0) add(PatternKind::rows_not_a_number, 0, rows);
  }

  void no_negative() {
    bool had_negative = false;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      had_negative = had_negative || a_[i] < 0;
      if (!near(std::max(a_[i], 0.0), b_[i])) return;
    }
    if (had_negative) add(PatternKind::no_negative);
  }

  void one_head() {
    const auto found = difference(expected_, got_, tolerance_);
    Index wrong = 0;
    Index which = 0;
    for (const HeadDifference& head : found->heads) {
      if (head.mismatched == 0) continue;
      ++wrong;
      which = head.head;
    }
    if (wrong == 1 && found->heads.size() > 1) add(PatternKind::one_head_wrong, 0, which);
  }

  void other_shape() {
    if (expected_.rank() == 4 && heads_are_averaged()) return add(PatternKind::heads_averaged);
    if (expected_.rank() != got_.rank()) add(PatternKind::missing_axis);
  }

  bool heads_are_averaged() const {
    const Sizes shape = expected_.shape();
    Sizes merged = shape;
    merged[1] = 1;
    Sizes without = shape;
    without.erase(without.begin() + 1);
    if (got_.shape() != merged && got_.shape() != without) return false;
    std::size_t i = 0;
    for (CellWalk walk(merged, expected_.strides()); !walk.done(); walk.next()) {
      double sum = 0;
      for (Index head = 0; head < shape[1]; ++head) {
        sum += expected_.data()[walk.offset() + head * expected_.strides()[1]];
      }
      if (!near(sum / static_cast<double>(shape[1]), b_[i++])) return false;
    }
    return true;
  }

  const Tensor& expected_;
  const Tensor& got_;
  const Tolerance& tolerance_;
  std::vector<double> a_;
  std::vector<double> b_;
  std::vector<Pattern> found_;
};

}  // namespace

std::vector<Pattern> find_patterns(const Tensor& expected, const Tensor& got,
                                   const Tolerance& tolerance) {
  return PatternSearch(expected, got, tolerance).all();
}

}  // namespace headtrace
