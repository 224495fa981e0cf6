#pragma once

#include <headtrace/style.hpp>
#include <headtrace/trace.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "render/script/script.hpp"

/// Pieces of Python.
namespace headtrace {

/// The variable that each tensor of a trace is in: its own name, or with `_` behind it where Python
/// or the script needs that name.
std::map<std::string, std::string> python_names(const Trace& trace);

/// A line of code and what is said at its end.
struct CodeLine {
  std::string code;
  std::string comment;
};
/// The lines with their comments below each other, indented by `indent` columns.
std::string code_block(const std::vector<CodeLine>& lines, int indent);
/// Text as `# …` lines of at most 88 columns.
std::string comment_lines(const std::string& text, int indent);
/// Text in a `"""` docstring: nothing in it ends the string or escapes.
std::string in_docstring(const std::string& text);

/// `1`, `0.25`, `1e-05`, `-math.inf`: 12 digits, or all that are needed to read back the same.
std::string python_number(double value, bool all_digits);
/// Nested lists, a row a line, each below the other where the text starts in column `column`.
std::string python_list(const Tensor& tensor, int column, bool all_digits);
/// `(1, 3, 4)`
std::string shape_tuple(const Sizes& shape);

/// The statements of a step, its operands called as `names` has them.
std::vector<std::string> step_statements(const TraceStep& step, Framework framework,
                                         const std::map<std::string, std::string>& names);

/// `x = torch.tensor(…)`: an input as written, filled or drawn.
std::string input_statement(const Input& input, const Tensor& tensor, const std::string& name,
                            std::optional<std::uint32_t> seed, Framework framework);

/// The class whose `forward` makes the steps, and the line that calls it.
std::string attention_class(const Trace& trace, Framework framework, const Style& style);
/// Whether the steps split heads and attend, so that they make such a class.
bool is_attention(const Trace& trace);

/// What a linear step or a LayerNorm has learned; the class has it as `model.W_q`.
bool is_parameter(const Trace& trace, const std::string& name);
/// The trace without its loss and gradients.
Trace way_forward(Trace trace);

/// The functions that compare, and a call for every step. `in_trace`: the tensors are in a dict.
std::string script_checks(const Trace& trace, Framework framework, bool in_trace,
                          const Style& style);

}  // namespace headtrace
