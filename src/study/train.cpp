#include "study/train.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
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

/// One run from its first step to its last.
class Runner {
 public:
  Runner(const Experiment& experiment, const Arm& arm, std::uint32_t seed, const Task& task)
      : experiment_(experiment),
        task_(task),
        tests_(task.test_examples(experiment.test_examples)),
        trainer_(experiment, arm, task, seed),
        data_(seed) {
    run_.arm = arm.id;
    run_.seed = seed;
    run_.parameters = trainer_.trained_count();
  }

  TrainingRun go(const TrainOptions& options, std::size_t number) {
    const auto begin = std::chrono::steady_clock::now();
    run_.end = train(options, number);
    run_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(run_);
  }

 private:
  TrainingRun::End train(const TrainOptions& options, std::size_t number) {
    double sum = 0;
    Index counted = 0;
    for (Index step = 1; step <= experiment_.steps; ++step) {
      if (options.stop != nullptr && *options.stop) return TrainingRun::End::interrupted;
      const std::vector<Example> batch = next_batch();
      if (step == 1) measure(batch);
      const double loss = trainer_.step(batch);
      if (!std::isfinite(loss)) return TrainingRun::End::diverged;
      sum += loss;
      ++counted;
      if (options.progress) options.progress(number, step);
      if (step % experiment_.evaluate_every != 0 && step != experiment_.steps) continue;
      run_.curve.push_back(evaluated(step, sum / static_cast<double>(counted)));
      sum = 0;
      counted = 0;
      if (run_.curve.back().exact >= experiment_.stop_at) return TrainingRun::End::stopped_early;
    }
    return TrainingRun::End::finished;
  }

  std::vector<Example> next_batch() {
    std::vector<Example> batch;
    for (Index i = 0; i < experiment_.batch; ++i) batch.push_back(task_.draw(data_, false));
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

  CurvePoint evaluated(Index step, double loss) {
    const auto answers = trainer_.answer(tests_, task_.longest_target());
    CurvePoint point{step, loss, 0, 0, 0};
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
    runs_.resize(experiment.arms.size() * experiment.seeds.size());
  }

  std::vector<TrainingRun> work() {
    const auto count = std::min<std::size_t>(std::max(1U, options_.threads), runs_.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work_alone(); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return std::move(runs_);
  }

 private:
  /// An exception must not leave its thread; the first is thrown on once all have ended.
  void work_alone() noexcept {
    for (std::size_t number = next_++; number < runs_.size(); number = next_++) {
      try {
        const Arm& arm = experiment_.arms[number / experiment_.seeds.size()];
        const std::uint32_t seed = experiment_.seeds[number % experiment_.seeds.size()];
        runs_[number] = Runner(experiment_, arm, seed, task_).go(options_, number);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        next_ = runs_.size();
      }
    }
  }

  const Experiment& experiment_;
  const TrainOptions& options_;
  Task task_;
  std::vector<TrainingRun> runs_;
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

std::vector<TrainingRun> train(const Experiment& experiment, const TrainOptions& options) {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  keep_memory();
  return Workers(experiment, options).work();
}

}  // namespace headtrace
