#pragma once

#include <headtrace/explanation.hpp>
#include <headtrace/pipeline.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/evaluate.hpp"
#include "study/given_tensors.hpp"
#include "study/mistakes/mistake.hpp"
#include "study/patterns.hpp"

namespace headtrace {

/// One thing found. Several with the same `group` can't be told apart on this data; those of one
/// group that came as a pair are named together.
struct Finding {
  const Mistake* mistake = nullptr;  ///< null where no known mistake fits
  std::string variant;               ///< which way it was made, where there are several
  std::string step;                  ///< the first of the learner's tensors that it explains
  double max_error = 0;
  std::size_t group = 0;
  std::vector<Pattern> patterns;             ///< where nothing known fits: what the numbers show
  std::optional<CellArithmetic> arithmetic;  ///< and how the cell furthest off should come about
};

struct Diagnosis {
  bool same = true;
  std::optional<std::string> first;  ///< the first tensor that differs from what it should be
  std::vector<Finding> findings;     ///< in the order of the steps
  std::vector<Finding> as_right;     ///< other ways that are as right
  std::vector<Agreement> checked;  ///< each tensor, what is as right taken for the lesson's own way
  std::size_t mistakes_tried = 0;
  std::size_t pairs_tried = 0;
  bool out_of_time = false;  ///< not every pair was tried
};

/// Finds the mistakes that make the learner's tensors out of the lesson's inputs. Each faulty
/// tensor is explained from the learner's own tensors before it, so that several independent
/// mistakes are all found; where one mistake explains nothing, pairs are tried for at most
/// `seconds`. Throws Error where a step of the pipeline can't be computed.
Diagnosis diagnose(const Pipeline& pipeline, const std::vector<MatchedTensor>& given,
                   double seconds = 2);

}  // namespace headtrace
