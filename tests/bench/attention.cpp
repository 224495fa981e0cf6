// Times one multi-head attention, all tensors kept, against the bare matrix products of the same
// sizes; one JSON object on standard output. Run by attention.py beside PyTorch and NumPy.
//
//   bench_attention BATCH SEQ D_MODEL HEADS [REPEATS]
#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <headtrace/trace.hpp>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "core/parallel.hpp"
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

/// Every step's time, their sum, and that of the bare products, in milliseconds.
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

/// One dgemm, row-major: c = a·b, or a·bᵀ; leading dimensions as given.
void dgemm(bool transpose_b, Index m, Index n, Index k, const double* a, Index lda, const double* b,
           Index ldb, double* c, Index ldc) {
  const auto size = [](Index number) { return static_cast<int>(number); };
  cblas_dgemm(CblasRowMajor, CblasNoTrans, transpose_b ? CblasTrans : CblasNoTrans, size(m),
              size(n), size(k), 1, a, size(lda), b, size(ldb), 0, c, size(ldc));
}

/// The four projections and, for every head, scores and weighted sum: dgemm calls and nothing else,
/// into memory that was touched before.
void bare_products(const Sizing& sizing, const Tensor& x, const Tensor& w, Tensor& projected,
                   Tensor& scores) {
  const auto size = [&sizing](const char* name) { return *sizing.dims.find(name); };
  const Index seq = size("seq");
  const Index width = size("d_model");
  const Index d_k = size("d_k");
  const Index positions = size("batch") * seq;
  for (int i = 0; i < 4; ++i) {
    dgemm(false, positions, width, width, x.data(), width, w.data(), width, projected.data(),
          width);
  }
  const Index cells = size("batch") * size("heads");
  const auto head = [&](Index i) {
    return x.data() + i / size("heads") * seq * width + i % size("heads") * d_k;
  };
  for (Index i = 0; i < cells; ++i) {
    double* score = scores.data() + i * seq * seq;
    dgemm(true, seq, seq, d_k, head(i), width, head(i), width, score, seq);
  }
  for (Index i = 0; i < cells; ++i) {
    const double* weights = scores.data() + i * seq * seq;
    dgemm(false, seq, d_k, seq, weights, seq, head(i), width, projected.data() + i * seq * d_k,
          d_k);
  }
}

/// `first_ms` is the first forward, into memory that was never touched.
std::string report(const Times& times, double first) {
  std::string steps;
  for (const auto& [name, took] : times.steps) {
    steps += fmt::format("{}\"{}\": {:.3f}", steps.empty() ? "" : ", ", name, median(took));
  }
  return fmt::format(
      R"({{"forward_ms": {:.3f}, "first_ms": {:.3f}, "dgemm_ms": {:.3f}, "steps_ms": {{{}}}}})",
      median(times.forward), first, median(times.bare), steps);
}

int bench(Index batch, Index seq, Index d_model, Index heads, int repeats) {
  Sizing sizing;
  sizing.dims = Dims({{"batch", batch}, {"seq", seq}, {"d_model", d_model}, {"heads", heads}});
  const Plan planned = plan(sized_pipeline(sizing));
  Wanted only_inputs;
  only_inputs.keep.emplace();
  for (const Input& input : planned.inputs) only_inputs.keep->insert(input.name);
  const Trace inputs = run(planned, only_inputs);
  Tensor projected = Tensor::filled("", inputs.find("x")->axes(), 0);
  Tensor scores = Tensor::filled("", planned.find("scores")->output.axes, 0);
  Times times;
  Times warming_up;
  for (int i = -1; i < repeats; ++i) {
    Times& now = i < 0 ? warming_up : times;
    openblas_set_num_threads(1);
    // OpenBLAS's threads keep their core busy for a while after their last product.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    time_forward(planned, inputs, now);
    openblas_set_num_threads(static_cast<int>(thread_count()));
    now.bare.push_back(milliseconds(
        [&] { bare_products(sizing, *inputs.find("x"), *inputs.find("W_q"), projected, scores); }));
  }
  fmt::print("{}\n", report(times, warming_up.forward.front()));
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
