#include "render/script/python_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <headtrace/params.hpp>

#include "render/safe_text.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr int longest_line = 88;
constexpr int last_comment_column = 56;

const std::set<std::string>& reserved_names() {
  static const std::set<std::string> names{"False",
                                           "None",
                                           "True",
                                           "and",
                                           "as",
                                           "assert",
                                           "async",
                                           "await",
                                           "break",
                                           "class",
                                           "continue",
                                           "def",
                                           "del",
                                           "elif",
                                           "else",
                                           "except",
                                           "finally",
                                           "for",
                                           "from",
                                           "global",
                                           "if",
                                           "import",
                                           "in",
                                           "is",
                                           "lambda",
                                           "nonlocal",
                                           "not",
                                           "or",
                                           "pass",
                                           "raise",
                                           "return",
                                           "try",
                                           "while",
                                           "with",
                                           "yield",
                                           "print",
                                           "dict",
                                           "tuple",
                                           "float",
                                           "super",
                                           "str",
                                           "len",
                                           "math",
                                           "np",
                                           "torch",
                                           "nn",
                                           "F",
                                           "erf",
                                           "self",
                                           "check",
                                           "check_statistics",
                                           "batch",
                                           "seq",
                                           "model",
                                           "trace",
                                           "MultiHeadAttention",
                                           "TransformerBlock"};
  return names;
}

/// Only a dropout's lines use the name.
bool draws_keep(const Trace& trace) {
  return std::ranges::any_of(
      trace.steps, [](const TraceStep& step) { return step.planned.step.op == "dropout"; });
}

void append_list(std::string& text, const Tensor& tensor, std::size_t axis, const double* first,
                 int column, bool all_digits) {
  if (axis == tensor.axes().size()) {
    text += python_number(*first, all_digits);
    return;
  }
  const bool rows = axis + 1 < tensor.axes().size();
  text += '[';
  for (Index i = 0; i < tensor.axes()[axis].size; ++i) {
    if (i > 0 && rows) {
      text += ",\n" + std::string(static_cast<std::size_t>(column) + axis + 1, ' ');
    } else if (i > 0) {
      text += ", ";
    }
    append_list(text, tensor, axis + 1, first + i * tensor.strides()[axis], column, all_digits);
  }
  text += ']';
}

}  // namespace

std::map<std::string, std::string> python_names(const Trace& trace) {
  std::map<std::string, std::string> names;
  const std::vector<std::string> all = trace.tensor_names();
  std::set<std::string> taken(all.begin(), all.end());
  for (const std::string& name : all) {
    std::string safe = name;
    if (reserved_names().count(name) != 0 || (name == "keep" && draws_keep(trace))) {
      do safe += '_';
      while (!taken.insert(safe).second);
    }
    names[name] = safe;
  }
  return names;
}

std::string code_block(const std::vector<CodeLine>& lines, int indent) {
  std::size_t column = 0;
  for (const CodeLine& line : lines) {
    if (!line.comment.empty() && line.code.size() <= last_comment_column)
      column = std::max(column, line.code.size());
  }
  std::string text;
  for (const CodeLine& line : lines) {
    if (!line.code.empty()) text += std::string(static_cast<std::size_t>(indent), ' ') + line.code;
    if (!line.comment.empty()) {
      text += std::string(std::max(column, line.code.size()) - line.code.size(), ' ');
      text += "  # " + line.comment;
    }
    text += '\n';
  }
  return text;
}

std::string comment_lines(const std::string& text, int indent) {
  std::string lines;
  for (const std::string& line : wrap(harmless_text(text), longest_line - indent - 2)) {
    lines += std::string(static_cast<std::size_t>(indent), ' ') + (line.empty() ? "#" : "# ") +
             line + "\n";
  }
  return lines;
}

std::string in_docstring(const std::string& text) {
  std::string safe;
  for (const std::string& line : wrap(harmless_text(text), longest_line)) {
    for (char c : line) {
      if (c == '\\' || c == '"') safe += '\\';
      safe += c;
    }
    safe += '\n';
  }
  return safe;
}

std::string python_number(double value, bool all_digits) {
  if (std::isnan(value)) return "math.nan";
  if (std::isinf(value)) return value > 0 ? "math.inf" : "-math.inf";
  if (all_digits) return shortest(value);
  return fmt::format("{:.12g}", value == 0 ? 0.0 : value);
}

std::string python_list(const Tensor& tensor, int column, bool all_digits) {
  std::string text;
  append_list(text, tensor, 0, tensor.data(), column, all_digits);
  return text;
}

std::string shape_tuple(const Sizes& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::vector<std::string> step_statements(const TraceStep& step, Framework framework,
                                         const std::map<std::string, std::string>& names) {
  std::vector<TensorSpec> inputs = step.planned.inputs;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].name = names.at(step.planned.step.in[i]);
  }
  const Notation notation = step.planned.op->notation(inputs, names.at(step.name()));
  std::string rest = framework == Framework::torch ? notation.pytorch : notation.numpy;
  std::vector<std::string> statements;
  while (!rest.empty()) {
    const auto end = rest.find("; ");
    std::string statement = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 2);
    if (!statement.starts_with("import ")) statements.push_back(std::move(statement));
  }
  return statements;
}

}  // namespace headtrace
