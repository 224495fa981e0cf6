#include "trace/loss.hpp"

#include <fmt/format.h>

#include "core/shape.hpp"
#include "trace/loss_op.hpp"

namespace headtrace {
namespace {

/// L = Σ y
class SumLoss final : public LossOp {
 public:
  TensorSpec shape(Specs) const override { return one_number(); }

  Tensor forward(Tensors in) const override {
    double sum = 0;
    for (const double x : in[in_result].values()) sum += x;
    return number(sum);
  }

  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    return {Tensor::filled("", in[in_result].axes(), *gradient.data())};
  }

  Text backward_formula(Specs, std::size_t) const override {
    return {"{dy} for every element", "每个元素都是 {dy}"};
  }

  Explanation explain(Tensors in, const Sizes&) const override {
    Explanation why;
    const Tensor& y = in[in_result];
    for (CellWalk walk(y.shape(), y.strides()); !walk.done(); walk.next()) {
      const double value = y.data()[walk.offset()];
      why.terms.push_back({"{0}", value, {{in_result, walk.cell(), value}}, {}});
    }
    why.add_up();
    return why;
  }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& y = in[in_result].name;
    return {fmt::format("{} = Σ {}", out, y), fmt::format("{} = {}.sum()", out, y),
            fmt::format("{} = {}.sum()", out, y)};
  }
};

/// L = mean((y − target)²)
class MeanSquare final : public LossOp {
 public:
  TensorSpec shape(Specs in) const override {
    if (in[in_result].shape() == in[in_target].shape()) return one_number();
    misfit(in, "mse", "its shape must be the result's");
  }

  Tensor forward(Tensors in) const override {
    const std::vector<double> apart = differences(in);
    double sum = 0;
    for (const double d : apart) sum += d * d;
    return number(sum / static_cast<double>(apart.size()));
  }

  /// L = Σ (y − t)²/n, so dy = 2·(y − t)/n and dt = −dy.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    std::vector<double> numbers = differences(in);
    const double slope = 2 * *gradient.data() / static_cast<double>(numbers.size());
    for (double& d : numbers) d *= slope;
    const Tensor dy = Tensor::of("", in[in_result].axes(), numbers);
    for (double& d : numbers) d = -d;
    return {dy, Tensor::of("", in[in_target].axes(), numbers)};
  }

  Text backward_formula(Specs, std::size_t input) const override {
    return {input == in_result ? "2·({0} − {1})/n·{dy}" : "2·({1} − {0})/n·{dy}", ""};
  }

  Explanation explain(Tensors in, const Sizes&) const override {
    Explanation why;
    const Tensor& y = in[in_result];
    const auto count = static_cast<double>(y.size());
    for (CellWalk walk(y.shape(), y.strides()); !walk.done(); walk.next()) {
      const double value = y.data()[walk.offset()];
      const double target = in[in_target].at(walk.cell());
      why.terms.push_back({fmt::format("({{0}} − {{1}})² / {}", y.size()),
                           (value - target) * (value - target) / count,
                           {{in_result, walk.cell(), value}, {in_target, walk.cell(), target}},
                           {}});
    }
    why.add_up();
    return why;
  }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& y = in[in_result].name;
    const std::string& t = in[in_target].name;
    return {fmt::format("{} = mean(({} − {})²)", out, y, t),
            fmt::format("{} = F.mse_loss({}, {})", out, y, t),
            fmt::format("{} = (({} - {}) ** 2).mean()", out, y, t),
            fmt::format("{} = ({} − {})² 的平均", out, y, t)};
  }

 private:
  static std::vector<double> differences(Tensors in) {
    std::vector<double> apart = in[in_result].values();
    const std::vector<double> target = in[in_target].values();
    for (std::size_t i = 0; i < apart.size(); ++i) apart[i] -= target[i];
    return apart;
  }
};

}  // namespace

void LossOp::misfit(Specs in, const std::string& name, const std::string& expected) {
  throw Error::shape(fmt::format("{}: the target {} does not fit {}", name, describe(in[in_target]),
                                 describe(in[in_result])),
                     expected);
}

std::shared_ptr<const Op> make_loss_op(Loss::Kind kind) {
  switch (kind) {
    case Loss::Kind::mse:
      return std::make_shared<MeanSquare>();
    case Loss::Kind::cross_entropy:
      return make_cross_entropy();
    case Loss::Kind::sum:
      break;
  }
  return std::make_shared<SumLoss>();
}

std::string loss_name(Loss::Kind kind) {
  switch (kind) {
    case Loss::Kind::mse:
      return "mse";
    case Loss::Kind::cross_entropy:
      return "cross_entropy";
    case Loss::Kind::sum:
      break;
  }
  return "sum";
}

}  // namespace headtrace
