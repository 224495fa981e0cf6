#include "render/answer_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/numbers.hpp"
#include "render/safe_text.hpp"
#include "study/fill_text.hpp"

namespace headtrace {
namespace {

/// Only the first 26 choices have a letter.
std::string choice_label(std::size_t number) {
  return number < 26 ? std::string(1, static_cast<char>('a' + number)) + ")"
                     : fmt::format("{})", number + 1);
}

struct AnswerText {
  const Question& question;
  const Traces& traces;
  const Style& style;

  const Tensor& tensor() const { return *traces.base.find(question.at); }

  std::string operator()(const ShapeAnswer&) const {
    return fmt::format("[{}]", fmt::join(tensor().shape(), ", "));
  }
  std::string operator()(const StridesAnswer&) const {
    return fmt::format("[{}]", fmt::join(tensor().strides(), ", "));
  }
  std::string operator()(const CellAnswer& answer) const {
    return terse(tensor().at(answer.cell), style.precision);
  }
  std::string operator()(const ChoiceAnswer& answer) const {
    return choice_label(answer.correct) + " " +
           filled(answer.choices[answer.correct], traces, style);
  }
};

}  // namespace

std::string answer_text(const Question& question, const Traces& traces, const Style& style) {
  if (traces.base.find(question.at) == nullptr) return "";
  return std::visit(AnswerText{question, traces, style}, question.answer);
}

std::vector<std::string> choice_texts(const Question& question, const Traces& traces,
                                      const Style& style) {
  std::vector<std::string> texts;
  const auto* answer = std::get_if<ChoiceAnswer>(&question.answer);
  if (answer == nullptr) return texts;
  for (const Text& choice : answer->choices) {
    texts.push_back(choice_label(texts.size()) + " " + filled(choice, traces, style));
  }
  return texts;
}

std::string filled(const Text& text, const Traces& traces, const Style& style) {
  return shown(fill_text(text.in(style.lang), traces), style);
}

}  // namespace headtrace
