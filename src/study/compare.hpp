#pragma once

#include <headtrace/trace.hpp>
#include <optional>
#include <string>
#include <vector>

#include "study/difference.hpp"

namespace headtrace {

/// One tensor of two traces. A pointer is null where that trace doesn't have it.
struct TensorPair {
  enum class Verdict { same, values, shape, only_base, only_other };
  std::string name;
  const Tensor* base = nullptr;
  const Tensor* other = nullptr;
  Verdict verdict = Verdict::same;
  std::optional<Difference> difference;  ///< where the shapes agree
};

/// Two traces side by side: a pipeline's and its variant's.
struct Comparison {
  std::vector<TensorPair>
      tensors;  ///< inputs and steps, in the order of the base, then the other's
  std::optional<std::size_t> first;  ///< the first of them that differs
  TensorPair result;                 ///< what each is for; their names may differ
  std::string other_result;
  Index base_parameters = 0;
  Index other_parameters = 0;
  double base_flops = 0;
  double other_flops = 0;

  bool same() const { return !first && result.verdict == TensorPair::Verdict::same; }
};

/// `base` and `other` must outlive what is returned.
Comparison compare_traces(const Trace& base, const Trace& other);

}  // namespace headtrace
