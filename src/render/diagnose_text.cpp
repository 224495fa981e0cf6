#include "render/diagnose_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/shape.hpp"
#include "render/axis_text.hpp"
#include "render/diagnose_phrases.hpp"
#include "render/explain_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/numbers.hpp"
#include "render/step_text.hpp"
#include "render/width.hpp"

namespace headtrace {
namespace {

class DiagnosisText {
 public:
  DiagnosisText(const Diagnosed& what, const Style& style)
      : what_(what), diagnosis_(*what.diagnosis), style_(style) {}

  std::string text() {
    for (const std::string& part :
         wrap(say(phrase::diagnosing, style_, what_.given, what_.lesson), style_.width)) {
      text_ += paint(part, Ink::strong, style_) + "\n";
    }
    text_ += "\n";
    if (diagnosis_.same) {
      add(say(phrase::nothing_wrong, style_, diagnosis_.checked.size()));
    } else {
      text_ += warning_text(say(phrase::something_wrong, style_, *diagnosis_.first), style_);
    }
    text_ += "\n";
    findings();
    names();
    table();
    return std::move(text_);
  }

 private:
  void add(const std::string& words) { text_ += paragraph(words, style_); }
  std::string number(double value) const { return terse(value, style_.precision); }

  void findings() {
    std::size_t group = 0;
    for (std::size_t i = 0; i < diagnosis_.findings.size(); ++i) {
      const Finding& finding = diagnosis_.findings[i];
      if (finding.group != group) {
        group = finding.group;
        text_ += heading(shown_line(finding.step, style_), "", "", style_);
        const auto alike = std::ranges::count(diagnosis_.findings, group, &Finding::group);
        if (alike > 1) add(say(phrase::cannot_tell_apart, style_));
      }
      if (finding.mistake != nullptr) {
        known(finding);
      } else {
        unknown(finding);
      }
      text_ += "\n";
    }
    for (const Finding& finding : diagnosis_.as_right) {
      add(say(phrase::also_right, style_) + say(phrase::colon, style_) +
          shown(finding_sentence(finding, style_.lang), style_));
    }
    if (!diagnosis_.as_right.empty()) text_ += "\n";
  }

  void known(const Finding& finding) {
    const Mistake& mistake = *finding.mistake;
    add(fmt::format("{}  {}", mistake.id, shown(finding_sentence(finding, style_.lang), style_)));
    FactList facts(style_);
    facts.add(say(phrase::remedy, style_), {shown(mistake.remedy.in(style_.lang), style_)});
    facts.add(say(phrase::right_line, style_), {mistake.pytorch});
    if (!mistake.hides.empty()) {
      facts.add(say(phrase::told_apart, style_), {shown(mistake.hides.in(style_.lang), style_)});
    }
    text_ += facts.text();
  }

  void unknown(const Finding& finding) {
    add(say(phrase::no_known_mistake, style_) + gap(style_) + tried());
    for (const Pattern& pattern : finding.patterns) {
      add(say(phrase::these_show, style_) + say(phrase::colon, style_) +
          shown(pattern_text(pattern).in(style_.lang), style_));
    }
    arithmetic(finding);
  }

  std::string tried() const {
    std::string words = say(phrase::tried_single, style_, diagnosis_.mistakes_tried);
    if (diagnosis_.pairs_tried > 0)
      words += say(phrase::tried_pairs, style_, diagnosis_.pairs_tried);
    if (diagnosis_.out_of_time) words += say(phrase::time_was_up, style_);
    return words + say(phrase::full_stop, style_);
  }

  /// How the cell that is furthest off should come about, in the numbers it is made from there.
  void arithmetic(const Finding& finding) {
    if (!finding.arithmetic) return;
    const CellArithmetic& cell = *finding.arithmetic;
    add(say(phrase::this_cell, style_) + say(phrase::colon, style_) +
        say(phrase::your_number, style_, number(cell.given), number(cell.why.value)));
    text_ += explain_text(cell.trace, cell.trace.steps.front(), cell.cell, cell.why, style_);
  }

  void names() {
    std::string text;
    for (const MatchedTensor& tensor : what_.matched->tensors) {
      if (tensor.given == tensor.name) continue;
      text += paragraph(say(phrase::understood_as, style_, tensor.given, tensor.name), style_);
    }
    for (const std::string& name : what_.matched->unknown) {
      text += paragraph(say(phrase::not_understood, style_, name, name), style_);
    }
    if (!text.empty()) text_ += text + "\n";
  }

  void table() {
    text_ += heading(say(phrase::compared_heading, style_), "", "", style_);
    FactList list(style_);
    for (const Agreement& each : diagnosis_.checked)
      list.add(shown_line(each.name, style_), lines(each));
    text_ += list.text();
  }

  std::vector<std::string> lines(const Agreement& each) const {
    if (!each.shape_agrees) {
      const auto got = std::ranges::find(what_.matched->tensors, each.name, &MatchedTensor::name);
      return {say(phrase::verdict_shape, style_, describe(got->tensor.shape()),
                  describe(each.expected.axes()))};
    }
    const Difference& off = each.difference;
    if (each.agrees) {
      return {off.greatest == 0 ? say(phrase::verdict_same, style_)
                                : say(phrase::verdict_rounding, style_, terse(off.greatest, 2))};
    }
    std::vector<std::string> lines{
        say(phrase::verdict_fault, style_) + say(phrase::comma, style_) +
            say(phrase::of_numbers, style_, grouped(off.mismatched), grouped(off.count)),
        say(phrase::largest_off, style_, cell_text(each.name, off.where), number(off.got),
            number(off.expected))};
    std::string heads;
    for (const HeadDifference& head : off.heads) {
      if (!heads.empty()) heads += say(phrase::semicolon, style_);
      heads += say(phrase::head, style_, head.head) + say(phrase::colon, style_) +
               say(phrase::of_numbers, style_, grouped(head.mismatched), grouped(head.count));
    }
    if (off.heads.size() > 1) lines.push_back(heads);
    return lines;
  }

  const Diagnosed& what_;
  const Diagnosis& diagnosis_;
  const Style& style_;
  std::string text_;
};

}  // namespace

std::string diagnose_text(const Diagnosed& what, const Style& style) {
  return DiagnosisText(what, style).text();
}

}  // namespace headtrace
