#include "study/own_numbers.hpp"

#include <algorithm>
#include <headtrace/random.hpp>
#include <numeric>

namespace headtrace {
namespace {

/// 0 … count−1 in an order drawn from `random` (Fisher and Yates).
std::vector<std::size_t> shuffled(std::size_t count, RandomState& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = count; left > 1; --left) {
    const auto drawn = static_cast<std::size_t>(random.uniform(0, static_cast<double>(left)));
    std::swap(order[left - 1], order[std::min(drawn, left - 1)]);
  }
  return order;
}

bool is_mask(const Pipeline& pipeline, const std::string& name) {
  return std::ranges::any_of(pipeline.steps, [&name](const Step& step) {
    return step.op == "mask" && step.in.size() > 1 && step.in[1] == name;
  });
}

void shuffle_rows(std::vector<double>& values, std::size_t columns, RandomState& random) {
  const std::vector<double> before = values;
  std::size_t to = 0;
  for (std::size_t row : shuffled(values.size() / columns, random)) {
    for (std::size_t column : shuffled(columns, random)) {
      values[to++] = before[row * columns + column];
    }
  }
}

}  // namespace

Pipeline with_own_numbers(Pipeline pipeline, std::uint32_t seed) {
  RandomSource own;
  for (Input& input : pipeline.inputs) {
    ++own.seed;
    if (auto* random = std::get_if<RandomSource>(&input.source)) {
      random->seed = seed_of(*random, seed);
      continue;
    }
    auto* given = std::get_if<ValuesSource>(&input.source);
    if (given == nullptr || is_mask(pipeline, input.name)) continue;
    RandomState random(seed_of(own, seed));
    shuffle_rows(given->values, static_cast<std::size_t>(input.axes.back().size), random);
  }
  return pipeline;
}

}  // namespace headtrace
