#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/train.hpp"

namespace headtrace {

/// A mean with what is known of how sure it is.
struct Spread {
  std::size_t count = 0;
  double mean = 0;
  double deviation = 0;  ///< of a sample: divided by n−1; 0 for a single number
  /// Half the width of the 95 % interval of the mean by Student's t; nothing for a single number.
  std::optional<double> half_width;

  /// Whether the interval holds 0.
  bool may_be_zero() const {
    return half_width && mean - *half_width <= 0 && mean + *half_width >= 0;
  }
};

Spread spread(const std::vector<double>& numbers);

/// How an arm did at one test, over its seeds.
struct CurveMean {
  Index step = 0;
  Spread loss;
  Spread exact;
};

/// One arm over all its seeds.
struct ArmReport {
  std::string arm;
  Index parameters = 0;
  double flops = 0;
  std::size_t runs = 0;
  std::size_t diverged = 0;
  std::size_t interrupted = 0;
  // Of the last evaluation of runs that did not diverge:
  Spread loss;
  Spread exact;
  Spread symbols;
  Spread bleu;
  Spread seconds;
  /// Steps until `threshold` of the test examples were right, of the runs that came so far.
  Spread steps_to_threshold;
  /// At the steps at which every run that did not diverge was tested.
  std::vector<CurveMean> curve;
  std::string against;  ///< the arm it is compared with, seed by seed; empty for the first
  // What it has more than that arm; nothing for the first.
  std::optional<Spread> exact_difference;
  std::optional<Spread> bleu_difference;
};

struct TrainReport {
  static constexpr double threshold = 0.9;
  std::vector<ArmReport> arms;
  bool interrupted = false;
};

/// An experiment that has been done.
struct TrainingResult {
  Experiment experiment;
  TrainReport report;
};

/// What the runs say together. Differences are between runs of the same seed, which saw the same
/// data and started from the same numbers.
TrainReport report(const Experiment& experiment, const std::vector<TrainingRun>& runs);

}  // namespace headtrace
