#pragma once

#include <cmath>
#include <headtrace/op.hpp>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/shape.hpp"
#include "ops/walk.hpp"

/// What the tests of the operations share.
namespace headtrace::test {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Equal to `tolerance` of max(1, |expected|); NaN equals NaN, and an infinity itself.
inline bool close_to(double actual, double expected, double tolerance) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

/// An empty text where the tensors agree in shape and numbers, else where they first don't.
inline std::string difference(const Tensor& actual, const Tensor& expected, double tolerance) {
  if (actual.shape() != expected.shape()) {
    return describe(actual.shape()) + " is not " + describe(expected.shape());
  }
  for (CellWalk walk(expected.shape(), expected.strides()); !walk.done(); walk.next()) {
    const double value = actual.at(walk.cell());
    const double wanted = expected.at(walk.cell());
    if (close_to(value, wanted, tolerance)) continue;
    return describe(walk.cell()) + ": " + shortest(value) + " is not " + shortest(wanted);
  }
  return "";
}

/// The same numbers the hard way: axes in reverse order in memory, gaps between them, NaN in the
/// gaps, and an offset.
inline Tensor scattered(const Tensor& x) {
  constexpr double gap = std::numeric_limits<double>::quiet_NaN();
  Axes padded;
  for (std::size_t i = x.axes().size(); i-- > 0;) padded.push_back({"", x.axes()[i].size + 1, 0});
  const Tensor storage = Tensor::filled("", padded, gap);
  TensorSpec spec = x.spec();
  spec.offset = 0;
  for (std::size_t i = 0; i < spec.axes.size(); ++i) {
    spec.strides[i] = storage.strides()[spec.axes.size() - 1 - i];
    spec.offset += spec.strides[i];
  }
  Tensor window = storage.window(spec);
  copy_into(window, x);
  return window;
}

/// A contiguous tensor that starts in the middle of its storage.
inline Tensor shifted(const Tensor& x) {
  constexpr Index before = 3;
  std::vector<double> numbers(static_cast<std::size_t>(before), infinity);
  for (const double value : x.values()) numbers.push_back(value);
  TensorSpec spec = contiguous_spec(x.name(), x.axes());
  spec.layout = x.spec().layout;
  spec.offset = before;
  return Tensor::of("", {{"", static_cast<Index>(numbers.size()), 0}}, numbers).window(spec);
}

/// What `op` gives for the inputs, its shape rule asked first as a plan does.
inline Tensor result_of(const std::string& op, const Params& params,
                        const std::vector<Tensor>& inputs, const Dims& dims = {}) {
  const auto made = make_op(op, params, dims, inputs.size());
  std::vector<TensorSpec> specs;
  for (const Tensor& input : inputs) specs.push_back(input.spec());
  made->shape(specs);
  return made->forward(inputs);
}

inline TensorSpec shape_of(const std::string& op, const Params& params,
                           const std::vector<TensorSpec>& specs, const Dims& dims = {}) {
  return make_op(op, params, dims, specs.size())->shape(specs);
}

inline TensorSpec spec(std::string name, Axes axes) {
  return contiguous_spec(std::move(name), std::move(axes));
}

inline ParamValue flag(bool value) {
  return {value, {}};
}
inline ParamValue number(double value) {
  return {value, {}};
}
inline ParamValue text(std::string value) {
  return {std::move(value), {}};
}
inline ParamValue list(std::vector<std::string> value) {
  return {std::move(value), {}};
}

}  // namespace headtrace::test
