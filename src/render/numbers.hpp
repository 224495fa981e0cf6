#pragma once

#include <string>

#include "study/statistics.hpp"

namespace headtrace {

/// A share times this is so many in a hundred.
inline constexpr double in_percent = 100;

/// How all numbers of one tensor are written: one width, right-aligned. It follows from all
/// elements, so that it doesn't depend on which of them are shown.
///
/// - whole numbers bare (`1`, `-2`), while the largest is at most 1e8;
/// - else fixed decimals, while the largest lies between 10^(1−precision), at most 0.1, and 1e8. A
/// number that
///   isn't 0 but would come out as `0.0000` is written `3e-05` where the width allows it;
/// - else scientific.
///
/// PyTorch also turns to scientific when max/min passes 1000, of the numbers it shows; over all
/// elements that would be nearly every larger tensor.
class NumberFormat {
 public:
  NumberFormat(const Statistics& stats, int precision);

  int width() const { return width_; }
  int precision() const { return precision_; }
  /// The same with as few digits less as needed for a width of at most `width` (6 or more).
  NumberFormat narrowed(int width) const;

  void append(std::string& text, double value) const;
  /// Without padding.
  std::string operator()(double value) const;

 private:
  enum class Kind { whole, fixed, scientific };
  static Kind kind_of(const Statistics& stats, int precision);
  NumberFormat(const Statistics& stats, int precision, Kind kind);
  int widest() const;

  Statistics stats_;
  int precision_;
  Kind kind_;
  int width_;
};

/// A single number outside a table: at most `precision` decimals, no trailing zeros (`0.25`, `2`),
/// scientific where it is very large or would come out as 0.
std::string terse(double value, int precision);
/// Whether `terse` shows the number itself, to 1e-12 of it, not a rounded one.
bool is_exact(double value, int precision);

/// `1,050,624`
std::string grouped(Index number);

}  // namespace headtrace
