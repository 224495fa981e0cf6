#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <headtrace/pipeline.hpp>
#include <headtrace/random.hpp>
#include <headtrace/style.hpp>
#include <headtrace/trace.hpp>
#include <limits>
#include <sstream>

#include "render/width.hpp"
#include "support.hpp"

/// What the renderers' tests share.
namespace headtrace::test {

inline Style style_of(int width) {
  Style style;
  style.width = width;
  return style;
}

/// Numbers 0, 1, 2, … times `step`.
inline Tensor counting(std::string name, Axes axes, double step = 1) {
  Tensor tensor = Tensor::uninitialized(std::move(name), std::move(axes));
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = static_cast<double>(i) * step;
  return tensor;
}

inline Tensor normal(std::string name, Axes axes, std::uint32_t seed = 1) {
  Tensor tensor = Tensor::uninitialized(std::move(name), std::move(axes));
  RandomState random(seed);
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = random.standard_normal();
  return tensor;
}

inline Input matrix(const std::string& name, std::vector<double> values) {
  return {name, {{"d_model", 4}, {"d_model", 4}}, {}, ValuesSource{std::move(values)}, {}};
}

/// A causal self-attention with two heads over three positions, small enough to do by hand.
inline Trace small_attention(bool causal = true) {
  std::vector<Input> inputs{
      {"x",
       {{"batch", 1}, {"seq", 3}, {"d_model", 4}},
       {},
       ValuesSource{{1, 0, 0, 1, 0, 2, 1, 0, 1, 1, 0, 0}},
       {}},
      matrix("W_q", {0, 2, 2, 1, 1, 0, 1, 0, 2, 0, 0, 2, 0, 0, 0, 0}),
      matrix("W_k", {0, 0, 2, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1}),
      matrix("W_v", {1, 0, 0, 2, 0, 2, 2, 0, 0, 0, 0, -1, 1, 0, -1, 0}),
      matrix("W_o", {1, 0, 0, 0.5, 0, 1, 0.5, 0, 0.5, 0, 1, 0, 0, -1, 0, 1}),
  };
  Params options;
  if (causal) options.set("mask", {std::string("causal"), {}});
  const Dims dims({{"batch", 1}, {"seq", 3}, {"d_model", 4}, {"heads", 2}});
  return run(plan(make_standard_pipeline("multi_head_attention", options, dims, inputs)));
}

/// `text` must equal the golden file; HEADTRACE_UPDATE=1 writes the file instead.
inline void check_golden(const std::string& name, const std::string& text) {
  const std::string path = source_path("tests/golden/" + name);
  if (std::getenv("HEADTRACE_UPDATE")) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  std::ifstream file(path, std::ios::binary);
  std::stringstream expected;
  expected << file.rdbuf();
  CAPTURE(name);
  CHECK(text == expected.str());
}

/// No line of `text` may be wider than `width`.
inline void check_fits(const std::string& text, int width) {
  for (const std::string& line : split(text, '\n')) {
    CAPTURE(line);
    CHECK(display_width(line) <= width);
  }
}

inline void check_ascii(const std::string& text) {
  CHECK(std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; }));
}

}  // namespace headtrace::test
