#include "study/train.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "render/train_text.hpp"
#include "study/train_report.hpp"

namespace headtrace {
namespace {

using End = TrainingRun::End;

Experiment tiny() {
  Experiment experiment;
  experiment.task = {TaskChoice::Kind::copy, 3, 3, 0};
  experiment.model = {8, 2, 8};
  experiment.arms = {{"with", {"with", "有"}, Arm::OutputProjection::learned, false, 8},
                     {"without", {"without", "无"}, Arm::OutputProjection::none, false, 8}};
  experiment.seeds = {1, 2};
  experiment.steps = 6;
  experiment.batch = 4;
  experiment.optimizer.lr = 0.01;
  experiment.evaluate_every = 4;
  experiment.test_examples = 3;
  return experiment;
}

TEST_CASE("a run depends on its arm and seed alone, not on threads or on what else is trained") {
  const Experiment experiment = tiny();
  const std::vector<TrainingRun> one = train(experiment, {1, nullptr, {}});
  const std::vector<TrainingRun> three = train(experiment, {3, nullptr, {}});
  CHECK(one.size() == 4);
  CHECK(train_csv(one) == train_csv(three));
  Experiment alone = experiment;
  alone.arms = {experiment.arms[1]};
  alone.seeds = {2};
  const std::vector<TrainingRun> last = train(alone, {1, nullptr, {}});
  CHECK(train_csv(last).find(train_csv({one[3]})) == 0);
  CHECK(train_csv({one[0]}) != train_csv({one[1]}));
  CHECK(one[0].curve.size() == 2);
  CHECK(one[0].curve.back().step == 6);
  CHECK(one[0].end == End::finished);
}

TEST_CASE("training lowers the loss and learns to copy") {
  Experiment experiment = tiny();
  experiment.task = {TaskChoice::Kind::copy, 8, 5, 0};
  experiment.model = {16, 2, 16};
  experiment.seeds = {1};
  experiment.steps = 600;
  experiment.batch = 16;
  experiment.evaluate_every = 50;
  experiment.test_examples = 20;
  experiment.stop_at = 0.9;
  experiment.optimizer.lr = 0.01;
  experiment.optimizer.warmup = 50;
  for (const TrainingRun& run : train(experiment, {2, nullptr, {}})) {
    CAPTURE(run.arm);
    CHECK(run.curve.back().loss < run.curve.front().loss);
    CHECK(run.curve.back().exact >= 0.9);
    CHECK(run.end == End::stopped_early);
  }
}

TEST_CASE("a flag ends every run with what it has") {
  std::atomic<bool> stop{false};
  TrainOptions options{1, &stop, {}};
  options.progress = [&stop](std::size_t, Index step) { stop = stop || step == 5; };
  const std::vector<TrainingRun> runs = train(tiny(), options);
  CHECK(runs[0].end == End::interrupted);
  CHECK(runs[0].curve.size() == 1);
  CHECK(runs[3].end == End::interrupted);
  CHECK(runs[3].curve.empty());
  const TrainReport found = report(tiny(), runs);
  CHECK(found.interrupted);
  CHECK(found.arms[1].exact_difference->count == 0);
}

TEST_CASE("a rate that diverges ends that run alone, and says so") {
  Experiment experiment = tiny();
  experiment.optimizer.lr = 1e200;
  const std::vector<TrainingRun> runs = train(experiment, {1, nullptr, {}});
  for (const TrainingRun& run : runs) CHECK(run.end == End::diverged);
  const TrainReport found = report(experiment, runs);
  CHECK(found.arms[0].diverged == 2);
  CHECK(found.arms[0].exact.count == 0);
  CHECK(train_csv(runs).find(",nan,,,,diverged\n") != std::string::npos);
}

// By hand: mean 2, deviation √((1+0+1)/2) = 1; t(2) = 4.303, so ± 4.303/√3.
TEST_CASE("mean, deviation and the 95 % interval") {
  const Spread three = spread({1, 2, 3});
  CHECK(three.mean == 2);
  CHECK(three.deviation == 1);
  CHECK(std::abs(*three.half_width - 2.4843) < 1e-4);
  CHECK(three.may_be_zero());
  CHECK_FALSE(spread({4, 5, 6}).may_be_zero());
  CHECK(spread({-1, 0.5, 1}).may_be_zero());
  CHECK_FALSE(spread({5}).half_width);
  CHECK(spread({}).count == 0);
}

TrainingRun run_of(const std::string& arm, std::uint32_t seed, double exact, double bleu) {
  TrainingRun run;
  run.arm = arm;
  run.seed = seed;
  run.curve = {{100, 1, exact / 2, exact / 2, bleu / 2}, {200, 0.5, exact, exact, bleu}};
  return run;
}

TEST_CASE("differences are seed by seed, and the steps to the threshold are the first ones") {
  const std::vector<TrainingRun> runs{run_of("with", 1, 0.92, 95), run_of("with", 2, 0.5, 60),
                                      run_of("without", 1, 0.82, 85),
                                      run_of("without", 2, 0.4, 50)};
  const TrainReport found = report(tiny(), runs);
  const ArmReport& without = found.arms[1];
  CHECK(std::abs(without.exact_difference->mean + 0.1) < 1e-12);
  CHECK(without.exact_difference->deviation < 1e-12);
  CHECK(std::abs(without.bleu_difference->mean + 10) < 1e-12);
  CHECK_FALSE(found.arms[0].exact_difference);
  CHECK(found.arms[0].steps_to_threshold.count == 1);
  CHECK(found.arms[0].steps_to_threshold.mean == 200);
  CHECK(without.steps_to_threshold.count == 0);
  const std::string text = train_text(tiny(), found, runs, {});
  CHECK(text.find("without against with: -10.0 ± 0.0 points all right, BLEU -10.0 ± 0.0. Worse") !=
        std::string::npos);
}

}  // namespace
}  // namespace headtrace
