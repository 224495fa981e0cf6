#pragma once

#include <headtrace/op.hpp>
#include <memory>
#include <string>

/// What the losses share.
namespace headtrace {

inline constexpr std::size_t in_result = 0;
inline constexpr std::size_t in_target = 1;

/// A loss gives one number, on an axis of its own so that it has a cell; what it costs nobody asks.
class LossOp : public Op {
 public:
  Cost cost(Specs) const override { return {}; }

 protected:
  static TensorSpec one_number() { return contiguous_spec("", {{"", 1, 0}}); }
  static Tensor number(double value) { return Tensor::filled("", one_number().axes, value); }
  /// Refuses a target of the wrong shape.
  [[noreturn]] static void misfit(Specs in, const std::string& name, const std::string& expected);
};

std::shared_ptr<const Op> make_cross_entropy();

}  // namespace headtrace
