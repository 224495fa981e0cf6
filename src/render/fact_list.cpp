#include "render/fact_list.hpp"

#include <fmt/format.h>

#include "render/ink.hpp"
#include "render/phrases.hpp"
#include "render/table.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr int label_width = 12;
constexpr int narrow = 50;

std::string wrapped(const std::string& text, const std::string& lead, int lead_width,
                    const Style& style) {
  std::string lines;
  for (const std::string& line : wrap(text, style.width - lead_width)) {
    lines += line.empty() ? "\n" : lead + line + "\n";
  }
  return lines;
}

}  // namespace

void FactList::add(const std::string& label, const std::vector<std::string>& lines) {
  bool first = true;
  for (const std::string& line : lines) {
    if (line.empty()) continue;
    append(first ? label : "", line);
    first = false;
  }
}

void FactList::append(const std::string& label, const std::string& line) {
  const int indent = left_indent(style_);
  if (style_.plain || style_.width < narrow) {
    const std::string whole = label.empty() ? line : label + say(phrase::colon, style_) + line;
    const int inner = style_.plain ? 0 : indent + (label.empty() ? 2 : 0);
    for (const std::string& part : wrap(whole, style_.width - inner)) {
      text_ += spaces(inner) + paint(part, Ink::faint, style_) + "\n";
    }
    return;
  }
  std::string lead = pad_right(label, label_width);
  for (const std::string& part : wrap(line, style_.width - indent - label_width)) {
    text_ += spaces(indent) + paint(lead + part, Ink::faint, style_) + "\n";
    lead = spaces(label_width);
  }
}

std::string paragraph(const std::string& text, const Style& style) {
  const int indent = style.plain ? 0 : left_indent(style);
  return wrapped(text, spaces(indent), indent, style);
}

std::string note_text(const std::string& text, const Style& style) {
  if (style.plain)
    return paragraph(say(phrase::note, style) + say(phrase::colon, style) + text, style);
  const int indent = left_indent(style);
  std::string lines;
  for (const std::string& line : wrap(text, style.width - indent - 2)) {
    lines += spaces(indent) + paint(signs(style).note, Ink::accent, style);
    lines += line.empty() ? "\n" : " " + line + "\n";
  }
  return lines;
}

std::string warning_text(const std::string& text, const Style& style) {
  if (style.plain)
    return paragraph(say(phrase::remark, style) + say(phrase::colon, style) + text, style);
  const int indent = left_indent(style);
  std::string lines;
  for (const std::string& line : wrap(text, style.width - indent - 2)) {
    lines += spaces(indent) + (lines.empty() ? paint("!", Ink::warning, style) : " ") + " " + line +
             "\n";
  }
  return lines;
}

}  // namespace headtrace
