#pragma once

#include <headtrace/pipeline.hpp>
#include <headtrace/trace.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/difference.hpp"
#include "study/given_tensors.hpp"

namespace headtrace {

/// One of the learner's tensors held against what its step makes of the tensors before it: the
/// learner's own where they are given, else computed from the inputs.
struct Agreement {
  std::string name;
  bool shape_agrees = true;
  bool agrees = true;
  Difference difference;
  Tolerance tolerance;  ///< what rounding to the learner's dtype explains
  Tensor expected;
};

struct Evaluation {
  std::vector<Agreement> checked;  ///< in the order of the steps
  std::optional<Error> failure;    ///< why a step of the pipeline can't be computed
};

/// One cell of a step and how it comes about from the tensors the step reads there.
struct CellArithmetic {
  Trace trace;  ///< of that step alone
  Sizes cell;
  double given = 0;  ///< the learner's number there
  Explanation why;
};

/// Holds a learner's tensors against pipelines that differ little from each other: what two of them
/// share is computed once.
class Evaluator {
 public:
  Evaluator(const Pipeline& base, const std::vector<MatchedTensor>& given);

  Evaluation evaluate(const Pipeline& pipeline);
  /// How `cell` of `name` comes about from what evaluate() computes it from: the learner's own
  /// tensors where they are given. `name` is a step's of the pipeline, and can be computed.
  CellArithmetic arithmetic(const Pipeline& pipeline, const std::string& name, const Sizes& cell);
  /// What was computed and compared up to now; forget_since gives the memory of the rest back.
  struct Mark {
    std::size_t computed = 0;
    std::size_t held = 0;
  };
  Mark mark() const { return {order_.size(), held_order_.size()}; }
  void forget_since(Mark mark);

 private:
  class Run;
  friend class Run;

  void measure_rounding(const Pipeline& base);
  Agreement held_against(const MatchedTensor& given, const Tensor& expected);

  const std::vector<MatchedTensor>& given_;
  std::map<std::string, Tensor> inputs_;
  std::map<std::string, Tolerance> tolerances_;
  std::map<std::string, double> largest_;   ///< of each tensor as the lesson computes it
  std::map<std::string, Tensor> computed_;  ///< by operation, parameters and operands
  std::vector<std::string> order_;
  std::vector<std::string> held_order_;
  std::map<std::string, Agreement> held_;  ///< by tensor and the very numbers expected
};

}  // namespace headtrace
