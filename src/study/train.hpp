#pragma once

#include <atomic>
#include <functional>
#include <headtrace/experiment.hpp>
#include <optional>
#include <string>
#include <vector>

#include "study/trainer.hpp"

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
  std::vector<double> losses;     ///< of each step's batch, before the step
  std::vector<CurvePoint> curve;  ///< at the steps after which it was tested
  Index parameters = 0;           ///< that training changes
  double flops = 0;               ///< of one example forward, at the sizes of the first batch
  double seconds = 0;
  std::optional<std::string> example;  ///< what it said to the first test example
};

/// `finished`, `stopped_early`, `diverged`, `interrupted`
std::string end_name(TrainingRun::End end);

/// The first line of runs as CSV. A row a step: the loss of its batch, where the model was tested
/// after it the three measures, and in a run's last row how it ended.
inline constexpr const char* runs_header =
    "arm,seed,step,loss,exact_match,symbol_accuracy,bleu,end";

/// A run between two steps: what it has so far, and what it goes on from.
struct RunState {
  TrainingRun run;
  TrainerState trained;  ///< empty where the run has ended, or has not begun

  bool ended() const { return run.end != TrainingRun::End::interrupted; }
};

struct TrainOptions {
  unsigned threads = 1;
  /// Asked between steps; once true, every run ends with what it has.
  const std::atomic<bool>* stop = nullptr;
  /// Told after every step: run number, steps done. Called from several threads.
  std::function<void(std::size_t run, Index step)> progress = {};
  /// Where runs stood before; those that had not ended go on, the others stay as they are.
  std::vector<RunState> from = {};
  /// Told where all runs stand, `from` included, whenever one was tested and when one ends; never
  /// by two threads at once.
  std::function<void(const std::vector<RunState>&)> save = {};
};

/// All arms from all seeds, in that order, as many at a time as there are threads. What a run gives
/// depends on its arm and seed alone. Throws what `save` throws, after every run has stopped.
std::vector<TrainingRun> train(const Experiment& experiment, const TrainOptions& options);

/// What an arm trains and what an example costs it, as every run of it says. Trains nothing.
TrainingRun untrained(const Experiment& experiment, const Arm& arm, std::uint32_t seed);

}  // namespace headtrace
