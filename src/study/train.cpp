#include "study/train.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

#include "study/bleu.hpp"
#include "study/trainer.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

// OpenBLAS would start threads of its own in every one of ours. Absent from other BLAS libraries.
extern "C" void openblas_set_num_threads(int count) __attribute__((weak));

namespace headtrace {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

Index right_symbols(const std::vector<Index>& wanted, const std::vector<Index>& said) {
  Index right = 0;
  for (std::size_t i = 0; i < std::min(wanted.size(), said.size()); ++i) {
    if (wanted[i] == said[i]) ++right;
  }
  return right;
}

using End = TrainingRun::End;

bool all_finite(const TrainerState& state) {
  const auto finite = [](const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
  };
  return std::ranges::all_of(state, [&](const auto& item) {
    const TrainedNumbers& numbers = item.second;
    return finite(numbers.values) && finite(numbers.moments.first) &&
           finite(numbers.moments.second);
  });
}

/// One run from where it stands to its last step.
class Runner {
 public:
  Runner(const Experiment& experiment, const Arm& arm, std::uint32_t seed, const Task& task)
      : experiment_(experiment), task_(task), trainer_(experiment, arm, task, seed), data_(seed) {
    run_.arm = arm.id;
    run_.seed = seed;
    run_.end = End::interrupted;
    run_.parameters = trainer_.trained_count();
    RandomState first_batch(seed);
    measure(next_batch(first_batch));
  }

  /// Draws again, and leaves aside, the batches that `state` has seen.
  void go_on_from(const RunState& state) {
    run_ = state.run;
    const auto steps = static_cast<Index>(run_.losses.size());
    trainer_.go_on_from(state.trained, steps);
    for (Index step = 0; step < steps; ++step) next_batch(data_);
  }

  const TrainingRun& run() const { return run_; }

  /// `keep` is told where the run stands whenever it can go on from there.
  void go(const TrainOptions& options, std::size_t number,
          const std::function<void(const RunState&)>& keep) {
    tests_ = task_.test_examples(experiment_.test_examples);
    const auto begin = std::chrono::steady_clock::now();
    const double before = run_.seconds;
    const auto told = [&] {
      const TrainerState trained = run_.end == End::interrupted ? trainer_.state() : TrainerState{};
      // Numbers about to diverge can't be written down; a run goes on from the last that can.
      if (!all_finite(trained)) return;
      const auto now = std::chrono::steady_clock::now();
      run_.seconds = before + std::chrono::duration<double>(now - begin).count();
      keep({run_, trained});
    };
    while (run_.end == End::interrupted && (options.stop == nullptr || !*options.stop)) {
      const std::size_t tested = run_.curve.size();
      advance();
      if (options.progress) options.progress(number, static_cast<Index>(run_.losses.size()));
      if (run_.curve.size() > tested && run_.end == End::interrupted) told();
    }
    if (!run_.losses.empty()) told();
  }

 private:
  void advance() {
    const double loss = trainer_.step(next_batch(data_));
    run_.losses.push_back(loss);
    const auto step = static_cast<Index>(run_.losses.size());
    if (!std::isfinite(loss)) {
      run_.end = End::diverged;
      return;
    }
    const bool last = step == experiment_.steps;
    if (step % experiment_.evaluate_every != 0 && !last) return;
    run_.curve.push_back(evaluated(step));
    if (last) run_.end = End::finished;
    if (run_.curve.back().exact >= experiment_.stop_at) run_.end = End::stopped_early;
  }

  /// Of the batches since the model was tested last.
  double mean_loss() const {
    const auto since = run_.curve.empty() ? 0 : run_.curve.back().step;
    const double sum = std::accumulate(run_.losses.begin() + since, run_.losses.end(), 0.0);
    return sum / static_cast<double>(static_cast<Index>(run_.losses.size()) - since);
  }

  std::vector<Example> next_batch(RandomState& data) const {
    std::vector<Example> batch;
    for (Index i = 0; i < experiment_.batch; ++i) batch.push_back(task_.draw(data, false));
    return batch;
  }

  void measure(const std::vector<Example>& batch) {
    BatchSizes sizes{1, 1, 1};
    for (const Example& example : batch) {
      sizes.source = std::max(sizes.source, static_cast<Index>(example.source.size()));
      sizes.target = std::max(sizes.target, static_cast<Index>(example.target.size()) + 1);
    }
    run_.flops = trainer_.flops(sizes);
  }

  CurvePoint evaluated(Index step) {
    const auto answers = trainer_.answer(tests_, task_.longest_target());
    CurvePoint point{step, mean_loss(), 0, 0, 0};
    std::vector<Tokens> said;
    std::vector<Tokens> wanted;
    Index symbols = 0;
    for (std::size_t i = 0; i < tests_.size(); ++i) {
      said.push_back(task_.target_text(answers[i]));
      wanted.push_back(task_.target_text(tests_[i].target));
      point.exact += answers[i] == tests_[i].target ? 1 : 0;
      point.symbols += static_cast<double>(right_symbols(tests_[i].target, answers[i]));
      symbols += static_cast<Index>(tests_[i].target.size());
    }
    point.exact /= static_cast<double>(tests_.size());
    point.symbols /= static_cast<double>(symbols);
    point.bleu = corpus_bleu(said, wanted);
    run_.example = joined(task_.source_text(tests_[0].source), " ") + " → " + joined(said[0], "");
    return point;
  }

  const Experiment& experiment_;
  const Task& task_;
  std::vector<Example> tests_;
  Trainer trainer_;
  RandomState data_;
  TrainingRun run_;
};

/// Takes one run after another until there is none left.
class Workers {
 public:
  Workers(const Experiment& experiment, const TrainOptions& options)
      : experiment_(experiment), options_(options), task_(experiment.task) {
    count_ = experiment.arms.size() * experiment.seeds.size();
    states_ = options.from;
  }

  std::vector<TrainingRun> work() {
    const auto count = std::min<std::size_t>(std::max(1U, options_.threads), count_);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work_alone(); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    std::vector<TrainingRun> runs;
    for (std::size_t number = 0; number < count_; ++number) {
      const auto [arm, seed] = numbered(number);
      const RunState* state = find(arm.id, seed);
      runs.push_back(state != nullptr ? state->run : untrained(experiment_, arm, seed));
    }
    return runs;
  }

 private:
  std::pair<const Arm&, std::uint32_t> numbered(std::size_t number) const {
    const std::size_t seeds = experiment_.seeds.size();
    return {experiment_.arms[number / seeds], experiment_.seeds[number % seeds]};
  }

  const RunState* find(const std::string& arm, std::uint32_t seed) const {
    const auto it = std::ranges::find_if(states_, [&](const RunState& state) {
      return state.run.arm == arm && state.run.seed == seed;
    });
    return it == states_.end() ? nullptr : &*it;
  }

  void keep(const RunState& state) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const RunState* known = find(state.run.arm, state.run.seed);
    if (known != nullptr) {
      states_[static_cast<std::size_t>(known - states_.data())] = state;
    } else {
      states_.push_back(state);
    }
    if (options_.save) options_.save(states_);
  }

  std::optional<RunState> before(const std::string& arm, std::uint32_t seed) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const RunState* known = find(arm, seed);
    return known == nullptr ? std::nullopt : std::optional(*known);
  }

  void work_on(std::size_t number) {
    const auto [arm, seed] = numbered(number);
    const std::optional<RunState> known = before(arm.id, seed);
    if (known && known->ended()) return;
    Runner runner(experiment_, arm, seed, task_);
    if (known) runner.go_on_from(*known);
    runner.go(options_, number, [this](const RunState& state) { keep(state); });
  }

  /// An exception must not leave its thread; the first is thrown on once all have ended.
  void work_alone() noexcept {
    for (std::size_t number = next_++; number < count_; number = next_++) {
      try {
        work_on(number);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        next_ = count_;
      }
    }
  }

  const Experiment& experiment_;
  const TrainOptions& options_;
  Task task_;
  std::size_t count_ = 0;
  std::vector<RunState> states_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Every step frees what the next one needs again: it isn't worth handing back to the system.
void keep_memory() {
#ifdef __GLIBC__
  constexpr int mebibyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 32 * mebibyte);
  mallopt(M_TRIM_THRESHOLD, 512 * mebibyte);
#endif
}

}  // namespace

const Arm* Experiment::find_arm(const std::string& id) const {
  const auto it = std::ranges::find(arms, id, &Arm::id);
  return it == arms.end() ? nullptr : &*it;
}

TrainingRun untrained(const Experiment& experiment, const Arm& arm, std::uint32_t seed) {
  return Runner(experiment, arm, seed, Task(experiment.task)).run();
}

std::vector<TrainingRun> train(const Experiment& experiment, const TrainOptions& options) {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  keep_memory();
  return Workers(experiment, options).work();
}

}  // namespace headtrace
