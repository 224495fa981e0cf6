// Random steps over the whole catalogue: what the shape rules allow can be computed, has the shape,
// strides and numbers that they and `explain` say, and hands back a gradient of each input's shape;
// what they refuse ends the plan with a reason, and the trace before it stands.
#include <fuzzer/FuzzedDataProvider.h>
#include <headtrace/op.hpp>
#include <headtrace/trace.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace {

using namespace headtrace;

constexpr double most_bytes = 1 << 20;
constexpr double tolerance = 1e-9;

const std::vector<std::string> axis_names{"batch", "seq", "key_seq", "heads",
                                          "d_k",   "d_v", "d_model"};

Dims random_dims(FuzzedDataProvider& choose) {
  std::map<std::string, Index> sizes;
  for (const char* name : {"batch", "seq", "heads", "d_model"}) {
    sizes[name] = choose.ConsumeIntegralInRange<Index>(1, 4);
  }
  if (choose.ConsumeBool()) sizes["key_seq"] = choose.ConsumeIntegralInRange<Index>(1, 4);
  return Dims(sizes);
}

Input random_input(FuzzedDataProvider& choose, const Dims& dims, std::size_t number) {
  Input input;
  input.name = "t" + std::to_string(number);
  const auto rank = choose.ConsumeIntegralInRange<std::size_t>(0, 4);
  for (std::size_t i = 0; i < rank; ++i) {
    const std::string& name =
        axis_names[choose.ConsumeIntegralInRange<std::size_t>(0, axis_names.size() - 1)];
    const auto size = dims.find(name);
    input.axes.push_back(size && choose.ConsumeBool()
                             ? Axis{name, *size, 0}
                             : Axis{"", choose.ConsumeIntegralInRange<Index>(1, 5), 0});
  }
  if (choose.ConsumeBool())
    input.layout = choose.ConsumeBool() ? WeightLayout::in_out : WeightLayout::out_in;
  if (choose.ConsumeBool()) {
    input.source = RandomSource{RandomSource::Kind::normal, 0, 1, 7, {}};
  } else {
    input.source = FillSource{FillSource::Kind::constant, choose.ConsumeBool() ? 1.0 : 0.0};
  }
  return input;
}

std::string random_axis(FuzzedDataProvider& choose) {
  if (choose.ConsumeBool()) return std::to_string(choose.ConsumeIntegralInRange<int>(-3, 5));
  return axis_names[choose.ConsumeIntegralInRange<std::size_t>(0, axis_names.size() - 1)];
}

std::vector<std::string> random_list(FuzzedDataProvider& choose) {
  std::vector<std::string> items(choose.ConsumeIntegralInRange<std::size_t>(0, 4));
  for (std::string& item : items) item = random_axis(choose);
  return items;
}

ParamValue random_param(FuzzedDataProvider& choose, ParamType type) {
  switch (type) {
    case ParamType::flag:
      return {choose.ConsumeBool(), {}};
    case ParamType::number:
      return {choose.ConsumeFloatingPointInRange<double>(-1, 2), {}};
    case ParamType::integer:
      return {static_cast<double>(choose.ConsumeIntegralInRange<int>(-4, 6)), {}};
    case ParamType::text:
      return {random_axis(choose), {}};
    case ParamType::number_or_text: {
      const std::vector<std::string> texts{"-inf", "1/sqrt(d_k)", "sqrt(seq)", "1/d_model", "none"};
      return {texts[choose.ConsumeIntegralInRange<std::size_t>(0, texts.size() - 1)], {}};
    }
    case ParamType::axis:
      return {random_axis(choose), {}};
    case ParamType::axes:
    case ParamType::shape:
      return {random_list(choose), {}};
  }
  return {false, {}};
}

Step random_step(FuzzedDataProvider& choose, const Pipeline& pipeline) {
  const OpEntry& entry =
      catalogue()[choose.ConsumeIntegralInRange<std::size_t>(0, catalogue().size() - 1)];
  Step step;
  step.op = entry.name;
  step.out = "s" + std::to_string(pipeline.steps.size());
  const std::vector<std::string> names = pipeline.tensor_names();
  const auto count = choose.ConsumeIntegralInRange<std::size_t>(
      entry.min_inputs, std::min<std::size_t>(entry.max_inputs, entry.min_inputs + 3));
  for (std::size_t i = 0; i < count; ++i) {
    // Late tensors are read more often, so that steps build on one another.
    const auto back = choose.ConsumeIntegralInRange<std::size_t>(0, names.size() - 1);
    step.in.push_back(names[names.size() - 1 - back]);
  }
  for (const ParamInfo& info : entry.params) {
    if (info.required || choose.ConsumeBool())
      step.params.set(info.name, random_param(choose, info.type));
  }
  return step;
}

void require(bool holds) {
  if (!holds) std::abort();
}

bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) == std::isnan(b);
  return a == b || std::abs(a - b) <= tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

void check_step(FuzzedDataProvider& choose, const Trace& trace, const TraceStep& step) {
  const TensorSpec& said = step.planned.output;
  const Tensor& made = step.output;
  require(made.shape() == said.shape());
  require(made.strides() == said.strides);
  require(made.spec().offset == said.offset);
  if (made.size() == 0) return;
  Sizes cell;
  for (const Index size : made.shape())
    cell.push_back(choose.ConsumeIntegralInRange<Index>(0, size - 1));
  const Explanation why = explain(trace, step, cell);
  require(same(why.value, made.at(cell)));
  const std::vector<Tensor> operands = trace.operands(step);
  const std::vector<Tensor> gradients =
      step.planned.op->backward(operands, made, Tensor::filled("dy", made.axes(), 1));
  require(gradients.size() == operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i)
    require(gradients[i].shape() == operands[i].shape());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider choose(data, size);
  try {
    Pipeline pipeline;
    pipeline.dims = random_dims(choose);
    const auto inputs = choose.ConsumeIntegralInRange<std::size_t>(1, 4);
    for (std::size_t i = 0; i < inputs; ++i)
      pipeline.inputs.push_back(random_input(choose, pipeline.dims, i));
    const auto steps = choose.ConsumeIntegralInRange<std::size_t>(1, 6);
    for (std::size_t i = 0; i < steps; ++i) pipeline.steps.push_back(random_step(choose, pipeline));
    const Plan planned = plan(pipeline);
    require(planned.failure.has_value() == (planned.steps.size() < pipeline.steps.size()));
    if (planned.failure) require(planned.failed_step == pipeline.steps[planned.steps.size()].out);
    if (planned.bytes() > most_bytes) return 0;
    const Trace trace = run(planned);
    require(trace.steps.size() == planned.steps.size());
    for (const TraceStep& step : trace.steps) check_step(choose, trace, step);
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
