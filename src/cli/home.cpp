#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/lesson_list.hpp"
#include "cli/output.hpp"
#include "render/ink.hpp"
#include "render/phrases.hpp"
#include "render/width.hpp"

namespace headtrace::cli {
namespace {

const Text what{
    "headtrace shows multi-head attention being computed, one tensor at a time: the real "
    "numbers, shapes and strides from x to the output of W_o.",
    "headtrace 把多头注意力的计算过程逐个张量地展示出来：从 x 到 W_o "
    "的输出，每一步都是真实的数字、形状和步长。"};
const Text start{"Type this first:", "先输入这一条："};
const Text lessons{"Lessons", "课程"};
const Text commands_heading{"Commands (each has --help)", "命令（都可以加 --help）"};

std::string heading(const Text& text, const Style& style) {
  return "\n" + paint(say(text, style), Ink::strong, style) + "\n";
}

std::string command_list(const Style& style) {
  std::size_t longest = 0;
  for (const Command& command : commands()) longest = std::max(longest, command.name.size());
  const int indent = static_cast<int>(longest) + 4;
  std::string list;
  for (const Command& command : commands()) {
    std::string lead = pad_right("  " + command.name, indent);
    for (const std::string& line : wrap(command.summary.in(style.lang), style.width - indent)) {
      list += lead + line + "\n";
      lead = spaces(indent);
    }
  }
  return list;
}

}  // namespace

int show_home(const CommonOptions& common) {
  const Style style = common.style();
  std::string text;
  for (const std::string& line : wrap(say(what, style), style.width)) text += line + "\n";
  text += heading(start, style) + "  headtrace run 1\n";
  text += heading(lessons, style) + lesson_titles(read_lessons(common.lessons_folder()), style);
  text += heading(commands_heading, style) + command_list(style);
  write_out(text);
  return fine;
}

}  // namespace headtrace::cli
