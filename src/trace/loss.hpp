#pragma once

#include <headtrace/op.hpp>
#include <headtrace/pipeline.hpp>
#include <memory>
#include <string>

namespace headtrace {

/// The loss as an operation on the result (and the target), with one number as its result: the mean
/// is over all elements for mse, over positions for cross_entropy. A cross_entropy target holds
/// class numbers, one a position and negative where the position doesn't count (padding), or shares
/// of each class in the result's own shape.
std::shared_ptr<const Op> make_loss_op(Loss::Kind kind);

/// `sum`, `mse`, `cross_entropy`
std::string loss_name(Loss::Kind kind);

}  // namespace headtrace
