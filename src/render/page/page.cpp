#include "render/page/page.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "render/filled.hpp"
#include "render/page/page_assets.hpp"
#include "render/page/page_data.hpp"

namespace headtrace {
namespace {

int hex_digit(char digit) {
  return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

/// Hexadecimal digits of whole bytes as base64, the way a content security policy has them.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  unsigned bits = 0;
  int count = 0;
  for (char digit : hex) {
    bits = (bits << 4U) | static_cast<unsigned>(hex_digit(digit));
    count += 4;
    if (count < 6) continue;
    count -= 6;
    text += letters[bits >> static_cast<unsigned>(count) & 63U];
  }
  if (count > 0) text += letters[bits << static_cast<unsigned>(6 - count) & 63U];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

/// Text between tags or in a quoted attribute.
std::string html_text(std::string_view text) {
  std::string safe;
  for (char c : text) {
    switch (c) {
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '&':
        safe += "&amp;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

/// JSON inside a script element: nothing in it can end the element or begin a comment.
std::string json_in_html(const nlohmann::json& data) {
  const std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string safe;
  for (char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

std::string html_page(const LessonTrace& what, const Style& style) {
  struct Part {
    std::string_view mark;
    std::string text;
  };
  // In the order in which the marks stand in page.html.
  const std::array<Part, 7> parts{{
      {"{{lang}}", style.lang == Lang::zh ? "zh" : "en"},
      {"{{script_hash}}", base64_of_hex(page_assets::js_sha256)},
      {"{{style_hash}}", base64_of_hex(page_assets::css_sha256)},
      {"{{title}}", html_text(filled(what.lesson->title, what.traces, style))},
      {"{{style}}", std::string(page_assets::css)},
      {"{{data}}", json_in_html(page_data(what, style))},
      {"{{script}}", std::string(page_assets::js)},
  }};
  std::string page;
  std::string_view rest = page_assets::html;
  for (const Part& part : parts) {
    const auto at = rest.find(part.mark);
    page.append(rest.substr(0, at)).append(part.text);
    rest.remove_prefix(at + part.mark.size());
  }
  return page.append(rest);
}

}  // namespace headtrace
