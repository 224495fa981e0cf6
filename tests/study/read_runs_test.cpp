#include "study/read_runs.hpp"

#include <doctest/doctest.h>

#include "render/train_text.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

Experiment two_arms() {
  Experiment experiment;
  experiment.model = {8, 2, 8};
  experiment.task = {TaskChoice::Kind::copy, 3, 3, 0};
  experiment.arms = {{"with", {"with", ""}, Arm::OutputProjection::learned, false, 8},
                     {"without", {"without", ""}, Arm::OutputProjection::none, false, 8}};
  return experiment;
}

const std::string rows = std::string(runs_header) + R"(
without,1,1,2,,,,
without,1,2,4,0.5,0.75,40,
without,1,3,1,1,1,100,finished
with,2,1,nan,,,,diverged
with,3,0,,,,,interrupted
)";

std::vector<TrainingRun> read(const std::string& text) {
  return read_runs({{"runs.csv", text}}, two_arms());
}

TEST_CASE("runs are read as they were written, in the order of the arms") {
  const std::vector<TrainingRun> runs = read(rows);
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].arm == "with");
  CHECK(runs[0].end == TrainingRun::End::diverged);
  CHECK(runs[1].end == TrainingRun::End::interrupted);
  const TrainingRun& without = runs[2];
  CHECK(without.losses == std::vector<double>{2, 4, 1});
  REQUIRE(without.curve.size() == 2);
  CHECK(without.curve[0].loss == 3);  // the mean of 2 and 4
  CHECK(without.curve[1].exact == 1);
  CHECK(without.curve[1].bleu == 100);
  // Three projections of 8·8 less than with W_o: encoder's, decoder's own and its view of the
  // source.
  CHECK(runs[0].parameters - without.parameters == 3 * 64);
  CHECK(read(train_csv(runs)).size() == 3);
  CHECK(train_csv(read(train_csv(runs))) == train_csv(runs));
  const Experiment there = experiment_of(two_arms(), runs);
  CHECK(there.seeds == std::vector<std::uint32_t>{2, 3, 1});
  CHECK(there.steps == 3);
}

TEST_CASE("Windows line ends and rows of several files are read alike") {
  std::string windows;
  for (const char c : rows) windows += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(train_csv(read(windows)) == train_csv(read(rows)));
  const std::string more = std::string(runs_header) + "\nwith,1,1,1,0,0,0,finished\n";
  CHECK(read_runs({{"a.csv", rows}, {"b.csv", more}}, two_arms()).size() == 4);
}

TEST_CASE("what isn't a file of runs is refused with its line") {
  const std::string header = std::string(runs_header) + "\n";
  const auto refused = [](const std::string& text) { return test::error_of([&] { read(text); }); };
  CHECK(refused("a,b\n") ==
        "runs.csv:1: this is not a file of training runs; `headtrace train LESSON --format csv > "
        "FILE` writes one");
  CHECK(refused(header + "with,1,1,2,0\n") ==
        "runs.csv:2: this row has 5 cells, a run's has 8; the file may be cut short");
  CHECK(refused(header + "wiht,1,1,2,0,0,0,finished\n") ==
        "runs.csv:2: the experiment has no arm 'wiht'; did you mean 'with'?");
  CHECK(
      refused(header + "with,1,1,2,0,0,0,\n") ==
      "runs.csv: the run of with from seed 1 doesn't say how it ended; the file may be cut short");
  CHECK(refused(header + "with,-1,1,2,0,0,0,finished\n") == "runs.csv:2: '-1' is not a seed");
  CHECK(refused(header + "with,1,2,2,0,0,0,\nwith,1,2,2,0,0,0,finished\n") ==
        "runs.csv:3: '2' is not a step after step 2");
  CHECK(refused(header + "with,1,1,x,0,0,0,finished\n") == "runs.csv:2: 'x' is not a number");
  CHECK(refused(header + "with,1,1,2,0,0,0,done\n") == "runs.csv:2: 'done' is not how a run ends");
  CHECK(refused(header + "with,1,1,2,0,0,0,finished\nwith,1,1,2,0,0,0,finished\n") ==
        "runs.csv:3: the run of with from seed 1 is there twice, first at runs.csv:2; leave one of "
        "them out");
}

}  // namespace
}  // namespace headtrace
