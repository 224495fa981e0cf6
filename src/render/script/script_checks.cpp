#include <fmt/format.h>

#include "render/phrases.hpp"
#include "render/script/python_code.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

constexpr Index most_listed = 256;

const Text checks_heading{"What headtrace computed, to 12 digits",
                          "headtrace 算出来的数值（12 位有效数字）"};
const Text all_agree{"All {} tensors agree with headtrace.", "{} 个张量全都与 headtrace 一致。"};

constexpr std::string_view check_torch = R"(
def check(name, tensor, expected):
    expected = torch.tensor(expected, dtype=torch.float64)
    assert tensor.shape == expected.shape, f"{name} is {tuple(tensor.shape)}"
    same = torch.isclose(tensor, expected, rtol=1e-9, atol=1e-9, equal_nan=True)
    assert same.all(), f"{name} differs in {int((~same).sum())} cells:\n{tensor}"
)";

constexpr std::string_view check_numpy = R"(
def check(name, tensor, expected):
    expected = np.array(expected, dtype=np.float64)
    assert tensor.shape == expected.shape, f"{name} is {tensor.shape}"
    same = np.isclose(tensor, expected, rtol=1e-9, atol=1e-9, equal_nan=True)
    assert same.all(), f"{name} differs in {int((~same).sum())} cells:\n{tensor}"
)";

constexpr std::string_view statistics_torch = R"(
def check_statistics(name, tensor, shape, mean, sigma, least, most):
    assert tuple(tensor.shape) == shape, f"{name} is {tuple(tensor.shape)}"
    finite = tensor[torch.isfinite(tensor)]
    found = (finite.mean(), finite.std(unbiased=False), finite.min(), finite.max())
    for number, expected in zip(found, (mean, sigma, least, most)):
        assert math.isclose(number, expected, rel_tol=1e-9, abs_tol=1e-10), f"{name} differs"
)";

constexpr std::string_view statistics_numpy = R"(
def check_statistics(name, tensor, shape, mean, sigma, least, most):
    assert tensor.shape == shape, f"{name} is {tensor.shape}"
    finite = tensor[np.isfinite(tensor)]
    found = (finite.mean(), finite.std(), finite.min(), finite.max())
    for number, expected in zip(found, (mean, sigma, least, most)):
        assert math.isclose(number, expected, rel_tol=1e-9, abs_tol=1e-10), f"{name} differs"
)";

bool is_listed(const Tensor& tensor) {
  return tensor.size() <= most_listed || statistics(tensor).finite() == 0;
}

/// `single`: a number without an axis, as a loss is in Python.
std::string check_call(const TraceStep& step, const std::string& variable, bool single) {
  const Tensor& tensor = step.output;
  if (is_listed(tensor)) {
    const std::string call = fmt::format("check(\"{}\", {}, ", step.name(), variable);
    if (single) return call + python_number(*tensor.data(), false) + ")\n";
    return call + python_list(tensor, static_cast<int>(call.size()), false) + ")\n";
  }
  const Statistics stats = statistics(tensor);
  return fmt::format("check_statistics(\"{}\", {}, {}, {}, {}, {}, {})\n", step.name(), variable,
                     shape_tuple(tensor.shape()), python_number(stats.mean, true),
                     python_number(stats.sigma, true), python_number(stats.min, true),
                     python_number(stats.max, true));
}

}  // namespace

std::string script_checks(const Trace& trace, Framework framework, bool in_trace,
                          const Style& style) {
  const bool torch = framework == Framework::torch;
  const auto names = python_names(trace);
  std::string calls;
  bool lists = false;
  bool statistics_used = false;
  for (const TraceStep& step : trace.steps) {
    const bool loss = step.name() == trace.loss || step.gradient_of == trace.loss;
    calls += check_call(
        step, in_trace ? fmt::format("trace[\"{}\"]", step.name()) : names.at(step.name()),
        loss && !trace.loss.empty());
    (is_listed(step.output) ? lists : statistics_used) = true;
  }
  std::string text;
  if (lists) text += std::string(torch ? check_torch : check_numpy) + "\n";
  if (statistics_used) text += std::string(torch ? statistics_torch : statistics_numpy) + "\n";
  text += "\n" + comment_lines(say(checks_heading, style), 0) + calls;
  return text + fmt::format("print(\"{}\")\n", say(all_agree, style, trace.steps.size()));
}

}  // namespace headtrace
