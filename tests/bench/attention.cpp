// Times one multi-head attention, all tensors kept, against the bare matrix products of the same
// sizes; one JSON object on standard output. Run by attention.py beside PyTorch and NumPy.
//
//   bench_attention BATCH SEQ D_MODEL HEADS [REPEATS]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <headtrace/trace.hpp>
#include <map>
#include <string>
#include <vector>

#include "ops/gemm.hpp"
#include "trace/sized_pipeline.hpp"

namespace headtrace {
namespace {

using Clock = std::chrono::steady_clock;

template <class Work>
double milliseconds(Work work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double median(std::vector<double> times) {
  std::ranges::sort(times);
  return times[times.size() / 2];
}

/// Every step's time, and their sum, in milliseconds.
struct Times {
  std::map<std::string, std::vector<double>> steps;
  std::vector<double> forward;
  std::vector<double> bare;
};

void time_forward(const Plan& plan, const Trace& inputs, Times& times) {
  std::map<std::string, Tensor> made;
  for (const Tensor& input : inputs.inputs) made[input.name()] = input;
  double sum = 0;
  for (const PlannedStep& planned : plan.steps) {
    std::vector<Tensor> operands;
    for (const std::string& name : planned.step.in) operands.push_back(made.at(name));
    Tensor output;
    const double took =
        milliseconds([&] { output = planned.op->forward(operands).renamed(planned.step.out); });
    made[planned.step.out] = output;
    times.steps[planned.step.out].push_back(took);
    sum += took;
  }
  times.forward.push_back(sum);
}

/// The four projections and, for every head, scores and weighted sum: dgemm calls and nothing else,
/// into memory that is there already.
void bare_products(Index batch, Index seq, Index d_model, Index heads, const Tensor& x,
                   const Tensor& w, Tensor& projected, Tensor& scores) {
  const Index positions = batch * seq;
  const Index d_k = d_model / heads;
  const Matrix rows{x.data(), positions, d_model, d_model, 1};
  const Matrix weight{w.data(), d_model, d_model, d_model, 1};
  for (int i = 0; i < 4; ++i) multiply(rows, weight, projected.data(), d_model);
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < heads; ++h) {
      const Matrix q{x.data() + b * seq * d_model + h * d_k, seq, d_k, d_model, 1};
      double* score = scores.data() + (b * heads + h) * seq * seq;
      multiply(q, q.transposed(), score, seq);
    }
  }
  for (Index b = 0; b < batch; ++b) {
    for (Index h = 0; h < heads; ++h) {
      const Matrix v{x.data() + b * seq * d_model + h * d_k, seq, d_k, d_model, 1};
      const Matrix weights{scores.data() + (b * heads + h) * seq * seq, seq, seq, seq, 1};
      multiply(weights, v, projected.data() + (b * heads + h) * seq * d_k, d_k);
    }
  }
}

std::string report(const Times& times) {
  std::string steps;
  for (const auto& [name, took] : times.steps) {
    steps += fmt::format("{}\"{}\": {:.3f}", steps.empty() ? "" : ", ", name, median(took));
  }
  return fmt::format(R"({{"forward_ms": {:.3f}, "dgemm_ms": {:.3f}, "steps_ms": {{{}}}}})",
                     median(times.forward), median(times.bare), steps);
}

int bench(Index batch, Index seq, Index d_model, Index heads, int repeats) {
  Sizing sizing;
  sizing.dims = Dims({{"batch", batch}, {"seq", seq}, {"d_model", d_model}, {"heads", heads}});
  const Plan planned = plan(sized_pipeline(sizing));
  RunRequest only_inputs;
  only_inputs.keep.emplace();
  for (const Input& input : planned.inputs) only_inputs.keep->insert(input.name);
  const Trace inputs = run(planned, only_inputs);
  Tensor projected = Tensor::filled("", inputs.find("x")->axes(), 0);
  Tensor scores = Tensor::filled("", planned.find("scores")->output.axes, 0);
  Times times;
  for (int i = 0; i < repeats + 1; ++i) {
    Times once;
    time_forward(planned, inputs, i == 0 ? once : times);
    const double bare = milliseconds([&] {
      bare_products(batch, seq, d_model, heads, *inputs.find("x"), *inputs.find("W_q"), projected,
                    scores);
    });
    if (i > 0) times.bare.push_back(bare);
  }
  fmt::print("{}\n", report(times));
  return 0;
}

}  // namespace
}  // namespace headtrace

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: bench_attention BATCH SEQ D_MODEL HEADS [REPEATS]\n");
    return 2;
  }
  const auto number = [argv](int i) { return std::atoll(argv[i]); };
  const int repeats = argc > 5 ? std::atoi(argv[5]) : 5;
  return headtrace::bench(number(1), number(2), number(3), number(4), repeats);
}
