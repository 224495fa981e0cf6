#pragma once

#include <string>
#include <vector>

#include "study/placeholder.hpp"
#include "study/traces.hpp"

namespace headtrace {

/// `text` with its placeholders replaced by what the traces hold. A number in one cell,
/// `{concat[0,1,2]}`, has up to 4 decimals. Of a whole tensor: `{shape:concat}` and
/// `{strides:concat}` (`[1, 3, 4]`), `{size:concat}`, `{mean:concat}`, `{std:concat}` (divided by
/// n). Of the step that makes it: `{params:output}`, `{flops:output}`; `{params:}` of all steps. A
/// dim: `{dim:d_k}`. With `variant-id/` in front, of that variant's trace. `{{` and `}}` are
/// literal braces. Throws Error::lesson for a placeholder that stands for nothing, with a
/// did-you-mean.
std::string fill_text(const std::string& text, const Traces& traces);

/// The insides of its placeholders. Throws Error::lesson for one that is never closed.
std::vector<std::string> placeholders_in(const std::string& text);

}  // namespace headtrace
