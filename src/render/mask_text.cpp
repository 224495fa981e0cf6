#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "render/axis_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/step_text.hpp"
#include "render/table.hpp"
#include "render/walk_phrases.hpp"
#include "render/walk_text.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

constexpr std::size_t most_reasons = 24;

class MaskPrint {
 public:
  MaskPrint(const TraceStep& step, const Style& style) : step_(step), style_(style) {}

  std::string text(const MaskTables& found) {
    text_ = heading(say(phrase::mask_heading, style_, step_.name()), "", "", style_);
    if (!style_.plain) {
      text_ += paragraph(say(phrase::mask_signs, style_, open(), shut()), style_);
    }
    for (const MaskTable& table : found.tables) {
      text_ += "\n";
      places(table);
      if (!style_.plain) grid(table);
      reasons(table);
    }
    left_out(found);
    return std::move(text_) + "\n";
  }

 private:
  std::string open() const { return style_.ascii ? "." : "·"; }
  std::string shut() const { return style_.ascii ? "x" : "×"; }

  /// `batch 0, head 0; batch 0, head 1`
  void places(const MaskTable& table) {
    std::vector<std::string> labels;
    for (const Sizes& place : table.places) {
      std::vector<std::string> parts;
      for (std::size_t i = 0; i < place.size(); ++i) {
        parts.push_back(position_text(step_.output.axes()[i], i, place[i], style_));
      }
      if (!parts.empty()) labels.push_back(fmt::format("{}", fmt::join(parts, ", ")));
    }
    if (!labels.empty()) text_ += paragraph(fmt::format("{}", fmt::join(labels, "; ")), style_);
  }

  void grid(const MaskTable& table) {
    const int margin = left_indent(style_);
    const auto keys = static_cast<int>(table.reasons.front().size());
    const int cell = static_cast<int>(fmt::formatted_size("{}", keys - 1)) + 2;
    const std::string corner = say(phrase::key_n, style_, signs(style_).arrow);
    int label = display_width(corner);
    for (std::size_t q = 0; q < table.reasons.size(); ++q) {
      label = std::max(label, display_width(say(phrase::query_n, style_, q)));
    }
    const int fitting = std::clamp((style_.width - margin - label) / cell, 1, keys);
    std::string line = pad_right(corner, label);
    for (int key = 0; key < fitting; ++key) line += fmt::format("{:>{}}", key, cell);
    text_ += spaces(margin) + paint(line, Ink::faint, style_) + "\n";
    for (std::size_t q = 0; q < table.reasons.size(); ++q) {
      std::string row = pad_right(say(phrase::query_n, style_, q), label);
      for (int key = 0; key < fitting; ++key) {
        const bool sees = table.reasons[q][static_cast<std::size_t>(key)].empty();
        row += pad_left(sees ? open() : shut(), cell);
      }
      text_ += spaces(margin) + row + "\n";
    }
  }

  void left_out(const MaskTables& found) {
    const auto told = [&found](bool keys) {
      const auto& reasons = found.tables.front().reasons;
      return static_cast<Index>(keys ? reasons.front().size() : reasons.size());
    };
    if (found.tables.empty() || found.tables.front().reasons.empty()) return;
    if (told(false) < found.queries || told(true) < found.keys) {
      text_ += paragraph(
          say(phrase::first_of_both, style_, told(false), found.queries, told(true), found.keys),
          style_);
    }
    if (found.left_out > 0)
      text_ += paragraph(say(phrase::and_more, style_, found.left_out), style_);
  }

  void reasons(const MaskTable& table) {
    std::size_t told = 0;
    std::size_t untold = 0;
    for (std::size_t q = 0; q < table.reasons.size(); ++q) {
      const std::string query = say(phrase::query_n, style_, q);
      const bool all = std::ranges::all_of(table.reasons[q], &Text::empty);
      if (all && style_.plain) text_ += paragraph(say(phrase::may_see_all, style_, query), style_);
      for (std::size_t k = 0; k < table.reasons[q].size(); ++k) {
        const Text& reason = table.reasons[q][k];
        if (reason.empty()) continue;
        if (told == most_reasons) {
          ++untold;
          continue;
        }
        ++told;
        text_ += paragraph(say(phrase::blocked, style_, query, say(phrase::key_n, style_, k),
                               reason.in(style_.lang)),
                           style_);
      }
    }
    if (untold > 0) text_ += paragraph(say(phrase::and_more, style_, untold), style_);
  }

  const TraceStep& step_;
  const Style& style_;
  std::string text_;
};

}  // namespace

std::string mask_text(const TraceStep& step, const MaskTables& tables, const Style& style) {
  return MaskPrint(step, style).text(tables);
}

}  // namespace headtrace
