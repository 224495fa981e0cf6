#include <fmt/format.h>

#include <cmath>
#include <headtrace/op.hpp>

#include "core/did_you_mean.hpp"
#include "core/vectorized.hpp"
#include "core/words.hpp"
#include "ops/elementwise.hpp"
#include "ops/entries.hpp"

namespace headtrace {
namespace {

HEADTRACE_VECTORIZED void multiply_all(const double* x, double factor, double* y, Index count) {
  for (Index i = 0; i < count; ++i) y[i] = x[i] * factor;
}

HEADTRACE_VECTORIZED void divide_all(const double* x, double divisor, double* y, Index count) {
  for (Index i = 0; i < count; ++i) y[i] = x[i] / divisor;
}

/// y = x·by. Scores are scaled by 1/√n: then x is divided by √n, which is exact where n is a
/// square, and n is kept so that it can be shown.
class Scale final : public Elementwise {
 public:
  static std::unique_ptr<Op> by_number(double factor) {
    return std::unique_ptr<Op>(new Scale(factor, 0));
  }
  static std::unique_ptr<Op> by_root(Index n) {
    return std::unique_ptr<Op>(new Scale(std::sqrt(static_cast<double>(n)), n));
  }

  Text backward_formula(Specs, std::size_t) const override {
    return {root_of_ == 0 ? "{dy}·" + shortest(amount_) : fmt::format("{{dy}} / √{}", root_of_),
            ""};
  }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& x = in[0].name;
    if (root_of_ == 0) {
      const std::string line = fmt::format("{} = {} * {}", out, x, shortest(amount_));
      return {fmt::format("{} = {}·{}", out, shortest(amount_), x), line, line};
    }
    const std::string line = fmt::format("{} = {} / math.sqrt({})", out, x, root_of_);
    return {fmt::format("{} = {} / √{}", out, x, root_of_), line, line};
  }

 protected:
  void apply(const double* x, double* y, Index count) const override {
    if (root_of_ == 0) {
      multiply_all(x, amount_, y, count);
    } else {
      divide_all(x, amount_, y, count);
    }
  }

  void apply_backward(const double*, const double* dy, double* dx, Index count) const override {
    apply(dy, dx, count);
  }

  std::string pattern() const override {
    return root_of_ == 0 ? "{0}·" + shortest(amount_) : fmt::format("{{0}} / √{}", root_of_);
  }

  double value(double x) const override {
    return root_of_ == 0 ? x * amount_ : x / std::sqrt(static_cast<double>(root_of_));
  }

  double flops_per_element() const override { return 1; }

 private:
  Scale(double amount, Index root_of) : amount_(amount), root_of_(root_of) {}

  double amount_;  ///< the factor, or √n
  Index root_of_;  ///< n, or 0 for a factor
};

/// The name between `1/sqrt(` and `)`, or nothing.
std::optional<std::string> name_under_root(const std::string& by) {
  constexpr std::string_view opening = "1/sqrt(";
  if (!by.starts_with(opening) || !by.ends_with(')')) return std::nullopt;
  return by.substr(opening.size(), by.size() - opening.size() - 1);
}

Error unknown_factor(const std::string& by, const Dims& dims) {
  std::vector<std::string> accepted;
  for (const std::string& name : dims.known()) accepted.push_back("1/sqrt(" + name + ")");
  const std::string guess = did_you_mean(by, accepted);
  return Error::in_parameter("by", fmt::format("scale: 'by' is \"{}\"", by),
                             guess.empty() ? "accepted: a number, or \"1/sqrt(d_k)\" with any axis "
                                             "whose size is known"
                                           : guess);
}

std::unique_ptr<Op> make_scale(const Params& params, const Dims& dims) {
  const std::string by = params.text("by");
  if (const auto number = parse_number(by); number && std::isfinite(*number)) {
    return Scale::by_number(*number);
  }
  const auto name = name_under_root(by);
  if (!name) throw params.placed("by", unknown_factor(by, dims));
  try {
    return Scale::by_root(dims.axis(*name, "by").size);
  } catch (const Error& error) {
    throw params.placed("by", error);
  }
}

std::vector<OpExample> scale_examples() {
  const Dims dims({{"d_model", 4}, {"heads", 2}});
  const Params by_root{{"by", {std::string("1/sqrt(d_k)"), {}}}};
  const Params by_number{{"by", {-0.25, {}}}};
  const Tensor scores = example_tensor("scores", {{"heads", 2}, {"seq", 3}, {"key_seq", 3}}, 1);
  return {{"scores by 1/√d_k", by_root, {scores}, dims}, {"by a number", by_number, {scores}, {}}};
}

}  // namespace

OpEntry scale_op() {
  return {
      .name = "scale",
      .formula = "y = x·c",
      .pytorch = "x / math.sqrt(d_k)",
      .numpy = "x / math.sqrt(d_k)",
      .meaning = {"Every number is multiplied by the same constant; scores are divided by √d_k so "
                  "that wider heads don't make the softmax more extreme.",
                  "每个数乘以同一个常数；分数要除以 √d_k，免得头越宽，softmax 的结果就越极端。"},
      .input_roles = {"x"},
      .params = {{"by",
                  ParamType::number_or_text,
                  true,
                  {"a number, or \"1/sqrt(d_k)\" with any axis's name",
                   "一个数，或写成 \"1/sqrt(d_k)\"，括号里可以是任何轴名"}}},
      .make = make_scale,
      .examples = scale_examples};
}

}  // namespace headtrace
