#include "study/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "ops/entries.hpp"
#include "study/dtype_rounding.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

/// Which numbers in memory a tensor is, and how it reads them.
std::string tensor_key(const Tensor& tensor) {
  const auto layout = tensor.spec().layout;
  return fmt::format("|{} {} {} {}", static_cast<const void*>(tensor.data()),
                     fmt::join(tensor.shape(), ","), fmt::join(tensor.strides(), ","),
                     layout ? static_cast<int>(*layout) : -1);
}

/// What a result depends on: the operation and the very numbers it reads.
std::string key_of(const Step& step, const std::vector<Tensor>& operands) {
  std::string key = step.op;
  for (const auto& [name, value] : step.params.values())
    key += ";" + name + "=" + as_written(value);
  for (const Tensor& operand : operands) key += tensor_key(operand);
  return key;
}

/// The largest finite magnitude; 0 where there is none.
double largest_of(const Tensor& tensor) {
  const Statistics stats = statistics(tensor);
  return stats.finite() > 0 ? std::max(std::abs(stats.min), std::abs(stats.max)) : 0;
}

/// Axes of size 1 apart, the learner's shape is the one expected.
Tensor with_axes_of(const Tensor& got, const Tensor& expected) {
  Sizes a = got.shape();
  Sizes b = expected.shape();
  std::erase(a, 1);
  std::erase(b, 1);
  return a == b ? Tensor::of(got.name(), expected.axes(), got.values()) : got;
}

/// One input changes the numbers of a mask; else inputs are the base's own.
Tensor input_numbers(const Input& input, const std::map<std::string, Tensor>& known) {
  const auto it = known.find(input.name);
  return it != known.end() ? it->second : materialize(input);
}

}  // namespace

/// One evaluation of one pipeline: tensors are computed when they are asked for.
class Evaluator::Run {
 public:
  Run(Evaluator& evaluator, const Pipeline& pipeline, const RoundTo* rounding = nullptr)
      : evaluator_(evaluator), pipeline_(pipeline), rounding_(rounding) {
    for (const MatchedTensor& each : evaluator.given_) {
      if (each.shape_agrees) given_[each.name] = &each.tensor;
    }
  }

  /// What the step that makes `name` gives; throws Error where it can't be computed.
  Tensor expected(const std::string& name) {
    const auto known = expected_.find(name);
    if (known != expected_.end()) return known->second;
    const Step* step = pipeline_.find_step(name);
    Tensor result = step == nullptr ? input(name) : computed(*step);
    if (rounding_ != nullptr) result = rounded(result, *rounding_);
    expected_[name] = result;
    return result;
  }

  std::vector<Tensor> operands(const Step& step) {
    std::vector<Tensor> operands;
    for (const std::string& name : step.in) operands.push_back(operand(name).renamed(name));
    return operands;
  }

 private:
  Tensor input(const std::string& name) const {
    const Input* input = pipeline_.find_input(name);
    if (input == nullptr) throw Error::lesson(fmt::format("no tensor '{}'", name));
    return input_numbers(*input, evaluator_.inputs_);
  }

  /// The learner's own tensor where there is one.
  Tensor operand(const std::string& name) {
    const auto it = given_.find(name);
    return it != given_.end() ? *it->second : expected(name);
  }

  Tensor computed(const Step& step) {
    const std::vector<Tensor> read = operands(step);
    const std::string key = rounding_ == nullptr ? key_of(step, read) : "";
    const auto known = evaluator_.computed_.find(key);
    if (rounding_ == nullptr && known != evaluator_.computed_.end()) return known->second;
    const auto op = make_op(step.op, step.params, pipeline_.dims, read.size());
    op->shape(specs_of(read));
    Tensor result = op->forward(read);
    if (rounding_ == nullptr) {
      evaluator_.computed_[key] = result;
      evaluator_.order_.push_back(key);
      // What the key names by its address must live as long as the key.
      for (std::size_t i = 0; i < read.size(); ++i) {
        evaluator_.computed_[fmt::format("{}#{}", key, i)] = read[i];
      }
    }
    return result;
  }

  Evaluator& evaluator_;
  const Pipeline& pipeline_;
  const RoundTo* rounding_;
  std::map<std::string, const Tensor*> given_;
  std::map<std::string, Tensor> expected_;
};

Evaluator::Evaluator(const Pipeline& base, const std::vector<MatchedTensor>& given)
    : given_(given) {
  for (const Input& input : base.inputs) inputs_[input.name] = materialize(input);
  measure_rounding(base);
}

/// How far rounding every tensor on the way to the learner's dtype moves each of theirs; torch's
/// own tolerance for the dtype at least.
void Evaluator::measure_rounding(const Pipeline& base) {
  std::map<std::string, Run> rounded_runs;
  Run exact(*this, base);
  for (const MatchedTensor& each : given_) {
    const RoundTo& rounding = rounding_of(each.dtype);
    Tolerance tolerance = rounding.torch;
    try {
      auto it = rounded_runs.find(rounding.dtype);
      if (it == rounded_runs.end()) {
        it = rounded_runs.emplace(rounding.dtype, Run(*this, base, &rounding)).first;
      }
      const Tensor expected = exact.expected(each.name);
      const auto moved = difference(expected, it->second.expected(each.name));
      const double largest = largest_of(expected);
      largest_[each.name] = largest;
      if (moved && std::isfinite(moved->greatest)) {
        tolerance.absolute = std::max(tolerance.absolute, rounding.factor * moved->greatest);
      }
      tolerance.absolute = std::max(tolerance.absolute, rounding.factor * rounding.unit * largest);
    } catch (const Error&) {
      // A step that can't be computed from what was given has torch's tolerance alone.
    }
    tolerances_[each.name] = tolerance;
  }
}

Agreement Evaluator::held_against(const MatchedTensor& given, const Tensor& expected) {
  Agreement agreement;
  agreement.name = given.name;
  agreement.tolerance = tolerances_[given.name];
  agreement.expected = expected;
  // A mistake that makes larger numbers also makes larger rounding errors.
  if (const double usual = largest_[given.name]; usual > 0) {
    agreement.tolerance.absolute *= std::max(1.0, largest_of(expected) / usual);
  }
  const Tensor got = given.tensor.shape() == expected.shape()
                         ? given.tensor
                         : with_axes_of(given.tensor, expected);
  if (const auto found = difference(expected, got, agreement.tolerance)) {
    agreement.difference = *found;
    agreement.agrees = found->mismatched == 0;
  } else {
    agreement.shape_agrees = agreement.agrees = false;
  }
  return agreement;
}

Evaluation Evaluator::evaluate(const Pipeline& pipeline) {
  Evaluation evaluation;
  Run run(*this, pipeline);
  for (const MatchedTensor& each : given_) {
    try {
      const Tensor expected = run.expected(each.name);
      const std::string key = each.name + tensor_key(expected);
      auto held = held_.find(key);
      if (held == held_.end()) {
        held = held_.emplace(key, held_against(each, expected)).first;
        held_order_.push_back(key);
      }
      evaluation.checked.push_back(held->second);
    } catch (const Error& error) {
      evaluation.failure = error;
      return evaluation;
    }
  }
  return evaluation;
}

CellArithmetic Evaluator::arithmetic(const Pipeline& pipeline, const std::string& name,
                                     const Sizes& cell) {
  Run run(*this, pipeline);
  const Step& step = *pipeline.find_step(name);
  CellArithmetic found;
  found.cell = cell;
  found.trace.dims = pipeline.dims;
  found.trace.inputs = run.operands(step);
  TraceStep& alone = found.trace.steps.emplace_back();
  alone.planned.step = step;
  alone.planned.op = make_op(step.op, step.params, pipeline.dims, step.in.size());
  if (const auto viewed = alone.planned.op->view_of(specs_of(found.trace.inputs))) {
    alone.planned.view_of = step.in[*viewed];
  }
  alone.output = run.expected(name).renamed(name);
  found.why = explain(found.trace, alone, cell);
  return found;
}

void Evaluator::forget_since(Mark mark) {
  for (std::size_t i = mark.held; i < held_order_.size(); ++i) held_.erase(held_order_[i]);
  held_order_.resize(mark.held);
  for (std::size_t i = mark.computed; i < order_.size(); ++i) {
    for (auto it = computed_.lower_bound(order_[i]);
         it != computed_.end() && it->first.starts_with(order_[i]);) {
      it = computed_.erase(it);
    }
  }
  order_.resize(mark.computed);
}

}  // namespace headtrace
