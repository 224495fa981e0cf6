#include <cmath>
#include <headtrace/random.hpp>

namespace headtrace {

double RandomState::random_sample() {
  const auto a = static_cast<double>(engine_() >> 5);
  const auto b = static_cast<double>(engine_() >> 6);
  return (a * 67108864.0 + b) / 9007199254740992.0;
}

double RandomState::uniform(double low, double high) {
  return low + (high - low) * random_sample();
}

double RandomState::standard_normal() {
  if (has_kept_) {
    has_kept_ = false;
    return kept_;
  }
  double x1 = 0;
  double x2 = 0;
  double r2 = 0;
  do {
    x1 = 2.0 * random_sample() - 1.0;
    x2 = 2.0 * random_sample() - 1.0;
    r2 = x1 * x1 + x2 * x2;
  } while (r2 >= 1.0 || r2 == 0.0);
  const double f = std::sqrt(-2.0 * std::log(r2) / r2);
  kept_ = f * x1;
  has_kept_ = true;
  return f * x2;
}

}  // namespace headtrace
