#pragma once

#include <headtrace/pipeline.hpp>

namespace headtrace {

/// One encoder layer: attention and feed-forward network, each with dropout, residual and
/// LayerNorm. "post" is Vaswani et al. 2017 (norm after the sum), "pre" is Xiong et al. 2020
/// (norm before the sublayer), as torch.nn.TransformerEncoderLayer has both.
std::vector<Step> block_steps(const Params& options, const Dims& dims,
                              const std::vector<Input>& inputs);

}  // namespace headtrace
