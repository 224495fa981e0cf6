#include "study/parameters.hpp"

#include <map>

namespace headtrace {
namespace {

/// Steps are to be given in their order.
class Weights {
 public:
  void read(const PlannedStep& planned) {
    for (const TensorSpec& input : planned.inputs) sizes_[input.name] = input.size();
    const bool moved = planned.step.in.size() == 1 && planned.cost.flops == 0;
    if (moved) origins_[planned.step.out] = origin(planned.step.in.front());
    if (planned.cost.parameters == 0) return;
    for (std::size_t i = 1; i < planned.step.in.size(); ++i) {
      const std::string name = origin(planned.step.in[i]);
      counted_[name] = sizes_.at(name);
    }
  }

  Index count() const {
    Index count = 0;
    for (const auto& [name, size] : counted_) count += size;
    return count;
  }

 private:
  /// The input that a tensor is made of by views and copies alone, or the tensor itself.
  std::string origin(const std::string& name) const {
    const auto it = origins_.find(name);
    return it == origins_.end() ? name : it->second;
  }

  std::map<std::string, Index> sizes_;
  std::map<std::string, std::string> origins_;
  std::map<std::string, Index> counted_;
};

}  // namespace

Index parameter_count(const Trace& trace) {
  Weights weights;
  for (const TraceStep& step : trace.steps) weights.read(step.planned);
  return weights.count();
}

Index parameter_count(const Plan& plan) {
  Weights weights;
  for (const PlannedStep& planned : plan.steps) weights.read(planned);
  return weights.count();
}

}  // namespace headtrace
