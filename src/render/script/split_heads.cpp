#include "render/script/split_heads.hpp"

#include <algorithm>

#include "render/script/python_code.hpp"

namespace headtrace {
namespace {

bool cuts_features(const TraceStep& step) {
  if (step.planned.step.op != "view") return false;
  const Sizes in = step.planned.inputs[0].shape();
  const Sizes out = step.output.shape();
  return in.size() == 3 && out.size() == 4 && in[0] == out[0] && in[1] == out[1] &&
         step.output.axes()[2].name == "heads";
}

bool brings_heads_forward(const TraceStep& step, const TraceStep& view) {
  if (step.planned.step.op != "transpose" || step.planned.step.in[0] != view.name()) return false;
  const Sizes before = view.output.strides();
  const Sizes after = step.output.strides();
  return after == Sizes{before[0], before[2], before[1], before[3]} &&
         step.output.axes()[1].name == "heads";
}

}  // namespace

std::vector<Split> splits_of(const Trace& trace) {
  std::vector<Split> splits;
  for (const TraceStep& view : trace.steps) {
    if (!cuts_features(view)) continue;
    for (const TraceStep& step : trace.steps) {
      if (brings_heads_forward(step, view)) splits.push_back({&view, &step});
    }
  }
  return splits;
}

bool is_attention(const Trace& trace) {
  const std::vector<Split> splits = splits_of(trace);
  if (splits.empty() || !trace.find_step("weights")) return false;
  const Index heads = splits.front().view->output.shape()[2];
  return std::ranges::all_of(splits, [heads](const Split& split) {
    const Sizes shape = split.view->output.shape();
    return shape[2] == heads && split.view->planned.inputs[0].shape()[2] == heads * shape[3];
  });
}

}  // namespace headtrace
