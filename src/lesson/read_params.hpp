#pragma once

#include <headtrace/op.hpp>
#include <headtrace/params.hpp>
#include <string>
#include <vector>

#include "lesson/diagnostics.hpp"
#include "lesson/json.hpp"

namespace headtrace {

/// An object's members but for `own` keys, as parameters with their places. Reports values that no
/// parameter can have, and names that are none of `known` ('softmax has no parameter 'axs'');
/// `what` is what one is called.
Params read_params(const Json& node, const std::vector<std::string>& own, const std::string& owner,
                   const std::string& what, const std::vector<ParamInfo>& known,
                   Diagnostics& errors);

}  // namespace headtrace
