#include "study/head_reads.hpp"

#include <cmath>

#include "core/shape.hpp"

namespace headtrace {

std::optional<Tensor> head_reads(const Trace& trace, const TraceStep& step) {
  if (step.planned.step.op != "linear") return std::nullopt;
  const Tensor weight = *trace.find(step.planned.step.in[1]);
  if (weight.rank() != 2) return std::nullopt;
  const std::size_t in = weight.spec().layout == WeightLayout::out_in ? 1 : 0;
  const std::size_t out = 1 - in;
  const Axis& read = weight.axes()[in];
  const Axis& features = step.planned.inputs.front().axes.back();
  const Index heads = read.heads > 0 ? read.heads : features.heads;
  if (heads < 2 || read.size % heads != 0) return std::nullopt;
  Tensor reads = Tensor::filled("", {{"heads", heads}, weight.axes()[out]}, 0);
  for (CellWalk walk(weight.shape(), weight.strides()); !walk.done(); walk.next()) {
    const Index head = walk.cell()[in] / (read.size / heads);
    const double value = weight.data()[walk.offset()];
    reads.data()[head * weight.axes()[out].size + walk.cell()[out]] += value * value;
  }
  for (Index i = 0; i < reads.size(); ++i) reads.data()[i] = std::sqrt(reads.data()[i]);
  return reads;
}

}  // namespace headtrace
