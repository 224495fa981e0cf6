#include <fmt/format.h>

#include <cstdint>
#include <headtrace/op.hpp>
#include <headtrace/random.hpp>
#include <limits>

#include "ops/entries.hpp"

namespace headtrace {
namespace {

/// While training each number is dropped with probability p and the others are divided by 1 − p
/// (Srivastava et al. 2014, scaled as in PyTorch); otherwise x passes through.
class Dropout final : public Op {
 public:
  Dropout(double p, bool training, std::uint32_t seed) : p_(p), training_(training), seed_(seed) {}

  TensorSpec shape(Specs in) const override {
    TensorSpec out = training_ ? contiguous_spec("", in[0].axes) : in[0];
    out.name.clear();
    out.layout = in[0].layout;
    return out;
  }

  std::optional<std::size_t> view_of(Specs) const override {
    return training_ ? std::nullopt : std::optional<std::size_t>(0);
  }

  Tensor forward(Tensors in) const override {
    return training_ ? thinned(in[0]).window(shape(specs_of(in))) : in[0].renamed("");
  }

  /// y = x·keep/(1 − p) with the same draws, so dx = dy·keep/(1 − p).
  std::vector<Tensor> backward(Tensors, const Tensor&, const Tensor& gradient) const override {
    return {training_ ? thinned(gradient) : gradient};
  }

  Text backward_formula(Specs, std::size_t) const override {
    return {training_ ? "{dy}·keep/(1 − p)" : "{dy}", ""};
  }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    if (!training_) return explain_moved(in, 0, cell);
    const double drawn = draw_for(in[0].axes(), cell);
    const double x = in[0].at(cell);
    const bool kept = drawn >= p_;
    const std::string p = shortest(p_);
    Explanation why;
    why.terms.push_back({kept ? "{0} / (1 − " + p + ")" : "{0}·0",
                         kept ? x / (1 - p_) : x * 0,
                         {{0, cell, x}},
                         {}});
    why.reason =
        kept ? Text{fmt::format("kept: its random number {:.4f} is not below p = {}", drawn, p),
                    fmt::format("保留：抽到的随机数 {:.4f} 不小于 p = {}", drawn, p)}
             : Text{fmt::format("dropped: its random number {:.4f} is below p = {}", drawn, p),
                    fmt::format("丢弃：抽到的随机数 {:.4f} 小于 p = {}", drawn, p)};
    why.add_up();
    return why;
  }

  Cost cost(Specs in) const override { return training_ ? cost_of_result(in[0], 1) : Cost{}; }

  /// PyTorch draws other numbers, so its line spells out which are kept.
  Notation notation(Specs in, const std::string& out) const override {
    const std::string& x = in[0].name;
    const std::string same = fmt::format("{} = {}", out, x);
    if (!training_) {
      return {same + "  (dropout passes x on outside training)",
              fmt::format("{} = F.dropout({}, {}, training=False)", out, x, shortest(p_)), same,
              same + "（训练之外 dropout 让 x 原样通过）"};
    }
    const std::string keep = fmt::format("np.random.RandomState({}).random_sample({}) >= {}", seed_,
                                         python_tuple(in[0].shape()), shortest(p_));
    return {
        fmt::format("{} = {}·keep/(1 − {})", out, x, shortest(p_)),
        fmt::format("import numpy as np; keep = torch.from_numpy({}); {} = {} * keep / (1 - {})",
                    keep, out, x, shortest(p_)),
        fmt::format("keep = {}; {} = {} * keep / (1 - {})", keep, out, x, shortest(p_))};
  }

 private:
  Tensor thinned(const Tensor& x) const {
    const Tensor source = x.contiguous();
    Tensor y = Tensor::uninitialized("", x.axes());
    RandomState random(seed_);
    for (Index i = 0; i < y.size(); ++i) {
      const bool kept = random.random_sample() >= p_;
      y.data()[i] = kept ? source.data()[i] / (1 - p_) : source.data()[i] * 0;
    }
    return y;
  }

  /// The random number that decides on `cell`: one is drawn for each in row-major order.
  double draw_for(const Axes& axes, const Sizes& cell) const {
    Index position = 0;
    for (std::size_t i = 0; i < cell.size(); ++i) position = position * axes[i].size + cell[i];
    RandomState random(seed_);
    for (Index i = 0; i < position; ++i) random.random_sample();
    return random.random_sample();
  }

  double p_;
  bool training_;
  std::uint32_t seed_;
};

std::uint32_t read_seed(const Params& params) {
  const long long seed = params.integer("seed", 0);
  constexpr long long largest = std::numeric_limits<std::uint32_t>::max();
  if (seed >= 0 && seed <= largest) return static_cast<std::uint32_t>(seed);
  throw params.placed("seed",
                      Error::in_parameter("seed", fmt::format("dropout: 'seed' is {}", seed),
                                          fmt::format("expected 0 to {}", largest)));
}

std::unique_ptr<Op> make_dropout(const Params& params, const Dims&) {
  const double p = params.number("p");
  if (!(p >= 0 && p < 1)) {
    throw params.placed(
        "p", Error::in_parameter("p", fmt::format("dropout: 'p' is {}", shortest(p)),
                                 "expected the share to drop: 0 or more, and less than 1"));
  }
  return std::make_unique<Dropout>(p, params.flag("training", false), read_seed(params));
}

std::vector<OpExample> dropout_examples() {
  const Params training{{"p", {0.5, {}}}, {"training", {true, {}}}, {"seed", {7.0, {}}}};
  const Params passing{{"p", {0.1, {}}}};
  const Tensor x = example_tensor("x", {{"seq", 3}, {"d_model", 4}}, 1);
  const Tensor row = example_tensor("x", {{"d_model", 4}}, 2);
  return {{"training", training, {x}, {}},
          {"training on one axis", training, {row}, {}},
          {"not training", passing, {x}, {}}};
}

}  // namespace

OpEntry dropout_op() {
  return {
      .name = "dropout",
      .formula = "y = x·keep/(1 − p)",
      .pytorch = "F.dropout(x, p, training)",
      .numpy = "x * keep / (1 - p)",
      .meaning = {"While training, numbers are set to 0 at random and the rest made larger to "
                  "make up for them; afterwards everything passes unchanged.",
                  "训练时随机把一些数置 0，剩下的相应放大来补偿；训练结束后，一切原样通过。"},
      .input_roles = {"x"},
      .params = {{"p",
                  ParamType::number,
                  true,
                  {"the probability of being dropped, in [0, 1)", "每个数被置 0 的概率，[0, 1)"}},
                 {"training",
                  ParamType::flag,
                  false,
                  {"true drops numbers; false (default) passes x on",
                   "true 才会丢弃；false（默认）原样通过"}},
                 {"seed",
                  ParamType::integer,
                  false,
                  {"of the random numbers, those of NumPy's RandomState(seed) (default 0)",
                   "随机数种子，与 NumPy 的 RandomState(seed) 一致（默认 0）"}}},
      .make = make_dropout,
      .examples = dropout_examples};
}

}  // namespace headtrace
