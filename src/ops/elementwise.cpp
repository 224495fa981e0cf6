#include "ops/elementwise.hpp"

#include "core/parallel.hpp"
#include "ops/entries.hpp"

namespace headtrace {
namespace {

/// Reading a number and writing another, in operations.
constexpr double memory_cost = 4;

/// Room for f of every element, and x's numbers in the same row-major order: where x is strided,
/// a copy of x is both.
struct InPlace {
  Tensor x;
  Tensor y;

  explicit InPlace(const Tensor& from)
      : x(from.contiguous()), y(from.is_contiguous() ? Tensor::uninitialized("", x.axes()) : x) {}
};

}  // namespace

TensorSpec Elementwise::shape(Specs in) const {
  TensorSpec out = contiguous_spec("", in[0].axes);
  out.layout = in[0].layout;
  return out;
}

Tensor Elementwise::forward(Tensors in) const {
  InPlace room(in[0]);
  const double* x = room.x.data();
  double* y = room.y.data();
  parallel_for(room.y.size(), flops_per_element() + memory_cost,
               [&](Index first, Index last) { apply(x + first, y + first, last - first); });
  return room.y.window(shape(specs_of(in)));
}

std::vector<Tensor> Elementwise::backward(Tensors in, const Tensor&, const Tensor& gradient) const {
  InPlace room(in[0]);
  const Tensor dy = gradient.contiguous();
  apply_backward(room.x.data(), dy.data(), room.y.data(), dy.size());
  return {room.y};
}

Explanation Elementwise::explain(Tensors in, const Sizes& cell) const {
  const double x = in[0].at(cell);
  Explanation why;
  why.terms.push_back({pattern(), value(x), {{0, cell, x}}, {}});
  why.add_up();
  return why;
}

Cost Elementwise::cost(Specs in) const {
  return cost_of_result(in[0], flops_per_element());
}

}  // namespace headtrace
