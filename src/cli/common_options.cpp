#include "cli/common_options.hpp"

#include <fmt/format.h>

#include <headtrace/trace.hpp>
#include <limits>
#include <string_view>

#include "cli/terminal.hpp"
#include "lesson/library.hpp"

namespace headtrace::cli {
namespace {

constexpr int most_digits = 17;
constexpr int narrowest = 20;
constexpr int widest = 10000;

}  // namespace

void CommonOptions::add_to(Arguments& arguments) {
  arguments.group("Everywhere");
  arguments.choice("--lang", lang_, {"en", "zh"},
                   "Language of what you read: en or zh (default: the locale's)");
  arguments.choice("--color", color_, {"auto", "always", "never"},
                   "auto, always or never (NO_COLOR is respected)");
  arguments.flag("--ascii", ascii_, "No sign outside ASCII");
  arguments.flag("--plain", plain_, "Linear text for screen readers: positions in words");
  arguments.number("--precision", precision_, 0, most_digits, "Decimals (default 4)");
  arguments.number("--edge-items", edge_items_, 1, 1000,
                   "Numbers shown at each end of a shortened axis (default 3)");
  arguments.number("--threshold", threshold_, 0, std::numeric_limits<int>::max(),
                   "Shorten tensors of more elements than this (default 1000)");
  arguments.flag("--full", full_, "Shorten nothing");
  arguments.number("--width", width_, narrowest, widest, "Columns (default: the terminal's)");
  arguments.option("--lessons", lessons_, "Folder of lessons (or set HEADTRACE_LESSONS)",
                   Wants::file);
  arguments.option("--max-memory", max_memory_, "Refuse what needs more (default 4 GiB)");
}

Style CommonOptions::style() const {
  Style style;
  style.lang = lang_.empty() ? locale_language() : lang_ == "zh" ? Lang::zh : Lang::en;
  style.color = color_ == "always" || (color_ == "auto" && output_shows_color());
  if (plain_) style.color = false;
  style.ascii = ascii_ || !locale_is_utf8();
  style.plain = plain_;
  style.precision = precision_;
  style.edge_items = edge_items_;
  style.threshold = full_ ? std::numeric_limits<int>::max() : threshold_;
  style.width = width_ > 0 ? width_ : std::max(narrowest, output_width());
  return style;
}

std::string CommonOptions::lessons_folder() const {
  return headtrace::lessons_folder(lessons_, program_);
}

Source CommonOptions::lesson_source(const std::string& named) const {
  const bool by_path = named == "-" || named.find('/') != std::string::npos;
  Source source = read_source(by_path ? named : find_lesson(named, lessons_folder()));
  source.max_memory = max_memory();
  return source;
}

double CommonOptions::max_memory() const {
  if (const auto bytes = parse_bytes(max_memory_)) return *bytes;
  throw Error::usage(fmt::format("--max-memory '{}' is not a size", max_memory_),
                     "write bytes or a number with KiB, MiB, GiB or TiB, as in '4 GiB'");
}

Lang language_of(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--lang" && i + 1 < argc)
      return std::string_view(argv[i + 1]) == "zh" ? Lang::zh : Lang::en;
    if (word.starts_with("--lang=")) return word.ends_with("zh") ? Lang::zh : Lang::en;
  }
  return locale_language();
}

}  // namespace headtrace::cli
