#include "render/lesson_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "render/ink.hpp"
#include "render/phrases.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr int goal_indent = 4;

const Text minutes_short{"{} min", "{} 分钟"};
const Text cannot_be_read{"this file can't be read; headtrace check says why",
                          "这个文件读不了；headtrace check 会告诉你原因"};

std::string title_of(const LessonRow& row, const Style& style) {
  return row.broken ? say(cannot_be_read, style) : shown_line(row.title.in(style.lang), style);
}

std::string time_of(const LessonRow& row, const Style& style) {
  return row.minutes > 0 ? say(minutes_short, style, row.minutes) : std::string{};
}

/// `  7  Fusion by numbers                      8 min`
std::string title_line(const LessonRow& row, const std::string& time, const Style& style) {
  const std::string number = fmt::format("{:>3} ", row.number);
  const int room = style.width - goal_indent - (time.empty() ? 0 : display_width(time) + 2);
  const std::string title =
      pad_right(cut(title_of(row, style), room, signs(style).ellipsis), time.empty() ? 0 : room);
  const Ink ink = row.broken ? Ink::warning : Ink::strong;
  return number + paint(title, ink, style) +
         (time.empty() ? "" : "  " + paint(time, Ink::faint, style)) + "\n";
}

}  // namespace

std::string lesson_table(const std::vector<LessonRow>& rows, const Style& style) {
  std::string table;
  for (const LessonRow& row : rows) {
    table += title_line(row, time_of(row, style), style);
    const std::string goal = shown_line(row.goal.in(style.lang), style);
    if (goal.empty()) continue;
    for (const std::string& line : wrap(goal, style.width - goal_indent)) {
      table += spaces(goal_indent) + paint(line, Ink::faint, style) + "\n";
    }
  }
  return table;
}

std::string lesson_titles(const std::vector<LessonRow>& rows, const Style& style) {
  std::string list;
  for (const LessonRow& row : rows) list += title_line(row, "", style);
  return list;
}

}  // namespace headtrace
