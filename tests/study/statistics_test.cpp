#include "study/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <headtrace/random.hpp>

#include "non_finite.hpp"

using namespace headtrace;
using namespace headtrace::test;

namespace {

Statistics of(const std::vector<double>& values) {
  return statistics(Tensor::of("t", {{"", static_cast<Index>(values.size())}}, values));
}

}  // namespace

TEST_CASE("statistics of the finite elements, counts of the others") {
  const Statistics stats = of({1, -inf, 2, not_a_number, 0, 3.5, inf, -inf, -0.0});
  CHECK(stats.count == 9);
  CHECK(stats.nan == 1);
  CHECK(stats.plus_inf == 1);
  CHECK(stats.minus_inf == 2);
  CHECK(stats.zeros == 2);
  CHECK(stats.negative_zero);
  CHECK(stats.min == 0);
  CHECK(stats.max == 3.5);
  CHECK(stats.mean == doctest::Approx(1.3).epsilon(1e-15));
  CHECK(stats.smallest == 1);
  CHECK(stats.largest == 3.5);
  CHECK_FALSE(stats.whole);
}

// /usr/bin/python3 -c "import numpy as np; a = np.random.RandomState(5).standard_normal(1000)
// print(repr(a.min()), repr(a.max()), repr(a.mean()), repr(a.std()))"
TEST_CASE("statistics equal NumPy's") {
  Tensor tensor = Tensor::uninitialized("t", {{"", 10}, {"", 100}});
  RandomState random(5);
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = random.standard_normal();
  const Statistics stats = statistics(tensor);
  CHECK(stats.min == -3.283915447626658);
  CHECK(stats.max == 3.612318512197111);
  CHECK(stats.mean == doctest::Approx(0.03327702789285542).epsilon(1e-13));
  CHECK(stats.sigma == doctest::Approx(0.9898888284222432).epsilon(1e-13));
}

// np.std([1e9 + i for i in range(5)]) is √2; a mean far from 0 costs no digits.
TEST_CASE("a large mean does not spoil sigma") {
  const Statistics stats = of({1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4});
  CHECK(stats.mean == 1e9 + 2);
  CHECK(stats.sigma == doctest::Approx(std::sqrt(2.0)).epsilon(1e-14));
  CHECK(of({0.1, 0.1, 0.1}).sigma == 0);
  CHECK(of({0.1, 0.1, 0.1}).mean == 0.1);
}

TEST_CASE("a view's elements are its own, not its storage's") {
  const Tensor whole = Tensor::of("t", {{"", 2}, {"", 3}}, {0, 1, 2, 3, 4, 5});
  TensorSpec column = whole.spec();
  column.axes = {{"", 2}};
  column.strides = {3};
  column.offset = 1;
  const Statistics stats = statistics(whole.window(column));
  CHECK(stats.count == 2);
  CHECK(stats.min == 1);
  CHECK(stats.max == 4);
  CHECK(stats.mean == 2.5);
}

// Sums by hand: 0 to 4999 have the mean 2499.5 and the variance (5000² − 1)/12.
TEST_CASE("more than one block, with what isn't finite in the middle") {
  std::vector<double> values;
  for (int i = 0; i < 5000; ++i) values.push_back(i);
  CHECK(of(values).mean == 2499.5);
  CHECK(of(values).sigma == doctest::Approx(std::sqrt((5000.0 * 5000 - 1) / 12)).epsilon(1e-14));
  CHECK(of(values).zeros == 1);
  CHECK(of(values).smallest == 1);
  CHECK(of(values).whole);
  values[3000] = inf;
  values[4000] = -0.0;
  values[4999] = -0.5;
  const Statistics stats = of(values);
  CHECK(stats.plus_inf == 1);
  CHECK(stats.finite() == 4999);
  CHECK(stats.min == -0.5);
  CHECK(stats.max == 4998);
  CHECK(stats.zeros == 2);
  CHECK(stats.negative_zero);
  CHECK_FALSE(stats.whole);
  CHECK(stats.mean == doctest::Approx((12497500.0 - 3000 - 4000 - 4999 - 0.5) / 4999));
}

TEST_CASE("magnitudes whose squares vanish or overflow") {
  const std::vector<double> sizes{1e-200, 3e-200, 1e200, 3e200};
  for (std::size_t i = 0; i < sizes.size(); i += 2) {
    const Statistics stats = of({sizes[i], sizes[i + 1]});
    CHECK(stats.sigma == doctest::Approx(sizes[i]).epsilon(1e-12));
    CHECK(stats.largest == sizes[i + 1]);
  }
}

TEST_CASE("nothing finite") {
  const Statistics stats = of({not_a_number, inf});
  CHECK(stats.finite() == 0);
  CHECK(std::isnan(stats.mean));
  CHECK(std::isnan(stats.sigma));
  CHECK(stats.whole);
}

TEST_CASE("numbers near the largest do not overflow") {
  const Statistics stats = of({1.7e308, -1.7e308});
  CHECK(stats.mean == 0);
  CHECK(stats.sigma == doctest::Approx(1.7e308));
}
