#include <cmath>
#include <headtrace/pipeline.hpp>
#include <headtrace/random.hpp>

namespace headtrace {
namespace {

/// The features that a weight reads and writes; a vector counts its size as both, a number 1.
struct Fan {
  double in;
  double out;
};

Fan fan_of(const Input& input) {
  if (input.axes.empty()) return {1, 1};
  const auto last = static_cast<double>(input.axes.back().size);
  if (input.axes.size() < 2) return {last, last};
  const auto first = static_cast<double>(input.axes[input.axes.size() - 2].size);
  const bool out_in = input.layout == WeightLayout::out_in;
  return out_in ? Fan{last, first} : Fan{first, last};
}

Draw uniform_within(double bound) {
  return {false, -bound, bound};
}

/// Draw as torch.nn.init has them (kaiming with its default gain √2) and as nn.Linear's own.
Draw draw_of(const RandomSource& source, const Fan& fan) {
  using Kind = RandomSource::Kind;
  switch (source.kind) {
    case Kind::uniform:
      return {false, source.a, source.b};
    case Kind::normal:
      return {true, source.a, source.b};
    case Kind::xavier_uniform:
      return uniform_within(std::sqrt(6 / (fan.in + fan.out)));
    case Kind::xavier_normal:
      return {true, 0, std::sqrt(2 / (fan.in + fan.out))};
    case Kind::kaiming_uniform:
      return uniform_within(std::sqrt(6 / fan.in));
    case Kind::kaiming_normal:
      return {true, 0, std::sqrt(2 / fan.in)};
    case Kind::torch_linear:
      return uniform_within(1 / std::sqrt(fan.in));
  }
  return {true, 0, 1};
}

double rounded(double value, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::nearbyint(value * unit) / unit;
}

struct Fill {
  const Input& input;
  std::optional<std::uint32_t> seed;
  Tensor tensor;

  void operator()(const ValuesSource& source) {
    tensor = Tensor::of(input.name, input.axes, source.values);
  }

  void operator()(const FillSource& source) {
    using Kind = FillSource::Kind;
    tensor = Tensor::filled(input.name, input.axes, source.value);
    if (source.kind == Kind::arange) {
      for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = static_cast<double>(i);
    } else if (source.kind == Kind::identity) {
      const Index cols = input.axes.back().size;
      const Index rows = input.axes.size() < 2 ? 1 : input.axes[input.axes.size() - 2].size;
      for (Index i = 0; i < tensor.size(); ++i) {
        tensor.data()[i] = i / cols % rows == i % cols ? 1 : 0;
      }
    }
  }

  void operator()(const RandomSource& source) {
    tensor = Tensor::uninitialized(input.name, input.axes);
    RandomState random(seed_of(source, seed));
    const Draw draw = draw_of(source, fan_of(input));
    for (Index i = 0; i < tensor.size(); ++i) {
      const double value =
          draw.normal ? draw.a + draw.b * random.standard_normal() : random.uniform(draw.a, draw.b);
      tensor.data()[i] = source.round ? rounded(value, *source.round) : value;
    }
  }
};

}  // namespace

std::uint32_t seed_of(const RandomSource& source, std::optional<std::uint32_t> seed) {
  constexpr std::uint32_t golden_ratio = 2654435769U;
  return seed ? (*seed + 1U) * golden_ratio ^ source.seed : source.seed;
}

Draw draw_of(const Input& input) {
  return draw_of(std::get<RandomSource>(input.source), fan_of(input));
}

Tensor materialize(const Input& input, std::optional<std::uint32_t> seed) {
  Fill fill{input, seed, {}};
  std::visit(fill, input.source);
  return fill.tensor.window(input.spec());
}

}  // namespace headtrace
