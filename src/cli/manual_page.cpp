#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/completion.hpp"

namespace headtrace::cli {
namespace {

/// Text as man's macros take it: no backslash, leading dot or apostrophe means anything.
std::string roff(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else if (c == '\'') {
      safe += "\\(aq";
    } else {
      safe += c;
    }
  }
  return safe.starts_with(".") ? "\\&" + safe : safe;
}

std::string value_of(const ArgumentInfo& info) {
  if (!info.choices.empty()) return fmt::format("{}", fmt::join(info.choices, "|"));
  switch (info.wants) {
    case Wants::tensor:
      return info.repeats ? "TENSOR,..." : "TENSOR";
    case Wants::variant:
      return "ID";
    case Wants::arm:
      return "ARM,...";
    case Wants::published:
      return "MODEL";
    case Wants::file:
      return info.repeats ? "FILE..." : "FILE";
    default:
      return info.repeats ? "VALUE,..." : "VALUE";
  }
}

std::string argument_text(const ArgumentInfo& info) {
  std::string text = ".TP\n.B " + roff(info.name);
  if (!info.by_place() && info.wants != Wants::nothing)
    text += " \\fI" + roff(value_of(info)) + "\\fR";
  return text + "\n" + roff(info.what) + "\n";
}

std::string command_text(const CommandInfo& info) {
  std::string text = ".SS headtrace " + roff(info.command->name);
  bool options = false;
  for (const ArgumentInfo& each : info.arguments) {
    if (!each.by_place()) {
      options = true;
      if (each.required) text += " " + roff(each.name) + " " + value_of(each);
      continue;
    }
    const std::string name = each.name + (each.repeats ? "..." : "");
    text += each.required ? " " + name : " [" + name + "]";
  }
  text += options ? " [options]\n" : "\n";
  text += roff(info.command->summary.en) + ".\n";
  for (const ArgumentInfo& each : info.arguments) text += argument_text(each);
  text += ".PP\nExamples:\n.PP\n.nf\n.RS\n";
  for (const std::string& example : info.command->examples) text += roff(example) + "\n";
  return text + ".RE\n.fi\n";
}

constexpr const char* opening = R"(.SH NAME
headtrace \- multi\-head attention, one tensor at a time
.SH SYNOPSIS
.B headtrace
[\fICOMMAND\fR [\fIarguments\fR]]
.SH DESCRIPTION
headtrace shows multi\-head attention being computed: the shape, strides and values of every tensor,
from the projections and the split into heads to the output projection W_o and the block around it.
What is computed is a lesson, a JSON file. Lessons come with the program; `headtrace lessons' lists
them, `headtrace new' writes one to start from.
.PP
A lesson is named by its number, its name or the path of its file; \- reads standard input.
)";

constexpr const char* tail = R"(.SH EXIT STATUS
.TP
.B 0
All is well.
.TP
.B 1
What was checked is wrong:
.BR check ,
.BR diagnose .
.TP
.B 2
Input or arguments that can't be used; standard error says why and what to do.
.TP
.B 130
Interrupted, after what there was had been written.
.SH ENVIRONMENT
.TP
.B HEADTRACE_LESSONS
A folder of lessons, in place of those that come with the program.
.TP
.B NO_COLOR
Where it is set, nothing is colored.
.TP
.B OMP_NUM_THREADS
How many threads a large computation may use.
.TP
.BR LC_ALL ", " LC_MESSAGES ", " LANG
The language, English or Chinese, and whether signs beyond ASCII can be shown.
)";

}  // namespace

std::string manual_page(const ProgramInfo& program) {
  std::string text = ".TH HEADTRACE 1 \"\" \"headtrace " HEADTRACE_VERSION "\" \"User Commands\"\n";
  text += opening;
  text += ".SH COMMANDS\n";
  for (const CommandInfo& each : program.commands) text += command_text(each);
  text += ".SH OPTIONS FOR EVERY COMMAND\n";
  for (const ArgumentInfo& info : program.everywhere) text += argument_text(info);
  return text + tail;
}

}  // namespace headtrace::cli
