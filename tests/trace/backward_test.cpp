#include "trace/backward.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <headtrace/lesson.hpp>
#include <set>

#include "study/check.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

Lesson lesson_of(const std::string& rest) {
  return load_lesson_or_throw(
      {"l.json",
       R"({"format": 1, "title": "T", "dims": {"batch": 1, "seq": 2, "d_model": 4, "heads": 2},
    "tensors": {"x": {"axes": ["batch", "seq", "d_model"], "random": "normal", "mean": 0, "std": 1, "seed": 1},
                "W": {"axes": ["d_model", "d_model"], "random": "normal", "mean": 0, "std": 1, "seed": 2},
                "t": {"axes": ["batch", "seq", "d_model"], "random": "normal", "mean": 0, "std": 1, "seed": 3},
                "c": {"axes": ["batch", "seq"], "values": [[2, -1]]}})" +
           rest + "}"});
}

Trace trace_of(const Lesson& lesson) {
  return run(plan(lesson.pipeline));
}

// x is read three times, once through a view, and y twice.
const std::string branching = R"(, "steps": [
  {"op": "linear", "in": ["x", "W"], "out": "y"},
  {"op": "view", "in": ["x"], "out": "split", "shape": ["batch", "seq", "heads", "d_k"]},
  {"op": "transpose", "in": ["split"], "out": "apart", "axes": ["seq", "heads"]},
  {"op": "softmax", "in": ["apart"], "out": "s"},
  {"op": "transpose", "in": ["s"], "out": "back", "axes": [1, 2]},
  {"op": "contiguous", "in": ["back"], "out": "copy"},
  {"op": "view", "in": ["copy"], "out": "joined", "shape": ["batch", "seq", "heads*d_k"]},
  {"op": "gelu", "in": ["y"], "out": "g"},
  {"op": "add", "in": ["g", "joined"], "out": "a"},
  {"op": "relu", "in": ["x"], "out": "aside"},
  {"op": "add", "in": ["y", "x"], "out": "b"},
  {"op": "matmul", "in": ["a", "b"], "out": "m", "transpose_b": true},
  {"op": "matmul", "in": ["m", "a"], "out": "output"}])";

// The lessons and PyTorch's gradients in them: tests/reference/gradient_cases.py --write.
TEST_CASE("every gradient is that of PyTorch's autograd, to 1e-10") {
  std::size_t lessons = 0;
  std::size_t gradients = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_path("tests/fixtures/gradients"))) {
    const std::string path = file.path().string();
    CAPTURE(path);
    const CheckReport report = check(load_lesson_or_throw(read_source(path)));
    for (const ExpectationResult& result : report.expectations) {
      CAPTURE(result.tensor);
      CAPTURE(result.problem);
      CHECK(result.holds);
      CHECK(result.tolerance == 1e-10);
      CHECK(result.compared > 0);
      ++gradients;
    }
    CHECK(report.problems.empty());
    ++lessons;
  }
  CHECK(lessons == 8);
  CHECK(gradients > 8 * 20);
}

/// The loss with one number of an input moved.
double loss_with(Lesson lesson, const std::string& input, std::size_t element, double step) {
  for (Input& each : lesson.pipeline.inputs) {
    if (each.name != input) continue;
    std::vector<double> numbers = materialize(each).values();
    numbers[element] += step;
    each.source = ValuesSource{numbers};
  }
  return backward(trace_of(lesson), *lesson.loss).loss;
}

TEST_CASE("gradients are central differences, where tensors are read several times") {
  constexpr double step = 1e-5;
  for (const char* loss : {R"("sum")", R"({"mse": "t"})", R"({"cross_entropy": "c"})"}) {
    CAPTURE(loss);
    const Lesson lesson = lesson_of(branching + R"(, "loss": )" + loss);
    const Gradients gradients = backward(trace_of(lesson), *lesson.loss);
    for (const char* input : {"x", "W"}) {
      REQUIRE(gradients.find(input) != nullptr);
      const std::vector<double> values = gradients.find(input)->values();
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double slope =
            (loss_with(lesson, input, i, step) - loss_with(lesson, input, i, -step)) / (2 * step);
        CHECK(std::abs(values[i] - slope) < 1e-6 * std::max(1.0, std::abs(slope)));
      }
    }
  }
}

TEST_CASE("shares as a cross-entropy target give what class numbers give") {
  const Lesson numbers = lesson_of(branching + R"(, "loss": {"cross_entropy": "c"})");
  Lesson shares = numbers;
  for (Input& input : shares.pipeline.inputs) {
    if (input.name == "t") input.source = ValuesSource{{0, 0, 2, 0, 0, 0, 0, 0}};
  }
  const Gradients one = backward(trace_of(numbers), {Loss::Kind::cross_entropy, "c"});
  const Gradients other = backward(trace_of(shares), {Loss::Kind::cross_entropy, "t"});
  // 2 of one class over two positions weigh as 1 over the one position that counts.
  CHECK(std::abs(one.loss - other.loss) < 1e-12);
  const std::vector<double> a = one.find("x")->values();
  const std::vector<double> b = other.find("x")->values();
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(std::abs(a[i] - b[i]) < 1e-12);
}

TEST_CASE("every tensor has a gradient of its own shape and axes") {
  const Trace trace = trace_of(lesson_of(branching));
  const Gradients gradients = backward(trace);
  for (const std::string& name : trace.tensor_names()) {
    CAPTURE(name);
    REQUIRE(gradients.find(name) != nullptr);
    CHECK(gradients.find(name)->shape() == trace.find(name)->shape());
  }
  CHECK(gradients.of.size() == trace.tensor_names().size() + 1);
  CHECK(gradients.unreached == std::vector<std::string>{"aside", "t", "c"});
  CHECK(gradients.find("aside")->values() == std::vector<double>(8, 0.0));
  CHECK(gradients.find("joined")->axes().back().heads == 2);
}

TEST_CASE("a gradient's explanation adds up to it, cell by cell") {
  for (const char* loss : {R"("sum")", R"({"mse": "t"})", R"({"cross_entropy": "c"})"}) {
    CAPTURE(loss);
    const Lesson lesson = lesson_of(branching + R"(, "loss": )" + loss);
    const Trace trace = with_gradients(trace_of(lesson), *lesson.loss);
    std::size_t gradients = 0;
    for (const TraceStep& step : trace.steps) {
      if (step.gradient_of.empty() && step.name() != "loss") continue;
      CAPTURE(step.name());
      ++gradients;
      const std::vector<Tensor> operands = trace.operands(step);
      const std::vector<double> again = step.planned.op->forward(operands).values();
      std::size_t i = 0;
      for (CellWalk walk(step.output.shape(), step.output.strides()); !walk.done(); walk.next()) {
        const double value = step.output.at(walk.cell());
        const Explanation why = explain(trace, step, walk.cell());
        CHECK(std::abs(why.value - value) <= 1e-12 * std::max(1.0, std::abs(value)));
        CHECK(std::abs(again[i++] - value) <= 1e-12 * std::max(1.0, std::abs(value)));
        for (const Term& term : why.terms) {
          for (const Operand& read : term.reads) {
            CHECK(operands.at(read.input).at(read.cell) == read.value);
          }
        }
      }
    }
    CHECK(gradients == 4 + 13 + 2);
  }
}

TEST_CASE("what a gradient's step says") {
  const Trace trace = with_gradients(trace_of(lesson_of(branching)));
  const auto formula = [&](const std::string& name) {
    return trace.find_step(name)->planned.notation.formula;
  };
  CHECK(formula("dW") == "dW = xᵀ·dy");
  CHECK(formula("dy") == "dy = db + dg·gelu′(y)");
  CHECK(formula("dm") == "dm = doutput·aᵀ");
  CHECK(formula("da") == "da = mᵀ·doutput + dm·b");
  CHECK(formula("dapart") == "dapart = s·(ds − Σ ds·s)");
  CHECK(formula("dt") == "dt = 0");
  CHECK(trace.find_step("dt")->gradient_of == "t");
  CHECK(explain(trace, *trace.find_step("dt"), {0, 0, 0}).reason.en ==
        "the loss doesn't depend on t");
}

TEST_CASE("a tensor that has a gradient's name keeps it") {
  const Lesson lesson = lesson_of(R"(, "steps": [{"op": "relu", "in": ["x"], "out": "dx"},
    {"op": "gelu", "in": ["dx"], "out": "loss"}])");
  const Trace trace = with_gradients(trace_of(lesson));
  CHECK(trace.find_step("dx")->gradient_of.empty());
  CHECK(trace.find_step("dx_")->gradient_of == "x");
  CHECK(trace.loss == "loss_");
  const Gradients gradients = backward(trace_of(lesson));
  CHECK(gradients.find("x")->name() == "dx_");
  CHECK(trace.find_step("dx_")->planned.notation.pytorch ==
        "dx_, = torch.autograd.grad(loss_, x, retain_graph=True)");
}

TEST_CASE("no two gradients have the same name") {
  const auto steps = [](std::size_t of_x, std::size_t of_x_) {
    const std::string x(of_x, '_');
    const std::string x_(of_x_, '_');
    return R"(, "steps": [{"op": "relu", "in": ["x"], "out": "x_"},
      {"op": "gelu", "in": ["x_"], "out": "dx)" +
           x + R"("},
      {"op": "gelu", "in": ["dx)" +
           x + R"("], "out": "dx)" + x_ + R"("}])";
  };
  for (const std::string& text : {steps(0, 1), steps(0, 2), steps(1, 2), steps(2, 1)}) {
    const Trace trace = with_gradients(trace_of(lesson_of(text)));
    std::set<std::string> names;
    for (const TraceStep& step : trace.steps) CHECK(names.insert(step.name()).second);
    for (const std::string of : {"x", "x_"}) {
      CHECK(std::ranges::count(trace.steps, of, &TraceStep::gradient_of) == 1);
    }
  }
}

TEST_CASE("a loss that makes no sense is refused") {
  const Trace trace = trace_of(lesson_of(branching));
  CHECK(test::error_of([&] {
          backward(trace, {Loss::Kind::mse, "tt"});
        }) == "the loss compares with a tensor 'tt' that there is not; did you mean 't'?");
  CHECK(test::error_of([&] {
          backward(trace, {Loss::Kind::mse, "W"});
        }) ==
        "mse: the target W [d_model=4, d_model=4] does not fit output [batch=1, seq=2, "
        "d_model=4]; its shape must be the result's");
  CHECK(test::error_of([&] {
          backward(trace, {Loss::Kind::cross_entropy, "W"});
        }) ==
        "cross_entropy: the target W [d_model=4, d_model=4] does not fit output [batch=1, seq=2, "
        "d_model=4]; it holds one class number a position, the last axis left out, or the share of "
        "every class in the result's own shape");
  Lesson lesson = lesson_of(branching);
  for (Input& input : lesson.pipeline.inputs) {
    if (input.name == "c") input.source = ValuesSource{{4, 0}};
  }
  CHECK(test::error_of([&] {
          backward(trace_of(lesson), {Loss::Kind::cross_entropy, "c"});
        }) ==
        "cross_entropy: c holds 4, which is none of the 4 classes; classes are counted from 0; a "
        "negative number leaves a position out");
  const Trace failed = trace_of(lesson_of(R"(, "steps": [
    {"op": "transpose", "in": ["x"], "out": "y", "axes": [1, 2]},
    {"op": "view", "in": ["y"], "out": "z", "shape": ["batch", 8]}])"));
  CHECK(test::error_of([&] { backward(failed); }) ==
        "there are no gradients: the steps fail at 'z'");
}

}  // namespace
}  // namespace headtrace
