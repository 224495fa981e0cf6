#include <algorithm>
#include <headtrace/pipeline.hpp>

namespace headtrace {

TensorSpec Input::spec() const {
  TensorSpec spec = contiguous_spec(name, axes);
  spec.layout = layout;
  return spec;
}

const std::string& Pipeline::output() const {
  if (!result.empty() || (steps.empty() && inputs.empty())) return result;
  return steps.empty() ? inputs.back().name : steps.back().out;
}

const Input* Pipeline::find_input(const std::string& name) const {
  const auto it = std::ranges::find(inputs, name, &Input::name);
  return it == inputs.end() ? nullptr : &*it;
}

const Step* Pipeline::find_step(const std::string& name) const {
  const auto it = std::ranges::find(steps, name, &Step::out);
  return it == steps.end() ? nullptr : &*it;
}

std::vector<std::string> Pipeline::tensor_names() const {
  std::vector<std::string> names;
  for (const Input& input : inputs) names.push_back(input.name);
  for (const Step& step : steps) names.push_back(step.out);
  return names;
}

}  // namespace headtrace
