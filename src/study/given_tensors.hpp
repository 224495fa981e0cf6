#pragma once

#include <headtrace/trace.hpp>
#include <map>
#include <string>
#include <vector>

namespace headtrace {

/// A learner's tensor as it came from a file.
struct GivenTensor {
  std::string name;
  std::string dtype;
  Sizes shape;
  std::vector<double> values;  ///< row-major
};

/// One that was understood: which of the lesson's tensors it is.
struct MatchedTensor {
  std::string given;  ///< the learner's name for it
  std::string name;   ///< the lesson's
  std::string dtype;
  Tensor tensor;  ///< with the lesson's axes where the shapes agree
  bool shape_agrees = false;
};

struct Matched {
  std::vector<MatchedTensor> tensors;  ///< in the order of the lesson's steps
  std::vector<std::string> unknown;    ///< names that were not understood
};

/// Finds out which of the lesson's tensors each is: by its name, by `mapping` (theirs to ours), by
/// other common names (`attn_weights`, `context`, `out`), of several candidates the one whose
/// shape, then whose numbers agree. A missing batch axis of 1 and heads merged with the batch are
/// understood. Throws Error::usage for a mapping to a tensor that isn't there.
Matched match_tensors(const std::vector<GivenTensor>& given, const Trace& trace,
                      const std::map<std::string, std::string>& mapping);

}  // namespace headtrace
