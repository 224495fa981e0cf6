#include "ops/exponential.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headtrace {
namespace {

// The standard library's long double exponential is the reference: it has 11 more bits.
TEST_CASE("within 1.5 ulp of e^x") {
  double worst = 0;
  for (int i = -700000; i <= 700000; ++i) {
    const double x = i * 1e-3 + 1.7e-5;
    const long double expected = std::exp(static_cast<long double>(x));
    const auto nearest = static_cast<double>(expected);
    const double ulp = std::nextafter(nearest, 1e308) - nearest;
    const auto apart = static_cast<double>(std::abs(exponential(x) - expected));
    worst = std::max(worst, apart / ulp);
  }
  CHECK(worst < 1.5);
}

TEST_CASE("the ends: exact at 0, 0 far below, NaN stays") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(exponential(0.0) == 1);
  CHECK(exponential(-0.0) == 1);
  CHECK(exponential(-infinity) == 0);
  CHECK(exponential(-1000.0) == 0);
  CHECK(exponential(-708.0) > 0);
  CHECK(std::isnan(exponential(std::nan(""))));
}

}  // namespace
}  // namespace headtrace
