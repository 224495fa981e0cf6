#include "study/compare.hpp"

#include <algorithm>

#include "study/parameters.hpp"

namespace headtrace {
namespace {

using Verdict = TensorPair::Verdict;

TensorPair pair_of(const std::string& name, const Tensor* base, const Tensor* other) {
  TensorPair pair{name, base, other, Verdict::same, {}};
  if (base == nullptr || other == nullptr) {
    pair.verdict = base == nullptr ? Verdict::only_other : Verdict::only_base;
    return pair;
  }
  pair.difference = difference(*base, *other);
  if (!pair.difference) {
    pair.verdict = Verdict::shape;
  } else if (pair.difference->mismatched > 0) {
    pair.verdict = Verdict::values;
  }
  return pair;
}

/// All names: the base's in their order, each of the other's own after the one it follows there.
std::vector<std::string> all_names(const Trace& base, const Trace& other) {
  std::vector<std::string> names = base.tensor_names();
  auto after = names.begin();
  for (const std::string& name : other.tensor_names()) {
    const auto known = std::ranges::find(names, name);
    after = known == names.end() ? names.insert(after, name) + 1 : known + 1;
  }
  return names;
}

double operations(const Trace& trace) {
  double flops = 0;
  for (const TraceStep& step : trace.steps) flops += step.planned.cost.flops;
  return flops;
}

}  // namespace

Comparison compare_traces(const Trace& base, const Trace& other) {
  Comparison comparison;
  for (const std::string& name : all_names(base, other)) {
    comparison.tensors.push_back(pair_of(name, base.find(name), other.find(name)));
    const Verdict verdict = comparison.tensors.back().verdict;
    if (!comparison.first && verdict != Verdict::same) {
      comparison.first = comparison.tensors.size() - 1;
    }
  }
  comparison.result = pair_of(base.output, base.find(base.output), other.find(other.output));
  comparison.other_result = other.output;
  comparison.base_parameters = parameter_count(base);
  comparison.other_parameters = parameter_count(other);
  comparison.base_flops = operations(base);
  comparison.other_flops = operations(other);
  return comparison;
}

}  // namespace headtrace
