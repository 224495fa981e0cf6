#include "render/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace headtrace {
namespace {

constexpr double largest_fixed = 1e8;

std::string_view non_finite_name(double value) {
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

/// The largest magnitude below which fixed decimals would show one digit or none.
double smallest_fixed(int precision) {
  return std::min(std::pow(10.0, 1 - precision), 0.1);
}

/// Half a unit of the last decimal: below it a number comes out as 0.
double vanishing(int precision) {
  return 0.5 * std::pow(10.0, -precision);
}

int length(const std::string& text) {
  return static_cast<int>(text.size());
}

}  // namespace

NumberFormat::Kind NumberFormat::kind_of(const Statistics& stats, int precision) {
  if (stats.largest > largest_fixed) return Kind::scientific;
  if (stats.whole) return Kind::whole;
  return stats.largest < smallest_fixed(precision) ? Kind::scientific : Kind::fixed;
}

NumberFormat::NumberFormat(const Statistics& stats, int precision)
    : NumberFormat(stats, precision, kind_of(stats, precision)) {}

NumberFormat::NumberFormat(const Statistics& stats, int precision, Kind kind)
    : stats_(stats), precision_(precision), kind_(kind), width_(0) {
  width_ = widest();
}

int NumberFormat::widest() const {
  int width = stats_.minus_inf > 0 ? 4 : (stats_.nan > 0 || stats_.plus_inf > 0) ? 3 : 1;
  if (stats_.finite() == 0) return width;
  const bool signed_zero = stats_.negative_zero && stats_.min >= 0;
  if (kind_ != Kind::scientific) {
    width = std::max({width, length((*this)(stats_.min)), length((*this)(stats_.max))});
    return signed_zero ? std::max(width, length((*this)(-0.0))) : width;
  }
  const bool long_exponent =
      stats_.largest >= 1e99 || (stats_.smallest > 0 && stats_.smallest < 1e-98);
  const int sign = stats_.min < 0 || signed_zero ? 1 : 0;
  const int decimals = precision_ > 0 ? precision_ + 1 : 0;
  return std::max(width, sign + 1 + decimals + (long_exponent ? 5 : 4));
}

NumberFormat NumberFormat::narrowed(int width) const {
  for (int precision = precision_; precision >= 0; --precision) {
    if (kind_ == Kind::whole && precision < precision_) break;
    const NumberFormat fewer(stats_, precision, kind_);
    if (fewer.width() <= width) return fewer;
  }
  for (int precision = precision_; precision > 0; --precision) {
    const NumberFormat fewer(stats_, precision, Kind::scientific);
    if (fewer.width() <= width) return fewer;
  }
  return {stats_, 0, Kind::scientific};
}

void NumberFormat::append(std::string& text, double value) const {
  const auto out = std::back_inserter(text);
  if (!std::isfinite(value)) {
    fmt::format_to(out, "{:>{}}", non_finite_name(value), width_);
  } else if (kind_ == Kind::scientific) {
    fmt::format_to(out, "{:>{}.{}e}", value, width_, precision_);
  } else if (kind_ == Kind::whole) {
    fmt::format_to(out, "{:>{}.0f}", value, width_);
  } else if (value != 0 && std::abs(value) < vanishing(precision_)) {
    const std::string tiny = fmt::format("{:.0e}", value);
    if (length(tiny) <= width_) {
      fmt::format_to(out, "{:>{}}", tiny, width_);
    } else {
      fmt::format_to(out, "{:>{}.{}f}", value, width_, precision_);
    }
  } else {
    fmt::format_to(out, "{:>{}.{}f}", value, width_, precision_);
  }
}

std::string NumberFormat::operator()(double value) const {
  std::string text;
  append(text, value);
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

std::string terse(double value, int precision) {
  if (!std::isfinite(value)) return std::string(non_finite_name(value));
  const double size = std::abs(value);
  const bool scientific = size > largest_fixed || (size != 0 && size < smallest_fixed(precision));
  std::string text = scientific ? fmt::format("{:.{}e}", value, precision)
                                : fmt::format("{:.{}f}", value, precision);
  const auto exponent = std::min(text.find('e'), text.size());
  if (text.find('.') == std::string::npos) return text;
  auto end = text.find_last_not_of('0', exponent - 1);
  if (text[end] == '.') --end;
  return text.erase(end + 1, exponent - end - 1);
}

bool is_exact(double value, int precision) {
  if (!std::isfinite(value)) return true;
  const double shown = std::strtod(terse(value, precision).c_str(), nullptr);
  return std::abs(shown - value) <= 1e-12 * std::abs(value);
}

std::string grouped(Index number) {
  const std::string digits = std::to_string(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > sign && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace headtrace
