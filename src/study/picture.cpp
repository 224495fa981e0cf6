#include "study/picture.hpp"

#include <algorithm>

#include "study/head_reads.hpp"

namespace headtrace {
namespace {

bool is_mask(const Trace& trace, const std::string& name) {
  return std::ranges::any_of(trace.steps, [&name](const TraceStep& step) {
    const Step& planned = step.planned.step;
    return planned.op == "mask" && planned.in.size() > 1 && planned.in[1] == name;
  });
}

bool is_feature_axis(const Axis& axis) {
  return axis.name == "d_model" || axis.name == "d_v" || axis.name == "d_k";
}

}  // namespace

std::optional<Picture> picture_of(const Trace& trace, const std::string& name) {
  const Tensor* tensor = trace.find(name);
  if (tensor == nullptr || tensor->rank() < 2) return std::nullopt;
  const TraceStep* step = trace.find_step(name);
  const std::string op = step == nullptr ? "" : step->planned.step.op;
  if (op == "softmax" || op == "mask" || is_mask(trace, name)) {
    return Picture{Picture::Kind::shades, *tensor};
  }
  const bool in_the_plane =
      trace.dims.find("d_model") == 2 && is_feature_axis(tensor->axes().back());
  if (in_the_plane && tensor->axes()[tensor->axes().size() - 2].name == "seq") {
    return Picture{Picture::Kind::plane, *tensor};
  }
  if (step == nullptr) return std::nullopt;
  if (auto reads = head_reads(trace, *step)) return Picture{Picture::Kind::head_reads, *reads};
  return std::nullopt;
}

}  // namespace headtrace
