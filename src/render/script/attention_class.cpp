#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "render/axis_text.hpp"
#include "render/phrases.hpp"
#include "render/script/python_code.hpp"
#include "render/script/split_heads.hpp"

namespace headtrace {
namespace {

const Text attention_about{
    "Multi-head attention as in \"Attention Is All You Need\", section 3.2.2.",
    "多头注意力，照《Attention Is All You Need》3.2.2 节写成。"};
const Text block_about{"One Transformer block as in \"Attention Is All You Need\", section 3.1.",
                       "一个 Transformer 块，照《Attention Is All You Need》3.1 节写成。"};
const Text gives_all{"Gives every tensor on the way, by name.", "返回途中的每个张量，按名称取用。"};
const Text then{"the latter {}", "后者 {}"};
const Text split_about{
    "[batch, seq, d_model] seen as [batch, seq, heads, d_k], and that with heads in front.",
    "把 [batch, seq, d_model] 看成 [batch, seq, heads, d_k]，再把 heads 轴换到前面。"};

struct Section {
  std::string_view first;  ///< the step that it begins with
  Text heading;
};
const std::vector<Section>& sections() {
  static const std::vector<Section> table{
      {"Q", {"Queries, keys and values", "查询、键和值"}},
      {"Q_split", {"A head each for its share of the features", "把特征分给各个头"}},
      {"scores", {"Attention in every head", "每个头各自做注意力"}},
      {"heads_transposed", {"The heads side by side again", "把各个头重新并排放好"}},
      {"output", {"The output projection", "输出投影"}},
      {"attn_dropout", {"Residual and LayerNorm", "残差与层归一化"}},
      {"ffn_hidden", {"Feed-forward network", "前馈网络"}},
      {"ffn_dropout", {"Residual and LayerNorm", "残差与层归一化"}},
  };
  return table;
}

bool reads(const Trace& trace, const std::string& name) {
  return std::ranges::any_of(trace.steps, [&name](const TraceStep& step) {
    return std::ranges::count(step.planned.step.in, name) > 0;
  });
}

class AttentionClass {
 public:
  AttentionClass(const Trace& trace, Framework framework, const Style& style)
      : trace_(way_forward(trace)),
        recorded_(!trace.loss.empty()),
        torch_(framework == Framework::torch),
        framework_(framework),
        style_(style),
        names_(python_names(trace_)),
        splits_(splits_of(trace_)),
        own_(names_) {
    for (const Tensor& input : trace_.inputs) {
      if (!reads(trace_, input.name())) continue;
      const bool learned = is_parameter(trace_, input.name());
      (learned ? parameters_ : arguments_).push_back(&input);
      if (!learned && !sized_ && starts_alike(input, input)) sized_ = &input;
      if (learned) own_[input.name()] = "self." + names_[input.name()];
    }
  }

  std::string text() const {
    return fmt::format("\nclass {}{}:\n", name(), torch_ ? "(nn.Module)" : "") + about() +
           constructor() + split_heads() + forward() + "\n\n" + call();
  }

 private:
  std::string name() const {
    return trace_.find_step("ffn_hidden") ? "TransformerBlock" : "MultiHeadAttention";
  }

  std::string about() const {
    const bool block = name() == "TransformerBlock";
    return fmt::format("    \"\"\"{}\n\n    {}\n    \"\"\"\n\n",
                       (block ? block_about : attention_about).in(style_.lang),
                       gives_all.in(style_.lang));
  }

  std::vector<std::string> variables(const std::vector<const Tensor*>& tensors) const {
    std::vector<std::string> variables;
    for (const Tensor* tensor : tensors) variables.push_back(names_.at(tensor->name()));
    return variables;
  }

  std::string constructor() const {
    std::vector<CodeLine> lines{{"self.heads = heads", ""}};
    for (const Tensor* tensor : parameters_) {
      const std::string& variable = names_.at(tensor->name());
      lines.push_back({fmt::format("self.{} = {}", variable,
                                   torch_ ? "nn.Parameter(" + variable + ")" : variable),
                       axes_text(tensor->axes(), trace_.dims, style_)});
    }
    return fmt::format("    def __init__(self, heads, {}):\n{}{}\n",
                       fmt::join(variables(parameters_), ", "),
                       torch_ ? "        super().__init__()\n" : "", code_block(lines, 8));
  }

  std::string split_heads() const {
    return fmt::format(
        "    def split_heads(self, x):\n        \"\"\"{}\"\"\"\n"
        "        batch, seq, d_model = x.shape\n"
        "        split = x.{}(batch, seq, self.heads, d_model // self.heads)\n"
        "        return split, split.{}(1, 2)\n\n",
        split_about.in(style_.lang), torch_ ? "view" : "reshape",
        torch_ ? "transpose" : "swapaxes");
  }

  std::string forward() const {
    std::string text = fmt::format("    def {}(self, {}):\n", torch_ ? "forward" : "__call__",
                                   fmt::join(variables(arguments_), ", "));
    std::vector<CodeLine> lines;
    if (sized_) {
      lines.push_back({fmt::format("batch, seq, _ = {}.shape", names_.at(sized_->name())), ""});
    }
    std::set<std::string> done;
    for (const TraceStep& step : trace_.steps) {
      if (!done.insert(step.name()).second) continue;
      append_heading(lines, step.name());
      const auto split = std::ranges::find(splits_, &step, &Split::view);
      if (split == splits_.end()) {
        append_step(lines, step);
      } else {
        append_split(lines, *split);
        done.insert(split->transpose->name());
      }
    }
    return text + code_block(lines, 8) + "\n" + returned();
  }

  void append_heading(std::vector<CodeLine>& lines, const std::string& name) const {
    const auto section = std::ranges::find(sections(), name, &Section::first);
    if (section == sections().end()) return;
    if (!lines.empty()) lines.emplace_back();
    lines.push_back({"# " + section->heading.in(style_.lang), ""});
  }

  void append_split(std::vector<CodeLine>& lines, const Split& split) const {
    lines.push_back(
        {fmt::format("{}, {} = self.split_heads({})", names_.at(split.view->name()),
                     names_.at(split.transpose->name()), own_.at(split.view->planned.step.in[0])),
         say(then, style_, axes_text(split.transpose->output.axes(), trace_.dims, style_))});
  }

  /// A view back to [batch, seq, …] is written with the names of those sizes.
  bool joins_features(const TraceStep& step) const {
    return step.planned.step.op == "view" && sized_ && starts_alike(step.output, *sized_);
  }

  static bool starts_alike(const Tensor& a, const Tensor& b) {
    if (a.rank() != 3 || b.rank() != 3) return false;
    const auto same = [&](std::size_t i) {
      return a.axes()[i].name == b.axes()[i].name && a.axes()[i].size == b.axes()[i].size;
    };
    return a.axes()[0].name == "batch" && a.axes()[1].name == "seq" && same(0) && same(1);
  }

  void append_step(std::vector<CodeLine>& lines, const TraceStep& step) const {
    std::vector<std::string> statements = step_statements(step, framework_, own_);
    if (joins_features(step)) {
      statements = {fmt::format("{} = {}.{}(batch, seq, -1)", names_.at(step.name()),
                                own_.at(step.planned.step.in[0]), torch_ ? "view" : "reshape")};
    }
    for (std::string& statement : statements) {
      lines.push_back({std::move(statement), ""});
    }
    lines.back().comment = axes_text(step.output.axes(), trace_.dims, style_);
  }

  std::string returned() const {
    std::string text = "        return {\n";
    for (const TraceStep& step : trace_.steps) {
      text += fmt::format("            \"{}\": {},\n", step.name(), names_.at(step.name()));
    }
    return text + "        }\n";
  }

  std::string call() const {
    const Index heads = splits_.front().view->output.shape()[2];
    std::string text =
        fmt::format("model = {}({}, {})\n", name(), heads, fmt::join(variables(parameters_), ", "));
    const std::string call =
        fmt::format("trace = model({})\n", fmt::join(variables(arguments_), ", "));
    return text + (torch_ && !recorded_ ? "with torch.no_grad():\n    " + call : call);
  }

  Trace trace_;
  bool recorded_;  ///< by autograd, because gradients are taken afterwards
  bool torch_;
  Framework framework_;
  const Style& style_;
  std::map<std::string, std::string> names_;
  std::vector<Split> splits_;
  std::map<std::string, std::string> own_;  ///< names as `forward` has them
  std::vector<const Tensor*> parameters_;
  std::vector<const Tensor*> arguments_;
  const Tensor* sized_ = nullptr;  ///< the argument that batch and seq are read off
};

}  // namespace

bool is_parameter(const Trace& trace, const std::string& name) {
  return std::ranges::any_of(trace.steps, [&name](const TraceStep& step) {
    const Step& own = step.planned.step;
    return (own.op == "linear" || own.op == "layer_norm") &&
           std::find(own.in.begin() + 1, own.in.end(), name) != own.in.end();
  });
}

Trace way_forward(Trace trace) {
  std::erase_if(trace.steps, [&trace](const TraceStep& step) {
    return !step.gradient_of.empty() || step.name() == trace.loss;
  });
  return trace;
}

std::string attention_class(const Trace& trace, Framework framework, const Style& style) {
  return AttentionClass(trace, framework, style).text();
}

}  // namespace headtrace
