#pragma once

#include <atomic>
#include <functional>
#include <headtrace/experiment.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

/// How a model does at one moment of its training.
struct CurvePoint {
  Index step = 0;
  double loss = 0;     ///< mean over the training batches since the point before
  double exact = 0;    ///< share of test examples answered without a fault
  double symbols = 0;  ///< share of target symbols that are right where they stand
  double bleu = 0;     ///< corpus BLEU of the answers, a token a character
};

/// One arm trained from one seed.
struct TrainingRun {
  enum class End { finished, stopped_early, diverged, interrupted };
  std::string arm;
  std::uint32_t seed = 0;
  End end = End::finished;
  std::vector<CurvePoint> curve;
  Index parameters = 0;  ///< that training changes
  double flops = 0;      ///< of one example forward, at the sizes of the first batch
  double seconds = 0;
  std::optional<std::string> example;  ///< what it said to the first test example
};

struct TrainOptions {
  unsigned threads = 1;
  /// Asked between steps; once true, every run ends with what it has.
  const std::atomic<bool>* stop = nullptr;
  /// Told after every step: run number, steps done. Called from several threads.
  std::function<void(std::size_t run, Index step)> progress;
};

/// All arms from all seeds, in that order, as many at a time as there are threads. What a run gives
/// depends on its arm and seed alone.
std::vector<TrainingRun> train(const Experiment& experiment, const TrainOptions& options);

}  // namespace headtrace
