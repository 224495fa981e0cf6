#pragma once

#include <functional>
#include <headtrace/trace.hpp>
#include <map>
#include <string>

namespace headtrace {

/// The gradients that steps hand back, added up by the tensor they belong to. Adding never writes
/// into a tensor that someone else may hold.
class GradientSums {
 public:
  void add(const TensorSpec& of, const Tensor& gradient);
  /// Null where nothing has come back yet.
  const Tensor* find(const std::string& name) const;
  void forget(const std::string& name);

 private:
  struct Sum {
    Tensor tensor;
    bool own = false;  ///< made here, so that it may be written to
  };
  std::map<std::string, Sum> sums_;
};

/// Whether the loss or a gradient may have this name, where there are the tensors `is_tensor`.
bool may_name_gradient(std::string name, const std::function<bool(const std::string&)>& is_tensor);

/// The trace with its loss as a last step. Throws as `backward`.
Trace with_loss(Trace trace, const Loss& loss);

/// The gradients of a trace whose last step is its loss: those of the tensors `wanted`, or all.
/// Each is `d<name>`, with `_` after it where the trace has a tensor of that name already.
Gradients gradients_of(const Trace& trace, const Kept& wanted = {});

}  // namespace headtrace
