#include "render/sources_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/json_value.hpp"
#include "render/numbers.hpp"
#include "render/table.hpp"
#include "render/walk_phrases.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

class Tree {
 public:
  explicit Tree(const Style& style) : style_(style) {}

  std::string text(const SourceCell& root) {
    node(root, "", "", 0);
    return std::move(text_);
  }

 private:
  void node(const SourceCell& source, const std::string& lead, const std::string& below,
            int depth) {
    line(lead, words(source), depth);
    const std::size_t count = source.from.size();
    for (std::size_t i = 0; i < count; ++i) {
      const bool last = i + 1 == count && source.more == 0;
      node(source.from[i], below + branch(last), below + trunk(last), depth + 1);
    }
    if (source.more > 0) {
      line(below + branch(true), say(phrase::made_from, style_, grouped(source.more)), depth + 1);
    }
  }

  std::string words(const SourceCell& source) const {
    std::string text =
        fmt::format("{} {} {}", shown_line(cell_text(source.tensor->name(), source.cell), style_),
                    shown(is_exact(source.value, style_.precision) ? "=" : "≈", style_),
                    terse(source.value, style_.precision));
    text += "  " + (source.step == nullptr ? say(phrase::back_at_inputs, style_)
                                           : shown_line(source.step->planned.step.op, style_));
    if (source.above) text += ", " + say(phrase::as_above, style_);
    return text;
  }

  std::string branch(bool last) const {
    if (style_.plain) return "";
    if (style_.ascii) return last ? "`- " : "|- ";
    return last ? "└─ " : "├─ ";
  }
  std::string trunk(bool last) const {
    if (style_.plain) return "";
    if (last) return "   ";
    return style_.ascii ? "|  " : "│  ";
  }

  void line(const std::string& lead, const std::string& words, int depth) {
    if (style_.plain) {
      text_ += paragraph(fmt::format("{}: {}", depth, words), style_);
      return;
    }
    const std::string whole = spaces(left_indent(style_)) + paint(lead, Ink::faint, style_);
    const int room = style_.width - left_indent(style_) - display_width(lead);
    text_ += whole + cut(words, std::max(room, 8), signs(style_).ellipsis) + "\n";
  }

  const Style& style_;
  std::string text_;
};

}  // namespace

std::string sources_text(const SourceCell& root, const Style& style) {
  std::string way;
  for (const std::vector<std::string>& level : tensors_by_depth(root)) {
    if (!way.empty()) way += style.ascii ? " <- " : " ← ";
    way += shown_line(fmt::format("{}", fmt::join(level, ", ")), style);
  }
  return paragraph(way, style) + "\n" + Tree(style).text(root);
}

std::string sources_json(const SourceCell& root) {
  std::vector<std::string> from;
  for (const SourceCell& each : root.from) from.push_back(sources_json(each));
  return fmt::format(
      R"({{"tensor": {}, "cell": {}, "value": {}, "op": {}, "from": [{}], "more": {}}})",
      json_string(root.tensor->name()), json_indices(root.cell), json_number(root.value),
      root.step == nullptr ? "null" : json_string(root.step->planned.step.op),
      fmt::join(from, ", "), root.more);
}

}  // namespace headtrace
