#include "lesson/json_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

constexpr std::size_t longest_shown = 40;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '+' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// The whole word or sign that begins at `begin`.
SourceSpan word_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_word(text[end])) ++end;
  return {begin, std::max(end, std::min(begin + 1, text.size()))};
}

std::string shown(std::string_view text, SourceSpan span) {
  return clipped(text.substr(span.begin, span.end - span.begin), longest_shown);
}

/// A fault inside a text in double quotes.
Error fault_in_string(const SyntaxFault& fault) {
  const auto reason_has = [&](std::string_view part) {
    return fault.reason.find(part) != part.npos;
  };
  const SourceSpan last{fault.read.end > 0 ? fault.read.end - 1 : 0, fault.read.end};
  const SourceSpan whole{fault.begin, std::max(last.begin, fault.begin + 1)};
  if (reason_has("ill-formed UTF-8")) {
    const std::size_t broken = broken_utf8(fault.text, fault.begin);
    return Error::lesson("this byte is not valid UTF-8", "save the file as UTF-8")
        .at({broken, broken + 1});
  }
  if (reason_has("missing closing quote") || reason_has("U+000A") || reason_has("U+000D")) {
    return Error::lesson("this text has no closing quote on its line",
                         "close it with `\"`; a line break inside a text is written \\n")
        .at(whole);
  }
  if (reason_has("control character")) {
    const auto code = static_cast<unsigned>(static_cast<unsigned char>(fault.text[last.begin]));
    return Error::lesson(
               fmt::format("a text can't hold the control character U+{:04X} as it is", code),
               code == 9 ? "write \\t for a tab" : fmt::format("write \\u{:04x}", code))
        .at(last);
  }
  if (reason_has("surrogate")) {
    return Error::lesson("half of a \\u pair: a character beyond U+FFFF is written as two",
                         "write the character itself")
        .at(last);
  }
  if (reason_has("hex digits")) {
    return Error::lesson("\\u needs four hexadecimal digits, as in \\u00e9").at(last);
  }
  return Error::lesson("a text can't have this character after a backslash",
                       R"(there are \" \\ \/ \b \f \n \r \t and \uXXXX; a backslash itself is \\)")
      .at(last);
}

/// A word that JSON doesn't have, or a sign out of place.
Error fault_in_word(const SyntaxFault& fault) {
  const SourceSpan span = word_at(fault.text, fault.begin);
  const std::string word = shown(fault.text, span);
  std::string hint = "texts stand in double quotes; bare words are true, false and null";
  if (fault.reason.find("object key") != fault.reason.npos && word != "/" && word != "#") {
    hint = "keys stand in double quotes: \"title\"";
  } else if (word == "NaN" || word == "Infinity" || word == "-Infinity" || word == "inf" ||
             word == "nan") {
    hint = R"(`values` may hold "NaN", "Infinity" and "-Infinity", in quotes)";
  } else if (word == "True" || word == "False" || word == "None") {
    hint = fmt::format("JSON writes it {}", word == "None"   ? "null"
                                            : word == "True" ? "true"
                                                             : "false");
  } else if (word == "/" || word == "#") {
    hint = "JSON has no comments";
  } else if (word[0] == '+' || word[0] == '.') {
    hint = "a number begins with a digit or `-`";
  }
  return Error::lesson(fmt::format("`{}` is not JSON", word), hint).at(span);
}

Error fault_in_number(const SyntaxFault& fault) {
  const SourceSpan span = word_at(fault.text, fault.begin);
  const std::string word = shown(fault.text, span);
  if (fault.reason.find("overflow") != fault.reason.npos) {
    return Error::lesson(fmt::format("{} is too large for a number", word),
                         "the greatest is about 1.8e308")
        .at(span);
  }
  if (word == "-Infinity") return fault_in_word(fault);
  return Error::lesson(fmt::format("`{}` is not a number", word),
                       "numbers look like 3, -0.5 or 1e-9")
      .at(span);
}

/// The file stops in the middle.
Error fault_at_end(const SyntaxFault& fault) {
  const std::size_t end = fault.text.size();
  if (fault.open.empty()) {
    return Error::lesson("the file holds no lesson", "a lesson is an object `{…}`").at({end, end});
  }
  const OpenBracket& last = fault.open.back();
  return Error::lesson(fmt::format("the file ends here, but the `{}` of line {} is never closed",
                                   last.bracket, line_of(fault.text, last.at)),
                       fmt::format("is a `{}` missing?", last.bracket == '{' ? '}' : ']'))
      .at({end, end});
}

bool follows_comma(const SyntaxFault& fault) {
  std::size_t at = fault.begin;
  while (at > 0 && std::isspace(static_cast<unsigned char>(fault.text[at - 1])) != 0) --at;
  return at > 0 && fault.text[at - 1] == ',';
}

/// A token of JSON, where another was due.
Error unexpected(const SyntaxFault& fault) {
  const auto expects = [&](std::string_view what) {
    return fault.reason.find("; expected " + std::string(what)) != fault.reason.npos;
  };
  const char sign = fault.text[fault.begin];
  const SourceSpan span =
      sign == '"' ? SourceSpan{fault.begin, fault.read.end} : word_at(fault.text, fault.begin);
  const std::string got = shown(fault.text, span);
  if ((sign == '}' || sign == ']') && follows_comma(fault)) {
    return Error::lesson(fmt::format("a comma before `{}`", sign), "remove the comma").at(span);
  }
  if (expects("end of input")) {
    return Error::lesson(fmt::format("the lesson has ended, but `{}` follows", got),
                         "a file holds one object")
        .at(span);
  }
  if (expects("string literal")) {
    return Error::lesson(fmt::format("expected a key, got `{}`", got),
                         "keys stand in double quotes: \"title\"")
        .at(span);
  }
  if (expects("':'")) {
    return Error::lesson(fmt::format("expected `:` after the key, got `{}`", got)).at(span);
  }
  if (expects("']'") || expects("'}'")) {
    const bool zero = fault.begin > 0 && fault.text[fault.begin - 1] == '0' &&
                      std::isdigit(static_cast<unsigned char>(sign)) != 0;
    return Error::lesson(
               fmt::format("expected `,` or `{}`, got `{}`", expects("']'") ? ']' : '}', got),
               zero ? "a number doesn't begin with 0" : "is a comma missing before it?")
        .at(span);
  }
  return Error::lesson(fmt::format("expected a value, got `{}`", got)).at(span);
}

}  // namespace

std::size_t line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

Error syntax_error(const SyntaxFault& fault) {
  const auto reason_has = [&](std::string_view part) {
    return fault.reason.find(part) != part.npos;
  };
  if (reason_has("invalid string")) return fault_in_string(fault);
  if (reason_has("invalid number") || reason_has("number overflow")) return fault_in_number(fault);
  if (reason_has("unexpected end of input")) return fault_at_end(fault);
  if (reason_has("invalid")) return fault_in_word(fault);
  return unexpected(fault);
}

}  // namespace headtrace
