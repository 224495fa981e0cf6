#pragma once

#include <headtrace/pipeline.hpp>

namespace headtrace {

/// From what a standard pipeline and all of its inputs follow, without a lesson.
struct Sizing {
  std::string pipeline = "multi_head_attention";
  Dims dims;  ///< batch, seq, d_model and heads at least; key_seq, where given, adds a `memory`
  bool attention_bias = true;  ///< b_q, b_k, b_v, b_o
  bool ffn_bias = true;        ///< b_1, b_2
  Params options;              ///< the pipeline's own: mask, norm, activation
};

/// The pipeline over inputs of these sizes: x and the weights as nn.Linear draws them, gamma 1 and
/// beta 0. Nothing is drawn or allocated until it is run. Throws as make_standard_pipeline.
Pipeline sized_pipeline(const Sizing& sizing);

}  // namespace headtrace
