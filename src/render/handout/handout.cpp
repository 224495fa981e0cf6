#include "render/handout/handout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "render/axis_text.hpp"
#include "render/exercise_text.hpp"
#include "render/filled.hpp"
#include "render/handout/markdown.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/step_text.hpp"
#include "render/trace_text.hpp"

namespace headtrace {
namespace {

const Text given_words{"Given", "已知"};
const Text computed_words{"Computed", "计算"};
const Text answers_words{"Answers", "答案"};
const Text question_words{"Question {}", "问题 {}"};
const Text answer_words{"Answer", "回答"};
const Text numbers_of{"Numbers of seed {}", "种子 {} 的数字"};
const Text for_key{"answer key", "答案"};
const Text for_sheet{"worksheet", "练习纸"};
const Text titled{" – {}", "（{}）"};
const Text fill_in{"Fill in what is blank.", "把空着的地方填上。"};
const Text shape_asked{"shape: \\_\\_\\_\\_\\_\\_\\_\\_", "形状：\\_\\_\\_\\_\\_\\_\\_\\_"};
const Text name_line{"Name: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_",
                     "姓名：\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_"};
const Text in_pytorch{". PyTorch: ", "。PyTorch："};
const Text answered{"**{}** ({}) {}", "**{}**（{}）{}"};
const Text layout_line{"stored {}", "存法：{}"};
constexpr std::string_view blank_line =
    "\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_";

enum class Sheet { handout, worksheet, key };

/// One document, top to bottom.
class Document {
 public:
  Document(const LessonTrace& what, Sheet kind, Worksheet sheet, const Style& style)
      : what_(what), trace_(what.trace), kind_(kind), sheet_(std::move(sheet)), style_(style) {
    for (const Question& each : what.lesson->questions) {
      if (is_asked(each) && trace_.find(each.at) != nullptr) questions_.push_back(&each);
    }
  }

  std::string text() const {
    std::string text = header();
    if (kind_ == Sheet::key) return text + filled_in() + answer_section();
    text += heading(2, say(given_words, style_));
    for (const Tensor& input : trace_.inputs) text += input_section(input);
    text += heading(2, say(computed_words, style_));
    for (const TraceStep& step : trace_.steps) text += step_section(step);
    if (trace_.failure) text += "> " + markdown_text(failure_text(trace_, one_line())) + "\n";
    return text + (kind_ == Sheet::handout ? answer_section() : "");
  }

 private:
  /// A style that breaks no lines.
  Style one_line() const {
    Style style = style_;
    style.width = 1000000;
    return style;
  }

  static std::string heading(int level, const std::string& words) {
    return std::string(static_cast<std::size_t>(level), '#') + " " + words + "\n\n";
  }
  static std::string paragraph_of(const std::string& words) {
    return words.empty() ? "" : words + "\n\n";
  }

  bool is_asked(const Question& each) const {
    if (what_.variant != nullptr || trace_.find(each.at) == nullptr) return false;
    return !sheet_.own_numbers || !std::holds_alternative<ChoiceAnswer>(each.answer);
  }
  bool is_blank(const std::string& name) const { return sheet_.blank.count(name) != 0; }

  /// Where the shape is asked for, it isn't shown, nor a table to count it off.
  bool hides_shape(const std::string& name) const {
    return kind_ == Sheet::worksheet &&
           std::ranges::any_of(questions_, [&name](const Question* each) {
             return each->at == name && std::holds_alternative<ShapeAnswer>(each->answer);
           });
  }

  std::string header() const {
    const Lesson& lesson = *what_.lesson;
    std::string title = markdown_text(shown_line(lesson.title.in(style_.lang), style_));
    if (kind_ != Sheet::handout)
      title += say(titled, style_, say(kind_ == Sheet::key ? for_key : for_sheet, style_));
    std::string text = heading(1, title);
    std::string line = say(phrase::lesson, style_, lesson.name);
    if (what_.variant)
      line += " / " + what_.variant->id + say(phrase::colon, style_) +
              what_.variant->title.in(style_.lang);
    if (what_.seed)
      line += say(phrase::full_stop, style_) + gap(style_) + say(numbers_of, style_, *what_.seed);
    text += paragraph_of(markdown_text(shown_line(line, style_)));
    if (kind_ == Sheet::worksheet)
      return text + say(name_line, style_) + "\n\n" + say(fill_in, style_) + "\n\n";
    if (kind_ == Sheet::handout && !lesson.goal.empty())
      text += paragraph_of(markdown_text(filled(lesson.goal, what_.traces, style_)));
    return text;
  }

  std::string input_section(const Tensor& input) const {
    std::string text = heading(3, markdown_code(input.name()));
    std::string facts = markdown_code(axes_text(input.axes(), trace_.dims, style_));
    if (const auto layout = with_layout(input, trace_).spec().layout) {
      const bool in_out = *layout == WeightLayout::in_out;
      facts += say(phrase::comma, style_) +
               say(layout_line, style_,
                   markdown_text(say(in_out ? phrase::in_out : phrase::out_in, style_)));
    }
    text += paragraph_of(facts) + markdown_tables(input, is_blank(input.name()), style_);
    return text + notes(input.name()) + asked(input.name());
  }

  std::string step_section(const TraceStep& step) const {
    const PlannedStep& planned = step.planned;
    const std::string& name = step.name();
    std::string text = heading(3, fmt::format("{}. {}", planned.index, markdown_code(name)));
    // A view's formula gives its shape away.
    if (!hides_shape(name))
      text += paragraph_of(markdown_code(planned.notation.formula_in(style_.lang)));
    text += paragraph_of(hides_shape(name) ? say(shape_asked, style_) : facts(step));
    for (const Remark& remark : step.remarks) {
      if (!is_blank(name)) text += "> " + markdown_text(remark_text(remark, name, style_)) + "\n\n";
    }
    if (hides_shape(name) && is_blank(name)) {
      text += paragraph_of(std::string(blank_line)) + paragraph_of(std::string(blank_line));
    } else {
      text += markdown_tables(step.output, is_blank(name), style_);
    }
    return text + notes(name) + asked(name);
  }

  std::string facts(const TraceStep& step) const {
    const PlannedStep& planned = step.planned;
    std::string text = markdown_code(axes_text(step.output.axes(), trace_.dims, style_));
    text += say(phrase::comma, style_) +
            say(phrase::strides, style_,
                fmt::format("\\[{}\\]", fmt::join(planned.output.strides, ", ")));
    if (planned.view_of)
      text += say(phrase::comma, style_) +
              markdown_text(say(phrase::view_of, style_, *planned.view_of));
    return text + say(in_pytorch, style_) + markdown_code(planned.notation.pytorch);
  }

  /// What the lesson says, unless it would fill in a blank or speaks of other numbers.
  std::string notes(const std::string& name) const {
    std::string text;
    if (what_.variant != nullptr || sheet_.own_numbers) return text;
    for (const Note& note : what_.lesson->notes) {
      if (note.at != name || tells(note.text)) continue;
      text += paragraph_of(markdown_text(filled(note.text, what_.traces, style_)));
    }
    return text;
  }

  bool tells(const Text& text) const {
    return std::ranges::any_of(sheet_.blank, [&text](const std::string& name) {
      return text.en.find("{" + name + "[") != std::string::npos ||
             text.en.find(":" + name + "}") != std::string::npos;
    });
  }

  std::string asked(const std::string& name) const {
    std::string text;
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      if (questions_[i]->at != name) continue;
      text += fmt::format("**{}** {}\n\n", say(question_words, style_, i + 1),
                          markdown_text(filled(questions_[i]->ask, what_.traces, style_)));
      const auto exercise = exercise_of(*questions_[i], what_.traces);
      for (const std::string& choice : choice_texts(*exercise, style_)) {
        text += "- " + markdown_text(choice) + "\n";
      }
      if (text.ends_with("\n") && !text.ends_with("\n\n")) text += "\n";
      if (kind_ == Sheet::worksheet)
        text += say(answer_words, style_) + say(phrase::colon, style_) + std::string(blank_line) +
                "\n\n";
    }
    return text;
  }

  std::string filled_in() const {
    std::string text;
    for (const std::string& name : trace_.tensor_names()) {
      if (!is_blank(name)) continue;
      const Tensor& tensor = *trace_.find(name);
      text += heading(2, markdown_code(name));
      text += paragraph_of(markdown_code(axes_text(tensor.axes(), trace_.dims, style_)));
      text += markdown_tables(tensor, false, style_);
    }
    return text;
  }

  std::string answer_section() const {
    if (questions_.empty()) return "";
    std::string text = heading(2, say(answers_words, style_));
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      const Question& each = *questions_[i];
      text += say(answered, style_, say(question_words, style_, i + 1), markdown_code(each.at),
                  markdown_text(solution_text(*exercise_of(each, what_.traces), style_)));
      const std::string why =
          sheet_.own_numbers ? "" : markdown_text(filled(each.why, what_.traces, style_));
      text += (why.empty() ? "" : "\n\n" + why) + "\n\n";
    }
    return text;
  }

  const LessonTrace& what_;
  const Trace& trace_;
  Sheet kind_;
  Worksheet sheet_;
  const Style& style_;
  std::vector<const Question*> questions_;
};

}  // namespace

std::set<std::string> asked_about(const Lesson& lesson, const Trace& trace) {
  std::set<std::string> names;
  for (const Question& each : lesson.questions) {
    if (trace.find_step(each.at)) names.insert(each.at);
  }
  return names;
}

std::string handout(const LessonTrace& what, const Style& style) {
  return Document(what, Sheet::handout, {}, style).text();
}

std::string worksheet(const LessonTrace& what, const Worksheet& sheet, const Style& style) {
  return Document(what, Sheet::worksheet, sheet, style).text();
}

std::string worksheet_key(const LessonTrace& what, const Worksheet& sheet, const Style& style) {
  return Document(what, Sheet::key, sheet, style).text();
}

}  // namespace headtrace
