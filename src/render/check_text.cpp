#include "render/check_text.hpp"

#include <algorithm>

#include "render/ink.hpp"
#include "render/phrases.hpp"

namespace headtrace {
namespace {

const Text ok{"ok: {} expectations hold, {} questions and {} texts are sound",
              "没有问题：{} 项期望成立，{} 道题和 {} 段文字都无误"};
const Text wrong{"{} of {} expectations don't hold, {} other problems",
                 "{} 项期望不成立（共 {} 项），另有 {} 个问题"};

}  // namespace

std::string check_text(const Lesson& lesson, const CheckReport& report, const Style& style) {
  const auto total = report.expectations.size();
  const auto broken = static_cast<std::size_t>(
      std::ranges::count(report.expectations, false, &ExpectationResult::holds));
  const std::string verdict = report.passes()
                                  ? say(ok, style, total, report.questions, report.texts)
                                  : say(wrong, style, broken, total, report.problems.size());
  return paint(shown(lesson.name, style), Ink::strong, style) + say(phrase::colon, style) +
         verdict + "\n";
}

}  // namespace headtrace
