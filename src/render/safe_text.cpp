#include "render/safe_text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "core/harmless.hpp"
#include "core/utf8.hpp"

namespace headtrace {
namespace {

struct Fallback {
  std::string_view sign;
  std::string_view ascii;
};

constexpr auto fallbacks = std::to_array<Fallback>({
    {"·", "*"},   {"×", "x"},     {"÷", "/"},     {"−", "-"},      {"±", "+-"},   {"√", "sqrt"},
    {"ᵀ", "^T"},  {"⁻¹", "^-1"},  {"²", "^2"},    {"³", "^3"},     {"…", "..."},  {"←", "<-"},
    {"→", "->"},  {"↔", "<->"},   {"⇒", "=>"},    {"↑", "^"},      {"↓", "v"},    {"≈", "~="},
    {"≠", "!="},  {"≤", "<="},    {"≥", ">="},    {"∈", "in"},     {"∞", "inf"},  {"∂", "d"},
    {"Σ", "sum"}, {"σ", "sigma"}, {"μ", "mu"},    {"γ", "gamma"},  {"β", "beta"}, {"α", "alpha"},
    {"ε", "eps"}, {"Δ", "Delta"}, {"δ", "delta"}, {"λ", "lambda"}, {"π", "pi"},   {"Φ", "Phi"},
    {"φ", "phi"}, {"θ", "theta"}, {"ℓ", "l"},     {"∑", "sum"},    {"─", "-"},    {"━", "="},
    {"│", "|"},   {"┃", "|"},     {"▌", "|"},     {"┼", "+"},      {"├", "+"},    {"└", "+"},
    {"┌", "+"},   {"•", "*"},     {"■", "#"},     {"□", "."},      {"⬚", "."},    {"✓", "ok"},
    {"✗", "x"},   {"‐", "-"},     {"–", "-"},     {"′", "'"},
});

/// Punctuation of Chinese text, which stays there.
constexpr auto quotes = std::to_array<Fallback>({
    {"“", "\""},
    {"”", "\""},
    {"‘", "'"},
    {"’", "'"},
    {"—", "-"},
});

template <std::size_t N>
const Fallback* find_fallback(const std::array<Fallback, N>& table, std::string_view text) {
  const auto it = std::ranges::find_if(
      table, [text](const Fallback& entry) { return text.starts_with(entry.sign); });
  return it == table.end() ? nullptr : &*it;
}

/// `é` as `e`, `ｘ` as `x`; an escape for what has no plain letter.
std::string plain_letter(std::string_view character, std::int32_t code) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto length = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
      static_cast<utf8proc_ssize_t>(character.size()), &mapped,
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_STRIPMARK));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> keeper(mapped, &std::free);
  if (length <= 0) return code < 0 || length < 0 ? "?" : "";
  const std::string letters(mapped, mapped + length);
  const bool ascii = std::ranges::all_of(letters, [](char c) { return c >= 0x20 && c < 0x7F; });
  return ascii ? letters : escaped_character(character);
}

/// The name or number that `text` begins with: what a root sign without parentheses covers.
std::string_view first_word(std::string_view text) {
  const auto ends = [](char c) {
    return !(c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
             (c >= 'A' && c <= 'Z'));
  };
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if(text, ends) - text.begin()));
}

}  // namespace

std::string in_ascii(std::string_view text, Lang lang) {
  std::string ascii;
  while (!text.empty()) {
    const Character next = first_character(text);
    std::size_t taken = next.bytes;
    const Fallback* fallback = find_fallback(fallbacks, text);
    if (!fallback && lang == Lang::en) fallback = find_fallback(quotes, text);
    if (fallback) {
      ascii += fallback->ascii;
      taken = fallback->sign.size();
      if (const auto word = first_word(text.substr(taken));
          fallback->sign == "√" && !word.empty()) {
        ascii.append("(").append(word).append(")");
        taken += word.size();
      }
    } else if (lang == Lang::zh || (next.code >= 0 && next.code < 0x80)) {
      ascii += text.substr(0, taken);
    } else {
      ascii += plain_letter(text.substr(0, taken), next.code);
    }
    text.remove_prefix(taken);
  }
  return ascii;
}

std::string shown(std::string_view text, const Style& style) {
  const std::string safe = harmless_text(text);
  return style.ascii ? in_ascii(safe, style.lang) : safe;
}

std::string shown_line(std::string_view text, const Style& style) {
  std::string line = shown(text, style);
  std::ranges::replace(line, '\n', ' ');
  return line;
}

}  // namespace headtrace
