#pragma once

#include <string>

namespace headtrace {

/// The languages that learner-facing text is written in.
enum class Lang { en, zh };

/// One text in both languages. Chinese may be empty; it then falls back to English.
struct Text {
  std::string en;
  std::string zh;

  const std::string& in(Lang lang) const { return lang == Lang::zh && !zh.empty() ? zh : en; }
  bool empty() const { return en.empty() && zh.empty(); }
};

}  // namespace headtrace
