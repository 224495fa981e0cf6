#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <headtrace/pipeline.hpp>

namespace headtrace {
namespace {

using Kind = RandomSource::Kind;

std::vector<double> numbers(std::variant<ValuesSource, FillSource, RandomSource> source, Axes axes,
                            std::optional<WeightLayout> layout = {},
                            std::optional<std::uint32_t> seed = {}) {
  return materialize({"t", std::move(axes), layout, std::move(source), {}}, seed).values();
}

const Axes two_by_three{{"", 2}, {"", 3}};

TEST_CASE("values and fills") {
  CHECK(numbers(ValuesSource{{1, 2, 3, 4, 5, 6}}, two_by_three)[4] == 5);
  CHECK(numbers(FillSource{FillSource::Kind::constant, 2.5}, {{"", 2}}) ==
        std::vector<double>{2.5, 2.5});
  CHECK(numbers(FillSource{FillSource::Kind::arange, 0}, {{"", 3}}) ==
        std::vector<double>{0, 1, 2});
  CHECK(numbers(FillSource{FillSource::Kind::identity, 0}, two_by_three) ==
        std::vector<double>{1, 0, 0, 0, 1, 0});
}

// numpy.random.RandomState(7).uniform(-1, 1, 2), .RandomState(7).standard_normal(2)*0.5 + 2 and
// its np.round(…, 2)
TEST_CASE("uniform and normal are NumPy's") {
  CHECK(numbers(RandomSource{Kind::uniform, -1, 1, 7, {}}, {{"", 2}}) ==
        std::vector<double>{-0.8473834212520857, 0.5598375844802292});
  CHECK(numbers(RandomSource{Kind::normal, 2, 0.5, 7, {}}, {{"", 2}}) ==
        std::vector<double>{2.845262851900178, 1.7670313147295835});
  CHECK(numbers(RandomSource{Kind::normal, 2, 0.5, 7, 2}, {{"", 2}}) ==
        std::vector<double>{2.85, 1.77});
}

TEST_CASE("initializers keep to torch.nn.init's bounds, by the weight's layout") {
  const Axes axes{{"", 50}, {"", 200}};
  const auto largest = [&](Kind kind, std::optional<WeightLayout> layout) {
    const auto drawn = numbers(RandomSource{kind, 0, 0, 3, {}}, axes, layout);
    return std::abs(*std::ranges::max_element(drawn, {}, [](double v) { return std::abs(v); }));
  };
  const auto close_below = [](double value, double bound) {
    CHECK(value <= bound);
    CHECK(value > bound * 0.99);
  };
  close_below(largest(Kind::xavier_uniform, {}), std::sqrt(6.0 / 250));
  close_below(largest(Kind::kaiming_uniform, {}), std::sqrt(6.0 / 50));
  close_below(largest(Kind::kaiming_uniform, WeightLayout::out_in), std::sqrt(6.0 / 200));
  close_below(largest(Kind::torch_linear, WeightLayout::out_in), 1 / std::sqrt(200.0));
}

TEST_CASE("normal initializers have torch.nn.init's spread") {
  const auto spread = [](Kind kind) {
    const auto drawn = numbers(RandomSource{kind, 0, 0, 3, {}}, {{"", 100}, {"", 400}});
    double squares = 0;
    for (double value : drawn) squares += value * value;
    return std::sqrt(squares / static_cast<double>(drawn.size()));
  };
  CHECK(spread(Kind::xavier_normal) == doctest::Approx(std::sqrt(2.0 / 500)).epsilon(0.02));
  CHECK(spread(Kind::kaiming_normal) == doctest::Approx(std::sqrt(2.0 / 100)).epsilon(0.02));
}

TEST_CASE("another seed redraws random tensors, each with numbers of its own") {
  const RandomSource one{Kind::normal, 0, 1, 1, {}};
  const RandomSource two{Kind::normal, 0, 1, 2, {}};
  const auto own = numbers(one, {{"", 4}});
  CHECK(numbers(one, {{"", 4}}, {}, 5) != own);
  CHECK(numbers(one, {{"", 4}}, {}, 5) != numbers(two, {{"", 4}}, {}, 5));
  CHECK(numbers(one, {{"", 4}}, {}, 5) == numbers(one, {{"", 4}}, {}, 5));
  CHECK(numbers(ValuesSource{{1}}, {{"", 1}}, {}, 5) == std::vector<double>{1});
}

}  // namespace
}  // namespace headtrace
