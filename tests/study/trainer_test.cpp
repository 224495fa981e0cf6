#include "study/trainer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "headtrace/lesson.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

using nlohmann::json;

constexpr double as_pytorch = 1e-8;

Experiment experiment_of(const json& file, const json& arm) {
  Experiment experiment;
  experiment.task = {TaskChoice::Kind::reverse, file.at("symbols"), file.at("length"), 0};
  experiment.model = {file.at("d_model"), file.at("heads"), arm.at("d_ff")};
  const json& optimizer = arm.at("optimizer");
  experiment.optimizer.decoupled_decay = optimizer.at("name") == "adamw";
  experiment.optimizer.lr = optimizer.at("lr");
  experiment.optimizer.warmup = optimizer.at("warmup");
  experiment.optimizer.weight_decay = optimizer.at("weight_decay");
  return experiment;
}

Arm arm_of(const json& arm) {
  Arm made;
  made.id = arm.at("id");
  if (arm.at("w_o") == "none") made.w_o = Arm::OutputProjection::none;
  made.pre_norm = arm.at("norm") == "pre";
  made.d_ff = arm.at("d_ff");
  return made;
}

double largest_difference(const Tensor& tensor, const json& expected) {
  const auto numbers = expected.get<std::vector<double>>();
  const std::vector<double> values = tensor.values();
  REQUIRE(values.size() == numbers.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    largest = std::max(largest, std::abs(values[i] - numbers[i]));
  }
  return largest;
}

// PyTorch's losses and weights: tests/reference/training_case.py.
TEST_CASE("twenty steps of training are PyTorch's: every loss, and the weights after them") {
  const json file =
      json::parse(read_source(test::source_path("tests/fixtures/training.json")).text);
  CHECK(file.at("arms").size() == 2);
  for (const json& arm : file.at("arms")) {
    CAPTURE(arm.at("id").get<std::string>());
    const Experiment experiment = experiment_of(file, arm);
    const Task task(experiment.task);
    Trainer trainer(experiment, arm_of(arm), task, 0);
    std::size_t numbers = 0;
    for (const auto& entry : arm.at("before").items()) {
      const std::string& name = entry.key();
      const auto& values = entry.value();
      CAPTURE(name);
      const auto start = values.get<std::vector<double>>();
      Tensor& weight = trainer.parameter(name);
      REQUIRE(static_cast<std::size_t>(weight.size()) == start.size());
      std::ranges::copy(start, weight.data());
      numbers += start.size();
    }
    CHECK(trainer.trained_count() == static_cast<Index>(numbers));
    for (std::size_t step = 0; step < 20; ++step) {
      std::vector<Example> batch;
      for (const json& example : arm.at("batches").at(step)) {
        batch.push_back({example.at("source"), example.at("target")});
      }
      CAPTURE(step);
      CHECK(std::abs(trainer.step(batch) - arm.at("losses").at(step).get<double>()) < as_pytorch);
    }
    for (const auto& entry : arm.at("after").items()) {
      const std::string& name = entry.key();
      const auto& values = entry.value();
      CAPTURE(name);
      CHECK(largest_difference(trainer.parameter(name), values) < as_pytorch);
    }
  }
}

Experiment small_experiment() {
  Experiment experiment;
  experiment.task = {TaskChoice::Kind::reverse, 4, 4, 0};
  experiment.model = {8, 2, 12};
  return experiment;
}

TEST_CASE("arms start from the same numbers in what they share; frozen ones stay as they were") {
  const Experiment experiment = small_experiment();
  const Task task(experiment.task);
  using Projection = Arm::OutputProjection;
  Trainer learned(experiment, {"a", {}, Projection::learned, false, 12}, task, 3);
  Trainer without(experiment, {"b", {}, Projection::none, false, 12}, task, 3);
  Trainer wider(experiment, {"c", {}, Projection::none, false, 16}, task, 3);
  Trainer identity(experiment, {"d", {}, Projection::identity, false, 12}, task, 3);
  Trainer random(experiment, {"e", {}, Projection::random, false, 12}, task, 3);
  Trainer other_seed(experiment, {"f", {}, Projection::learned, false, 12}, task, 4);
  const std::string query = "decoder.cross.W_q";
  const std::vector<double> start = learned.parameter(query).values();
  for (Trainer* trainer : {&without, &wider, &identity, &random}) {
    CHECK(trainer->parameter(query).values() == start);
  }
  CHECK(other_seed.parameter(query).values() != start);
  CHECK(random.parameter("encoder.attention.W_o").values() ==
        learned.parameter("encoder.attention.W_o").values());
  CHECK(learned.trained_count() - without.trained_count() == 3 * 8 * 8);
  CHECK(identity.trained_count() == without.trained_count());
  CHECK(wider.trained_count() - without.trained_count() == 2 * 4 * (8 + 8 + 1));

  RandomState random_state(1);
  const std::vector<Example> batch{task.draw(random_state, false), task.draw(random_state, false)};
  // W_o frozen at identity computes what no W_o does, to the last digit.
  for (int step = 0; step < 3; ++step) CHECK(identity.step(batch) == without.step(batch));
  const Tensor& frozen = identity.parameter("decoder.cross.W_o");
  for (Index i = 0; i < 8; ++i) {
    for (Index j = 0; j < 8; ++j) CHECK(frozen.at({i, j}) == (i == j ? 1 : 0));
  }
  CHECK(without.parameter(query).values() != start);
}

// Vaswani et al. 2017, section 5.3: d_model^-0.5·min(step^-0.5, step·warmup^-1.5).
TEST_CASE("the learning rate is the paper's, up to its peak") {
  OptimizerChoice choice;
  choice.warmup = 4000;
  choice.lr = 1 / std::sqrt(512.0 * 4000);
  for (const Index step : {1, 100, 4000, 4001, 100000}) {
    const auto s = static_cast<double>(step);
    const double paper =
        std::pow(512, -0.5) * std::min(std::pow(s, -0.5), s * std::pow(4000, -1.5));
    CHECK(std::abs(learning_rate(choice, step) - paper) < 1e-15);
  }
  choice.warmup = 0;
  CHECK(learning_rate(choice, 7) == choice.lr);
}

// PE(pos, 2i) = sin(pos/10000^(2i/d)) and its cosine, by hand for d = 4.
TEST_CASE("positions are the paper's sines and cosines") {
  const Tensor table = sinusoids("p", {"seq", 3, 0}, {"d_model", 4, 0});
  CHECK(table.values()[0] == 0);
  CHECK(table.values()[1] == 1);
  CHECK(std::abs(table.at({2, 0}) - std::sin(2.0)) < 1e-15);
  CHECK(std::abs(table.at({2, 1}) - std::cos(2.0)) < 1e-15);
  CHECK(std::abs(table.at({2, 2}) - std::sin(0.02)) < 1e-15);
  CHECK(std::abs(table.at({2, 3}) - std::cos(0.02)) < 1e-15);
}

}  // namespace
}  // namespace headtrace
