#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <headtrace/op.hpp>

#include "core/shape.hpp"
#include "core/vectorized.hpp"
#include "ops/entries.hpp"
#include "ops/walk.hpp"

namespace headtrace {
namespace {

constexpr std::size_t in_x = 0;
constexpr std::size_t in_gamma = 1;
constexpr std::size_t in_beta = 2;
constexpr double default_eps = 1e-5;
constexpr double norm_cost = 8;  ///< of one number, for parallel_for

/// A line's mean and biased variance (divided by n, not n−1: Ba et al. 2016, and PyTorch).
struct Moments {
  double mean;
  double variance;
};

[[gnu::always_inline]] inline Moments moments(const double* x, Index length) {
  const auto n = static_cast<double>(length);
  const double mean = sum_over(length, [x](Index i) { return x[i]; }) / n;
  const double squares = sum_over(length, [x, mean](Index i) {
    const double distance = x[i] - mean;
    return distance * distance;
  });
  return {mean, squares / n};
}

/// How the variance becomes what a number is divided by. Other ways than √(variance + eps) are in
/// use, and a frequent reason why two LayerNorms differ.
struct Divisor {
  double eps = default_eps;
  bool unbiased = false;     ///< the variance is divided by n − 1
  bool eps_outside = false;  ///< √variance + eps

  double correction(Index n) const {
    return unbiased ? static_cast<double>(n) / static_cast<double>(n - 1) : 1;
  }
  /// The divisor, from the variance that it goes by.
  double of(double variance) const {
    return eps_outside ? std::sqrt(variance) + eps : std::sqrt(variance + eps);
  }
  /// 1 over the divisor, from the biased variance.
  double inverse(double variance, Index n) const { return 1 / of(variance * correction(n)); }
  /// −2·(d inverse/d variance)/inverse³: 1 for √(variance + eps).
  double slope(double variance, Index n) const {
    const double k = correction(n);
    return eps_outside ? k * (1 + eps / std::sqrt(variance * k)) : k;
  }
};

/// y = γ·(x − mean)/√(variance + eps) + β for one line.
HEADTRACE_VECTORIZED void norm_line(const double* x, const double* gamma, const double* beta,
                                    const Divisor& divisor, double* y, Index length) {
  const Moments m = moments(x, length);
  const double spread = divisor.inverse(m.variance, length);
  for (Index i = 0; i < length; ++i) y[i] = (x[i] - m.mean) * spread * gamma[i] + beta[i];
}

/// gamma or beta side by side in memory; `otherwise` everywhere if the input is left out.
Tensor vector_or(Tensors in, std::size_t which, double otherwise) {
  if (in.size() > which) return in[which].contiguous();
  return Tensor::filled("", {in[in_x].axes().back()}, otherwise);
}

/// y = γ·(x − mean)/√(variance + eps) + β over the last axis.
class LayerNorm final : public Op {
 public:
  explicit LayerNorm(Divisor divisor) : divisor_(divisor) {}

  TensorSpec shape(Specs in) const override {
    const TensorSpec& x = in[in_x];
    if (x.rank() == 0) {
      throw Error::shape(fmt::format("layer_norm: {} has no features to norm", describe(x)),
                         "give it a tensor with at least one axis");
    }
    for (const TensorSpec& vector : in.subspan(1)) {
      if (vector.rank() == 1 && vector.axes[0].size == x.axes.back().size) continue;
      throw Error::shape(
          fmt::format("layer_norm: {} does not fit {}", describe(vector), describe(x)),
          fmt::format("gamma and beta have one axis, with x's {} features", x.axes.back().size));
    }
    return contiguous_spec("", x.axes);
  }

  Tensor forward(Tensors in) const override {
    const Tensor& x = in[in_x];
    const Tensor gamma = vector_or(in, in_gamma, 1);
    const Tensor beta = vector_or(in, in_beta, 0);
    Tensor out = Tensor::uninitialized("", x.axes());
    double* y = out.data();
    const Index length = gamma.size();
    const double cost = static_cast<double>(length) * norm_cost;
    for_ranges_of(lines_of(x, out), cost, [&](JointWalk& lines, Index count) {
      std::vector<double> buffer;
      for (; count > 0; --count, lines.next()) {
        const double* xi = side_by_side(line_at(x, lines.offset(0)), buffer);
        norm_line(xi, gamma.data(), beta.data(), divisor_, y + lines.offset(1), length);
      }
    });
    return out;
  }

  /// With n = (x − mean)/√(variance + eps) and y = γ·n + β: dγ = Σ dy·n, dβ = Σ dy, and with
  /// dn = dy·γ: dx = (dn − mean(dn) − n·mean(dn·n)·slope) / √(variance + eps); slope is 1 but for
  /// the other ways to divide.
  std::vector<Tensor> backward(Tensors in, const Tensor&, const Tensor& gradient) const override {
    const Tensor& x = in[in_x];
    const Tensor gamma = vector_or(in, in_gamma, 1);
    const Index length = gamma.size();
    const auto count = static_cast<double>(length);
    std::vector<Tensor> gradients{Tensor::uninitialized("", x.axes()),
                                  Tensor::filled("", gamma.axes(), 0),
                                  Tensor::filled("", gamma.axes(), 0)};
    double* dx = gradients[in_x].data();
    double* dgamma = gradients[in_gamma].data();
    double* dbeta = gradients[in_beta].data();
    const double* g = gamma.data();
    std::vector<double> x_buffer;
    std::vector<double> dy_buffer;
    for (JointWalk lines = lines_of(x, gradient); !lines.done(); lines.next()) {
      const double* xi = side_by_side(line_at(x, lines.offset(0)), x_buffer);
      const double* dy = side_by_side(line_at(gradient, lines.offset(1)), dy_buffer);
      const Moments m = moments(xi, length);
      const double spread = divisor_.inverse(m.variance, length);
      const auto normed = [=](Index i) { return (xi[i] - m.mean) * spread; };
      const double mean_dn = sum_over(length, [=](Index i) { return dy[i] * g[i]; }) / count;
      const double mean_dn_n = divisor_.slope(m.variance, length) *
                               sum_over(length, [=](Index i) { return dy[i] * g[i] * normed(i); }) /
                               count;
      for (Index i = 0; i < length; ++i) {
        dx[i] = (dy[i] * g[i] - mean_dn - normed(i) * mean_dn_n) * spread;
        dgamma[i] += dy[i] * normed(i);
        dbeta[i] += dy[i];
      }
      dx += length;
    }
    gradients.resize(in.size());
    return gradients;
  }

  /// Stages: the row's mean and variance. Terms: the normed number times γ, and β.
  Text backward_formula(Specs in, std::size_t input) const override {
    if (input == in_gamma) return {"Σ {dy}·n, n = normed {0}", "Σ {dy}·n，n 是归一化后的 {0}"};
    if (input == in_beta) return {"Σ {dy}", ""};
    const std::string rule = divisor_.eps_outside
                                 ? "(dn − mean(dn))/(√variance + eps) − n·mean(dn·n)/√variance"
                                 : "(dn − mean(dn) − n·mean(dn·n))/√(variance + eps)";
    const std::string dn = in.size() > in_gamma ? "dn = {dy}·{1}" : "dn = {dy}";
    return {rule + ", " + dn + ", n = normed {0}", rule + "，" + dn + "，n 是归一化后的 {0}"};
  }

  Explanation explain(Tensors in, const Sizes& cell) const override {
    const std::vector<Operand> row = read_row(in[in_x], cell);
    const auto count = static_cast<double>(row.size());
    const std::size_t degrees = row.size() - (divisor_.unbiased ? 1 : 0);
    Stage mean{"mean", "", 0, row};
    Stage variance{"variance", "", 0, row};
    std::vector<std::string> mean_parts;
    std::vector<std::string> variance_parts;
    for (std::size_t i = 0; i < row.size(); ++i) {
      mean.value += row[i].value / count;
      mean_parts.push_back(fmt::format("{{{}}}", i));
      variance_parts.push_back(fmt::format("({{{}}} − {{mean}})²", i));
    }
    for (const Operand& x : row) {
      variance.value += std::pow(x.value - mean.value, 2) / static_cast<double>(degrees);
    }
    mean.pattern = fmt::format("({}) / {}", fmt::join(mean_parts, " + "), row.size());
    variance.pattern = fmt::format("({}) / {}", fmt::join(variance_parts, " + "), degrees);
    Explanation why;
    why.terms = terms(in, row[static_cast<std::size_t>(cell.back())], mean.value, variance.value);
    why.stages = {std::move(mean), std::move(variance)};
    why.add_up();
    return why;
  }

  /// Per element: mean 1, variance 3, norming 2, and one each for γ and β.
  Cost cost(Specs in) const override {
    Index parameters = 0;
    for (const TensorSpec& vector : in.subspan(1)) parameters += vector.size();
    return cost_of_result(in[in_x], 6 + static_cast<double>(in.size() - 1), parameters);
  }

  Notation notation(Specs in, const std::string& out) const override {
    const std::string& x = in[in_x].name;
    const bool scaled = in.size() > in_gamma;
    const bool shifted = in.size() > in_beta;
    const std::string gamma = scaled ? in[in_gamma].name : "";
    const std::string beta = shifted ? " + " + in[in_beta].name : "";
    const std::string eps = shortest(divisor_.eps);
    const std::string under = divisor_.eps_outside ? fmt::format("(√variance + {})", eps)
                                                   : fmt::format("√(variance + {})", eps);
    const std::string by = divisor_.unbiased ? "variance = Σ(x − mean)²/(n − 1)" : "";
    const std::string formula =
        fmt::format("{} = {}({} − mean)/{}{}", out, scaled ? gamma + "·" : "", x, under, beta);
    const std::string product = scaled ? gamma + " * " : "";
    return {by.empty() ? formula : formula + ", " + by,
            divisor_.unbiased || divisor_.eps_outside
                ? fmt::format("{0} = {1}({2} - {2}.mean(-1, keepdim=True)) / {3}{4}", out, product,
                              x, divided_by(x, true), beta)
                : fmt::format("{} = F.layer_norm({}, ({},), {}, {}, {})", out, x,
                              in[in_x].axes.back().size, scaled ? gamma : "None",
                              shifted ? in[in_beta].name : "None", eps),
            fmt::format("{0} = {1}({2} - {2}.mean(-1, keepdims=True)) / {3}{4}", out, product, x,
                        divided_by(x, false), beta),
            by.empty() ? "" : formula + "，" + by};
  }

 private:
  /// The divisor as a line of PyTorch or NumPy.
  std::string divided_by(const std::string& x, bool torch) const {
    const std::string eps = shortest(divisor_.eps);
    std::string variance;
    if (torch) {
      variance = fmt::format("{}.var(-1, unbiased={}, keepdim=True)", x,
                             divisor_.unbiased ? "True" : "False");
    } else {
      variance = fmt::format("{}.var(-1, {}keepdims=True)", x, divisor_.unbiased ? "ddof=1, " : "");
    }
    if (torch)
      return divisor_.eps_outside ? fmt::format("({}.sqrt() + {})", variance, eps)
                                  : fmt::format("({} + {}).sqrt()", variance, eps);
    return divisor_.eps_outside ? fmt::format("(np.sqrt({}) + {})", variance, eps)
                                : fmt::format("np.sqrt({} + {})", variance, eps);
  }

  static JointWalk lines_of(const Tensor& x, const Tensor& other) {
    return {x.axes(), x.axes().size() - 1, {x.strides(), other.strides()}};
  }

  static Line line_at(const Tensor& tensor, Index offset) {
    return {tensor.data() + offset, tensor.strides().back(), tensor.axes().back().size};
  }

  static std::vector<Operand> read_row(const Tensor& x, Sizes cell) {
    std::vector<Operand> row;
    for (Index i = 0; i < x.axes().back().size; ++i) {
      cell.back() = i;
      row.push_back({in_x, cell, x.at(cell)});
    }
    return row;
  }

  std::vector<Term> terms(Tensors in, const Operand& x, double mean, double variance) const {
    const Sizes feature{x.cell.back()};
    const std::string eps = shortest(divisor_.eps);
    const std::string root = divisor_.eps_outside ? fmt::format(" / (√{{variance}} + {})", eps)
                                                  : fmt::format(" / √({{variance}} + {})", eps);
    Term normed{"({0} − {mean})" + root, (x.value - mean) / divisor_.of(variance), {x}, {}};
    if (in.size() > in_gamma) {
      const double gamma = in[in_gamma].at(feature);
      normed.pattern = "{0}·({1} − {mean})" + root;
      normed.value *= gamma;
      normed.reads.insert(normed.reads.begin(), {in_gamma, feature, gamma});
    }
    std::vector<Term> all{std::move(normed)};
    if (in.size() > in_beta) {
      const double beta = in[in_beta].at(feature);
      all.push_back({"{0}", beta, {{in_beta, feature, beta}}, {}});
    }
    return all;
  }

  Divisor divisor_;
};

std::unique_ptr<Op> make_layer_norm(const Params& params, const Dims&) {
  const double eps = params.number("eps", default_eps);
  if (std::isfinite(eps) && eps >= 0) {
    return std::make_unique<LayerNorm>(
        Divisor{eps, params.flag("unbiased", false), params.flag("eps_outside", false)});
  }
  throw params.placed(
      "eps", Error::in_parameter("eps", fmt::format("layer_norm: 'eps' is {}", shortest(eps)),
                                 "expected 0 or a small positive number, such as 1e-5"));
}

std::vector<OpExample> layer_norm_examples() {
  const Params coarse{{"eps", {0.1, {}}}};
  const Tensor x = example_tensor("x", {{"batch", 2}, {"seq", 3}, {"d_model", 4}}, 1);
  const Tensor gamma = example_tensor("gamma", {{"d_model", 4}}, 2);
  const Tensor beta = example_tensor("beta", {{"d_model", 4}}, 3);
  return {{"gamma and beta", {}, {x, gamma, beta}, {}},
          {"gamma alone", {}, {x, gamma}, {}},
          {"plain, with a large eps", coarse, {x}, {}},
          {"variance divided by n − 1", {{"unbiased", {true, {}}}}, {x, gamma}, {}},
          {"divided by the root, plus a large eps",
           {{"unbiased", {true, {}}}, {"eps_outside", {true, {}}}, {"eps", {0.1, {}}}},
           {x, gamma, beta},
           {}}};
}

}  // namespace

OpEntry layer_norm_op() {
  return {.name = "layer_norm",
          .formula = "y = γ·(x − mean)/√(variance + eps) + β",
          .pytorch = "F.layer_norm(x, (d_model,), gamma, beta, 1e-5)",
          .numpy = "gamma * (x - mean) / np.sqrt(variance + 1e-5) + beta",
          .meaning = {"Each position's features are shifted to mean 0 and stretched to variance 1; "
                      "gamma and beta then set a learned scale and shift.",
                      "把每个位置的特征平移到均值 0、缩放到方差 1，再由学到的 gamma 和 beta "
                      "决定最终的幅度与偏移。"},
          .min_inputs = 1,
          .max_inputs = 3,
          .input_roles = {"x", "gamma", "beta"},
          .params = {{"eps",
                      ParamType::number,
                      false,
                      {"added to the variance, so that equal features don't divide by 0 (default "
                       "1e-5)",
                       "加在方差上，免得特征全相等时除以 0（默认 1e-5）"}},
                     {"unbiased",
                      ParamType::flag,
                      false,
                      {"divides the sum of squares by n − 1 instead of n (default false)",
                       "平方和除以 n − 1，而不是 n（默认 false）"}},
                     {"eps_outside",
                      ParamType::flag,
                      false,
                      {"adds eps to the root of the variance instead of the variance (default "
                       "false)",
                       "eps 加在方差的平方根上，而不是加在方差上（默认 false）"}}},
          .make = make_layer_norm,
          .examples = layer_norm_examples};
}

}  // namespace headtrace
