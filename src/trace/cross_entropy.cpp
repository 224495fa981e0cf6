#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trace/loss_op.hpp"

namespace headtrace {
namespace {

/// L = mean over positions of −Σ t·log softmax(y)
class CrossEntropy final : public LossOp {
 public:
  TensorSpec shape(Specs in) const override {
    Sizes positions = in[in_result].shape();
    if (positions == in[in_target].shape()) return one_number();
    if (!positions.empty()) positions.pop_back();
    if (positions.empty()) positions = {1};
    if (positions == in[in_target].shape()) return one_number();
    misfit(in, "cross_entropy",
           "it holds one class number a position, the last axis left out, or the share of every "
           "class in the result's own shape");
  }

  Tensor forward(Tensors in) const override {
    const Rows rows(in);
    double sum = 0;
    for (std::size_t row = 0; row < rows.count(); ++row) sum += rows.loss(row);
    return number(sum / rows.counted());
  }

  /// With p = softmax(y) of a position: dy = (p·Σt − t)/positions, and for shares dt = −log
  /// p/positions.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    const Rows rows(in);
    const double slope = *gradient.data() / rows.counted();
    std::vector<double> dy(rows.y.size());
    std::vector<double> dt(rows.target.size(), 0.0);
    for (std::size_t row = 0; row < rows.count(); ++row) {
      const double total = rows.total(row);
      const double log_sum = rows.log_sum(row);
      for (std::size_t c = 0; c < rows.classes; ++c) {
        const std::size_t i = row * rows.classes + c;
        const double log_p = rows.y[i] - log_sum;
        dy[i] = total == 0 ? 0 : slope * (std::exp(log_p) * total - rows.share(row, c));
        if (rows.shares) dt[i] = -slope * log_p;
      }
    }
    return {Tensor::of("", in[in_result].axes(), dy), Tensor::of("", in[in_target].axes(), dt)};
  }

  /// A position's part: −log of its class' probability, with the exponentials' sum as a stage.
  Text backward_formula(Specs, std::size_t input) const override {
    return {input == in_result ? "(softmax({0}) − {1})/n·{dy}" : "−log softmax({0})/n·{dy}", ""};
  }

  Explanation explain(Tensors in, const Sizes&) const override {
    const Rows rows(in);
    Explanation why;
    const Tensor& y = in[in_result];
    Sizes cell(y.axes().size(), 0);
    for (std::size_t row = 0; row < rows.count(); ++row) {
      Index rest = static_cast<Index>(row);
      for (std::size_t axis = cell.size() - 1; axis-- > 0;) {
        cell[axis] = rest % y.axes()[axis].size;
        rest /= y.axes()[axis].size;
      }
      if (rows.total(row) != 0) add_position(why, rows, row, cell);
    }
    why.add_up();
    return why;
  }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& y = in[in_result].name;
    const std::string& t = in[in_target].name;
    const bool shares = in[in_result].shape() == in[in_target].shape();
    const std::string numpy = fmt::format("np.log(np.exp({0}).sum(-1, keepdims=True)) - {0}", y);
    return {fmt::format("{} = mean(−log softmax({}) at {})", out, y, t),
            shares ? fmt::format("{0} = -({2} * {1}.log_softmax(-1)).sum(-1).mean()", out, y, t)
                   : fmt::format("{} = F.cross_entropy({}.flatten(0, -2), {}.long().flatten(), "
                                 "ignore_index=-1)",
                                 out, y, t),
            shares
                ? fmt::format("{} = ({} * ({})).sum(-1).mean()", out, t, numpy)
                : fmt::format("{} = np.take_along_axis({}, {}[..., None].astype(int), -1).mean()",
                              out, numpy, t),
            fmt::format("{} = −log softmax({}) 在 {} 处的平均", out, y, t)};
  }

 private:
  /// The result's positions one below the other, and what the target says of each.
  struct Rows {
    std::vector<double> y;
    std::vector<double> target;
    std::size_t classes;
    bool shares;

    explicit Rows(Tensors in)
        : y(in[in_result].values()),
          target(in[in_target].values()),
          classes(static_cast<std::size_t>(in[in_result].axes().back().size)),
          shares(in[in_result].shape() == in[in_target].shape()) {
      if (shares) return;
      for (const double number : target) check_class(number, in[in_target].name());
    }

    void check_class(double number, const std::string& name) const {
      if (number < 0 || (number < static_cast<double>(classes) && number == std::trunc(number))) {
        return;
      }
      throw Error::lesson(fmt::format("cross_entropy: {} holds {}, which is none of the {} classes",
                                      name, shortest(number), classes),
                          "classes are counted from 0; a negative number leaves a position out");
    }

    std::size_t count() const { return y.size() / classes; }

    double share(std::size_t row, std::size_t c) const {
      if (shares) return target[row * classes + c];
      return target[row] == static_cast<double>(c) ? 1 : 0;
    }

    /// The shares of a position together: 0 for one that is left out.
    double total(std::size_t row) const {
      if (!shares) return target[row] < 0 ? 0 : 1;
      double sum = 0;
      for (std::size_t c = 0; c < classes; ++c) sum += share(row, c);
      return sum;
    }

    /// Positions that the mean is over.
    double counted() const {
      if (shares) return static_cast<double>(count());
      return static_cast<double>(
          std::ranges::count_if(target, [](double number) { return number >= 0; }));
    }

    double log_sum(std::size_t row) const {
      const double* first = y.data() + row * classes;
      const double most = *std::max_element(first, first + classes);
      double sum = 0;
      for (std::size_t c = 0; c < classes; ++c) sum += std::exp(first[c] - most);
      return most + std::log(sum);
    }

    double loss(std::size_t row) const {
      if (total(row) == 0) return 0;
      const double whole = log_sum(row);
      double sum = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        if (share(row, c) != 0) sum += share(row, c) * (whole - y[row * classes + c]);
      }
      return sum;
    }
  };

  static void add_position(Explanation& why, const Rows& rows, std::size_t row, Sizes cell) {
    Stage whole{fmt::format("log_sum{}", row), "log(", 0, {}};
    for (std::size_t c = 0; c < rows.classes; ++c) {
      cell.back() = static_cast<Index>(c);
      const double value = rows.y[row * rows.classes + c];
      whole.pattern += fmt::format("{}exp({{{}}})", c > 0 ? " + " : "", c);
      whole.reads.push_back({in_result, cell, value});
      if (rows.share(row, c) == 0) continue;
      std::string pattern = fmt::format("({{{}}} − {{0}}) / {}", whole.name, rows.counted());
      if (rows.shares) pattern = fmt::format("{}·{}", shortest(rows.share(row, c)), pattern);
      const double part = rows.share(row, c) * (rows.log_sum(row) - value) / rows.counted();
      why.terms.push_back({std::move(pattern), part, {{in_result, cell, value}}, {}});
    }
    whole.pattern += ")";
    whole.value = rows.log_sum(row);
    why.stages.push_back(std::move(whole));
  }
};

}  // namespace

std::shared_ptr<const Op> make_cross_entropy() {
  return std::make_shared<CrossEntropy>();
}

}  // namespace headtrace
