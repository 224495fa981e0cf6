#pragma once

#include <headtrace/pipeline.hpp>

#include "trace/step_list.hpp"

namespace headtrace {

/// Multi-head attention of Vaswani et al. 2017, section 3.2.2, on `x` (and `memory`).
std::vector<Step> attention_steps(const Params& options, const Dims& dims,
                                  const std::vector<Input>& inputs);

/// The same appended to `steps`, reading queries from `x`; gives the name of the output.
std::string append_attention(StepList& steps, const std::string& x, const Params& options,
                             const Dims& dims);

}  // namespace headtrace
