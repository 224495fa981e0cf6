#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "ops/entries.hpp"
#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

using namespace test;

/// One example of one entry, made ready to run.
struct Case {
  const OpEntry& entry;
  OpExample example;
  std::unique_ptr<Op> op;
  std::vector<TensorSpec> specs;

  Case(const OpEntry& of, OpExample given)
      : entry(of),
        example(std::move(given)),
        op(make_op(of.name, example.params, example.dims, example.inputs.size())),
        specs(specs_of(example.inputs)) {}

  Tensor forward() const { return op->forward(example.inputs); }
};

void for_each_case(const std::function<void(const Case&)>& check) {
  for (const OpEntry& entry : catalogue()) {
    for (OpExample& example : entry.examples()) {
      const Case ready(entry, std::move(example));
      CAPTURE(entry.name);
      CAPTURE(ready.example.label);
      check(ready);
    }
  }
}

bool is_mask(const OpEntry& entry, std::size_t input) {
  return entry.input_roles[input] == "mask";
}

/// An input with `step` added to one of its numbers, in row-major order.
Tensor moved(const Tensor& x, std::size_t element, double step) {
  std::vector<double> numbers = x.values();
  numbers[element] += step;
  TensorSpec spec = contiguous_spec(x.name(), x.axes());
  spec.layout = x.spec().layout;
  return Tensor::of(x.name(), x.axes(), numbers).window(spec);
}

/// The gradient of Σ upstream·y in one number of an input, over the finite numbers of y. Only
/// forward is asked, so it doesn't matter that a moved input is contiguous.
double central_difference(const Case& c, std::size_t input, std::size_t element,
                          const Tensor& upstream) {
  constexpr double step = 1e-5;
  std::vector<Tensor> less = c.example.inputs;
  std::vector<Tensor> more = c.example.inputs;
  less[input] = moved(less[input], element, -step);
  more[input] = moved(more[input], element, step);
  const std::vector<double> low = c.op->forward(less).values();
  const std::vector<double> high = c.op->forward(more).values();
  const std::vector<double> dy = upstream.values();
  double gradient = 0;
  for (std::size_t i = 0; i < dy.size(); ++i) {
    if (std::isfinite(low[i])) gradient += dy[i] * (high[i] - low[i]) / (2 * step);
  }
  return gradient;
}

/// The inputs with their numbers elsewhere in memory; empty where the shape rule refuses that.
std::vector<Tensor> relocated(const Case& c, Tensor (*elsewhere)(const Tensor&)) {
  std::vector<Tensor> inputs;
  for (const Tensor& input : c.example.inputs) inputs.push_back(elsewhere(input));
  try {
    c.op->shape(specs_of(inputs));
  } catch (const Error&) {
    CHECK(c.entry.name == "view");
    return {};
  }
  return inputs;
}

void check_same_elsewhere(const Case& c, Tensor (*elsewhere)(const Tensor&)) {
  const std::vector<Tensor> inputs = relocated(c, elsewhere);
  if (inputs.empty()) return;
  const Tensor expected = c.forward();
  const Tensor y = c.op->forward(inputs);
  CHECK(difference(y, expected, 1e-12) == "");
  const TensorSpec spec = c.op->shape(specs_of(inputs));
  CHECK(describe(y.strides()) == describe(spec.strides));
  CHECK(y.spec().offset == spec.offset);
  for (CellWalk walk(y.shape(), y.strides()); !walk.done(); walk.next()) {
    CHECK(close_to(c.op->explain(inputs, walk.cell()).value, expected.at(walk.cell()), 1e-12));
  }
  const Tensor upstream = example_tensor("dy", y.axes(), 77);
  const auto gradients = c.op->backward(inputs, y, elsewhere(upstream));
  const auto wanted = c.op->backward(c.example.inputs, expected, upstream);
  REQUIRE(gradients.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CHECK(difference(gradients[i], wanted[i], 1e-12) == "");
  }
}

}  // namespace

TEST_CASE("every operation says what it is, in both languages") {
  std::set<std::string> names;
  for (const OpEntry& entry : catalogue()) {
    CAPTURE(entry.name);
    CHECK(names.insert(entry.name).second);
    CHECK(!entry.formula.empty());
    CHECK(!entry.pytorch.empty());
    CHECK(!entry.numpy.empty());
    CHECK(!entry.meaning.en.empty());
    CHECK(!entry.meaning.zh.empty());
    CHECK(entry.input_roles.size() >= std::min<std::size_t>(entry.max_inputs, 2));
    CHECK(!entry.examples().empty());
    for (const ParamInfo& info : entry.params) {
      CHECK(!info.meaning.en.empty());
      CHECK(!info.meaning.zh.empty());
    }
  }
}

TEST_CASE("the shape rule is what forward gives: axes, strides and place in memory") {
  for_each_case([](const Case& c) {
    const TensorSpec spec = c.op->shape(c.specs);
    const Tensor y = c.forward();
    REQUIRE(describe(y.axes()) == describe(spec.axes));
    for (std::size_t i = 0; i < spec.axes.size(); ++i) {
      CHECK(y.axes()[i].heads == spec.axes[i].heads);
    }
    CHECK(describe(y.strides()) == describe(spec.strides));
    CHECK(y.spec().offset == spec.offset);
    CHECK(y.spec().layout == spec.layout);
    CHECK(y.name() == spec.name);
  });
}

TEST_CASE("a result is called a view exactly where it shares an input's storage") {
  for_each_case([](const Case& c) {
    const Tensor y = c.forward();
    const auto claimed = c.op->view_of(c.specs);
    for (std::size_t i = 0; i < c.example.inputs.size(); ++i) {
      CHECK(y.shares_storage_with(c.example.inputs[i]) == (claimed == i));
    }
    CHECK((c.op->cost(c.specs).bytes == 0) == claimed.has_value());
    if (!claimed) {
      CHECK(c.op->cost(c.specs).bytes == static_cast<double>(y.size()) * sizeof(double));
    }
  });
}

TEST_CASE("explain gives every cell, as the sum of terms that read what is there") {
  for_each_case([](const Case& c) {
    const Tensor y = c.forward();
    for (CellWalk walk(y.shape(), y.strides()); !walk.done(); walk.next()) {
      CAPTURE(describe(walk.cell()));
      const Explanation why = c.op->explain(c.example.inputs, walk.cell());
      CHECK(close_to(why.value, y.at(walk.cell()), 1e-12));
      double sum = 0;
      std::vector<Operand> reads;
      REQUIRE(!why.terms.empty());
      for (const Term& term : why.terms) {
        sum += term.value;
        CHECK(!term.pattern.empty());
        reads.insert(reads.end(), term.reads.begin(), term.reads.end());
      }
      CHECK(close_to(why.value, sum, 1e-12));
      for (const Stage& stage : why.stages) {
        CHECK(!stage.pattern.empty());
        reads.insert(reads.end(), stage.reads.begin(), stage.reads.end());
      }
      for (const Operand& read : reads) {
        CHECK(close_to(c.example.inputs[read.input].at(read.cell), read.value, 0));
      }
      CHECK(why.reason.en.empty() == why.reason.zh.empty());
    }
  });
}

TEST_CASE("backward equals central differences") {
  for_each_case([](const Case& c) {
    const Tensor y = c.forward();
    const std::vector<double> numbers = y.values();
    if (std::ranges::any_of(numbers, [](double v) { return std::isnan(v); })) return;
    const Tensor upstream = example_tensor("dy", y.axes(), 99);
    const std::vector<Tensor> gradients = c.op->backward(c.example.inputs, y, upstream);
    REQUIRE(gradients.size() == c.example.inputs.size());
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      REQUIRE(gradients[i].shape() == c.example.inputs[i].shape());
      const std::vector<double> gradient = gradients[i].values();
      for (std::size_t k = 0; k < gradient.size(); ++k) {
        CAPTURE(i);
        CAPTURE(k);
        const double expected = is_mask(c.entry, i) ? 0 : central_difference(c, i, k, upstream);
        CHECK(close_to(gradient[k], expected, 1e-6));
      }
    }
  });
}

TEST_CASE("it does not matter where in memory the inputs lie") {
  SUBCASE("transposed, with gaps") {
    for_each_case([](const Case& c) { check_same_elsewhere(c, scattered); });
  }
  SUBCASE("contiguous, at an offset") {
    for_each_case([](const Case& c) { check_same_elsewhere(c, shifted); });
  }
}

TEST_CASE("formula and lines name the result and every operand") {
  for_each_case([](const Case& c) {
    const Notation notation = c.op->notation(c.specs, "result");
    for (const std::string& line : {notation.formula, notation.pytorch, notation.numpy}) {
      CAPTURE(line);
      CHECK(line.find("result") != std::string::npos);
      for (const TensorSpec& spec : c.specs) CHECK(line.find(spec.name) != std::string::npos);
    }
  });
}

TEST_CASE("listed parameters are read, by their type; others are refused") {
  // Of no type that a parameter may have but a list, and of none that a list may have.
  const ParamValue no_list = flag(true);
  const ParamValue a_list = list({"neither", "nor", "this"});
  for (const OpEntry& entry : catalogue()) {
    CAPTURE(entry.name);
    const OpExample example = entry.examples().front();
    for (const ParamInfo& info : entry.params) {
      CAPTURE(info.name);
      Params params = example.params;
      const bool wants_list = info.type == ParamType::axes || info.type == ParamType::shape;
      params.set(info.name, wants_list ? no_list : a_list);
      try {
        make_op(entry.name, params, example.dims, example.inputs.size());
        FAIL("a parameter of the wrong type was accepted");
      } catch (const Error& error) {
        CHECK(error.parameter() == info.name);
      }
    }
    Params params = example.params;
    params.set("no_such", number(1));
    CHECK(error_of([&] { make_op(entry.name, params, example.dims, example.inputs.size()); }) ==
          entry.name + " has no parameter 'no_such'");
  }
}

TEST_CASE("required parameters are missed, others are not") {
  for (const OpEntry& entry : catalogue()) {
    CAPTURE(entry.name);
    const OpExample example = entry.examples().front();
    for (const ParamInfo& info : entry.params) {
      CAPTURE(info.name);
      Params params;
      for (const auto& [name, value] : example.params.values()) {
        if (name != info.name) params.set(name, value);
      }
      const std::string message =
          error_of([&] { make_op(entry.name, params, example.dims, example.inputs.size()); });
      CHECK(message.starts_with("'" + info.name + "' is missing") == info.required);
      if (!info.required) CHECK(message == "");
    }
  }
}

TEST_CASE("an unknown operation, and a wrong number of inputs") {
  CHECK(error_of([] { find_op("sofmax"); }) ==
        "unknown operation 'sofmax'; did you mean 'softmax'?");
  CHECK(error_of([] { make_op("add", {}, {}, 1); }) == "add reads 2 tensors (a, b), got 1");
  CHECK(error_of([] { make_op("layer_norm", {}, {}, 4); }) ==
        "layer_norm reads 1 to 3 tensors (x, gamma, beta), got 4");
  CHECK(error_of([] {
          make_op("concat", {{"axis", number(0)}}, {}, 1);
        }) == "concat reads 2 or more tensors (a, b, …), got 1");
}

}  // namespace headtrace
