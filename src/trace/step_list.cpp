#include "trace/step_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/did_you_mean.hpp"

namespace headtrace {

bool StepList::has(const std::string& input) const {
  return std::ranges::find(inputs_, input, &Input::name) != inputs_.end();
}

const std::string& StepList::need(const std::string& input, const std::string& role) const {
  const auto it = std::ranges::find(inputs_, input, &Input::name);
  if (it != inputs_.end()) return it->name;
  std::vector<std::string> names;
  for (const Input& each : inputs_) names.push_back(each.name);
  std::string hint = did_you_mean(input, names);
  if (input == "W_o") hint = "to see attention without it, add a variant that bypasses `output`";
  if (hint.empty()) hint = fmt::format("add it to `tensors`");
  throw Error::lesson(fmt::format("{} needs the tensor '{}', {}", pipeline_, input, role), hint);
}

std::string StepList::add(std::string op, std::vector<std::string> in, std::string out,
                          Params params) {
  steps_.push_back({std::move(op), std::move(in), out, std::move(params), {}});
  return out;
}

std::string StepList::linear(const std::string& x, const std::string& w, const std::string& b,
                             const std::string& out) {
  std::vector<std::string> in{x, need(w, "a weight")};
  if (has(b)) in.push_back(b);
  return add("linear", std::move(in), out);
}

std::string StepList::view(const std::string& x, const std::string& out,
                           std::vector<std::string> shape) {
  return add("view", {x}, out, {{"shape", {std::move(shape), {}}}});
}

std::string StepList::transpose(const std::string& x, const std::string& out, std::string a,
                                std::string b) {
  return add("transpose", {x}, out,
             {{"axes", {std::vector<std::string>{std::move(a), std::move(b)}, {}}}});
}

}  // namespace headtrace
