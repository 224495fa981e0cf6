#include "render/script/script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>

#include "render/axis_text.hpp"
#include "render/phrases.hpp"
#include "render/script/python_code.hpp"
#include "render/step_text.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

const Text about{
    "Written by headtrace. Computes every tensor of the lesson with {}, and at the end\ncompares "
    "them with headtrace's numbers.",
    "由 headtrace 生成。用 {} 算出这一课的每个张量，最后与 headtrace 的数值比较。"};
const Text variant_of{"Variant {}: {}", "变体 {}：{}"};
const Text given_heading{"What is given", "已知的张量"};
const Text computed_heading{"What is computed", "计算过程"};
const Text stopped_at{"headtrace stops here: step {} `{}` can't be made. {} {}",
                      "headtrace 到这里为止：第 {} 步 `{}` 算不出来。{} {}"};
const Text gradients_heading{"The loss and its gradients", "损失和它的梯度"};
const Text no_gradients{
    "NumPy takes no gradients by itself; a script with --framework torch has them.",
    "NumPy 自己不会求梯度；用 --framework torch 生成的脚本里有。"};
const Text result_heading{"The result", "结果"};

constexpr std::string_view gradient_function = R"(
def gradient(loss, of):
    found, = torch.autograd.grad(loss, of, retain_graph=True, allow_unused=True)
    return torch.zeros_like(of) if found is None else found

)";

/// A script in its parts, top to bottom.
class Script {
 public:
  Script(const LessonTrace& what, Framework framework, const Style& style)
      : what_(what),
        trace_(framework == Framework::torch ? what.trace : way_forward(what.trace)),
        framework_(framework),
        style_(style),
        names_(python_names(what.trace)),
        in_class_(is_attention(what.trace)) {}

  std::string text() const {
    std::string text = "#!/usr/bin/env python3\n" + docstring() + imports();
    text += "\n" + comment_lines(say(given_heading, style_), 0) + inputs();
    text += in_class_ ? "\n" + attention_class(trace_, framework_, style_)
                      : "\n" + comment_lines(say(computed_heading, style_), 0) + steps();
    if (!trace_.loss.empty())
      text += torch() ? gradients() : "\n" + comment_lines(say(no_gradients, style_), 0);
    text += failure() + result();
    return text + "\n" + script_checks(trace_, framework_, in_class_, style_);
  }

 private:
  bool torch() const { return framework_ == Framework::torch; }
  bool has_op(const std::string& op) const {
    return std::ranges::any_of(trace_.steps,
                               [&op](const TraceStep& step) { return step.planned.step.op == op; });
  }

  std::string docstring() const {
    const Lesson& lesson = *what_.lesson;
    std::string words = lesson.name + ": " + lesson.title.in(style_.lang) + "\n\n";
    if (what_.variant) {
      words += fmt::format(fmt::runtime(variant_of.in(style_.lang)), what_.variant->id,
                           what_.variant->title.in(style_.lang)) +
               "\n\n";
    }
    words += fmt::format(fmt::runtime(about.in(style_.lang)), torch() ? "PyTorch" : "NumPy");
    return "\"\"\"" + in_docstring(words) + "\"\"\"\n";
  }

  bool draws() const {
    return has_op("dropout") || std::ranges::any_of(what_.plan.inputs, [](const Input& input) {
             return std::holds_alternative<RandomSource>(input.source);
           });
  }

  bool has_non_finite() const {
    return std::ranges::any_of(trace_.steps, [](const TraceStep& step) {
      return statistics(step.output).non_finite() > 0;
    });
  }

  std::string imports() const {
    std::string text = "import math\n\n";
    if (!torch() || draws()) text += "import numpy as np\n";
    if (torch()) text += "import torch\n";
    if (torch() && in_class_) text += "from torch import nn\n";
    if (torch() && (has_op("relu") || has_op("gelu") || has_op("layer_norm") || has_op("dropout")))
      text += "import torch.nn.functional as F\n";
    if (!torch() && has_op("gelu")) text += "\nerf = np.vectorize(math.erf, otypes=[float])\n";
    if (!torch() && has_non_finite()) text += "\nnp.seterr(all=\"ignore\")\n";
    return text;
  }

  std::string inputs() const {
    std::string text;
    for (const Tensor& tensor : trace_.inputs) {
      const Input& input = *std::ranges::find(what_.plan.inputs, tensor.name(), &Input::name);
      const Tensor shown = with_layout(tensor, trace_);
      std::string comment = axes_text(tensor.axes(), trace_.dims, style_);
      if (const auto layout = shown.spec().layout) {
        comment +=
            *layout == WeightLayout::in_out ? "  in_out: y = x @ W" : "  out_in: y = x @ W.T";
      }
      const std::string statement =
          input_statement(input, tensor, names_.at(tensor.name()), what_.seed, framework_);
      const bool one_line = statement.find('\n') == std::string::npos && statement.size() < 70;
      text += one_line ? fmt::format("{}  # {}\n", statement, comment)
                       : fmt::format("# {}\n{}\n", comment, statement);
    }
    return text + gradients_wanted();
  }

  /// Autograd notes what is done to these.
  std::string gradients_wanted() const {
    if (!torch() || trace_.loss.empty()) return "";
    std::vector<std::string> variables;
    for (const Tensor& tensor : trace_.inputs) variables.push_back(names_.at(tensor.name()));
    return fmt::format("for tensor in ({},):\n    tensor.requires_grad_()\n",
                       fmt::join(variables, ", "));
  }

  std::string steps() const {
    std::vector<CodeLine> lines;
    const Trace forward = way_forward(trace_);
    for (const TraceStep& step : forward.steps) {
      for (std::string& statement : step_statements(step, framework_, names_)) {
        lines.push_back({std::move(statement), ""});
      }
      lines.back().comment = axes_text(step.output.axes(), trace_.dims, style_);
    }
    return code_block(lines, 0);
  }

  /// How a tensor is called outside of the class.
  std::string variable(const std::string& name) const {
    if (!in_class_) return names_.at(name);
    if (trace_.find_step(name) != nullptr) return fmt::format("trace[\"{}\"]", name);
    return (is_parameter(trace_, name) ? "model." : "") + names_.at(name);
  }

  std::string gradients() const {
    std::map<std::string, std::string> variables;
    for (const std::string& name : trace_.tensor_names()) variables[name] = variable(name);
    std::vector<CodeLine> lines;
    for (const TraceStep& step : trace_.steps) {
      const std::string axes = axes_text(step.output.axes(), trace_.dims, style_);
      if (!step.gradient_of.empty()) {
        lines.push_back({fmt::format("{} = gradient({}, {})", variable(step.name()),
                                     variable(trace_.loss), variable(step.gradient_of)),
                         axes});
      } else if (step.name() == trace_.loss) {
        for (std::string& statement : step_statements(step, framework_, variables)) {
          lines.push_back({std::move(statement), ""});
        }
      }
    }
    return "\n" + std::string(gradient_function) + "\n" +
           comment_lines(say(gradients_heading, style_), 0) + code_block(lines, 0);
  }

  std::string failure() const {
    if (!trace_.failure) return "";
    return "\n" + comment_lines(say(stopped_at, style_, trace_.steps.size() + 1, trace_.failed_step,
                                    trace_.failure->message(), trace_.failure->hint()),
                                0);
  }

  std::string result() const {
    const std::string name = trace_.find(trace_.output) || trace_.steps.empty()
                                 ? trace_.output
                                 : trace_.steps.back().name();
    if (!trace_.find(name)) return "";
    return "\n" + comment_lines(say(result_heading, style_), 0) +
           fmt::format("print(\"{} =\")\nprint({}{})\n", name, variable(name),
                       torch() && !trace_.loss.empty() ? ".detach()" : "");
  }

  const LessonTrace& what_;
  Trace trace_;
  Framework framework_;
  const Style& style_;
  std::map<std::string, std::string> names_;
  bool in_class_;
};

}  // namespace

std::string python_script(const LessonTrace& what, Framework framework, const Style& style) {
  return Script(what, framework, style).text();
}

}  // namespace headtrace
