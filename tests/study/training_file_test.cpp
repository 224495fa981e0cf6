#include "study/training_file.hpp"

#include <doctest/doctest.h>

#include "render/train_text.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

Experiment small_copy() {
  Experiment experiment;
  experiment.task = {TaskChoice::Kind::copy, 3, 3, 0};
  experiment.model = {8, 2, 8};
  experiment.arms = {{"with", {"with", "有"}, Arm::OutputProjection::learned, false, 8},
                     {"frozen", {"frozen", "冻结"}, Arm::OutputProjection::random, false, 8}};
  experiment.seeds = {1, 2};
  experiment.steps = 10;
  experiment.batch = 4;
  experiment.optimizer.lr = 0.01;
  experiment.evaluate_every = 4;
  experiment.test_examples = 3;
  return experiment;
}

/// Trains until `steps` steps have been taken altogether, from `text`, and gives what is kept.
std::string trained_for(int steps, const std::string& text, unsigned threads) {
  const Experiment experiment = small_copy();
  std::atomic<bool> stop{false};
  std::atomic<int> taken{0};
  std::string kept = text;
  TrainOptions options{threads, &stop, {}};
  options.progress = [&](std::size_t, Index) {
    if (++taken >= steps) stop = true;
  };
  options.save = [&](const std::vector<RunState>& states) {
    kept = training_file(experiment, states);
  };
  if (!text.empty()) options.from = read_training_file({"kept", text}, experiment);
  train(experiment, options);
  return kept;
}

std::string csv_from(const std::string& text) {
  const Experiment experiment = small_copy();
  TrainOptions options;
  options.from = read_training_file({"kept", text}, experiment);
  return train_csv(train(experiment, options));
}

TEST_CASE("wherever it is stopped, and however often, the numbers are those of one go") {
  const std::string whole = train_csv(train(small_copy(), {}));
  for (int steps = 1; steps < 40; steps += 2) {
    CAPTURE(steps);
    const std::string once = trained_for(steps, "", 1);
    CHECK(csv_from(once) == whole);
    CHECK(csv_from(trained_for(3, trained_for(2, once, 2), 1)) == whole);
  }
}

TEST_CASE("runs that aren't asked for stay in the file") {
  Experiment experiment = small_copy();
  const std::string text = trained_for(100, "", 1);
  experiment.arms.pop_back();
  experiment.seeds = {2, 3};
  std::string kept;
  TrainOptions options;
  options.from = read_training_file({"kept", text}, experiment);
  options.save = [&](const std::vector<RunState>& states) {
    kept = training_file(small_copy(), states);
  };
  CHECK(train(experiment, options).size() == 2);
  CHECK(read_training_file({"kept", kept}, small_copy()).size() == 5);
}

TEST_CASE("a training of another experiment says what differs") {
  const std::string text = trained_for(5, "", 1);
  const auto refused = [&](auto change) {
    Experiment other = small_copy();
    change(other);
    return test::error_of([&] { read_training_file({"kept", text}, other); });
  };
  CHECK(refused([](Experiment& e) { e.optimizer.lr = 0.02; }) ==
        "kept: this is the training of another experiment: lr was 0.01 there and is 0.02 here; "
        "resume with the same lesson and options, or name a new file");
  CHECK(refused([](Experiment& e) {
          e.arms[0].d_ff = 16;
        }).find("with's d_ff was 8 there and is 16 here") != std::string::npos);
  CHECK(refused([](Experiment& e) { e.seeds = {9}; }).empty());
}

TEST_CASE("what is cut short or made up is refused, never trained on") {
  const std::string text = trained_for(6, "", 1);
  const auto refused = [&](const std::string& changed) {
    return test::error_of([&] { read_training_file({"kept", changed}, small_copy()); });
  };
  for (std::size_t length = 1; length < text.size() - 2; length += 97) {
    CHECK(refused(text.substr(0, length)).find("cut short") != std::string::npos);
  }
  for (const char* other :
       {"null", "[]", "{}", "7", "{\"kind\": 7}", "{\"kind\": \"headtrace training\"}"}) {
    CAPTURE(other);
    CHECK(refused(other).find("can't be read") != std::string::npos);
  }
  const auto replaced = [&](const std::string& what, const std::string& with) {
    std::string changed = text;
    const auto at = changed.find(what);
    REQUIRE(at != std::string::npos);
    return changed.replace(at, what.size(), with);
  };
  CHECK(refused(replaced("\"losses\":[", "\"losses\":[1,1,1,1,1,1,1,1,")).find("fit together") !=
        std::string::npos);
  CHECK(refused(replaced("\"curve\":[[4", "\"curve\":[[7")).find("fit together") !=
        std::string::npos);
  CHECK(refused(replaced("\"seed\":1", "\"seed\":\"x\"")).find("can't be read") !=
        std::string::npos);
  const std::string changed = replaced("\"trained\":{", "\"trained\":{},\"ignored\":{");
  CHECK(test::error_of([&] { csv_from(changed); }).find("another model") != std::string::npos);
}

}  // namespace
}  // namespace headtrace
