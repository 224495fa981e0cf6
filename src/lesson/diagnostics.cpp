#include "lesson/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/harmless.hpp"
#include "lesson/json.hpp"
#include "lesson/shown_text.hpp"
#include "lesson/source_line.hpp"

namespace headtrace {
namespace {

constexpr std::size_t most_shown = 20;
constexpr std::size_t longest_message = 600;
constexpr std::size_t longest_path = 100;

std::string fit(const std::string& text) {
  return harmless_text(clipped(text, longest_message));
}

}  // namespace

std::vector<Error> Diagnostics::sorted() const {
  std::vector<Error> errors = errors_;
  const auto place = [](const Error& error) {
    return error.span() ? static_cast<long long>(error.span()->begin) : -1;
  };
  std::ranges::stable_sort(errors, {}, place);
  return errors;
}

std::string describe_error(const Source& source, const Error& error) {
  const std::string path = harmless_text(source.path);
  if (!error.span()) return fmt::format("{}: error: {}\n", path, fit(error.what()));

  const SourceLine line = source_line(source.text, *error.span());
  const std::string pointer = json_path(source.text, error.span()->begin);
  const std::string where =
      pointer.empty() ? "" : fmt::format(" (at {})", harmless_text(clipped(pointer, longest_path)));
  const std::string hint = error.hint().empty() ? "" : " " + fit(error.hint());
  return fmt::format("{}:{}:{}: error: {}{}\n{:5} | {}\n      | {}{}\n", path, line.line,
                     line.column, fit(error.message()), where, line.line, line.shown, line.mark,
                     hint);
}

std::string describe_errors(const Source& source, const std::vector<Error>& errors) {
  std::string all;
  for (std::size_t i = 0; i < std::min(errors.size(), most_shown); ++i) {
    all += describe_error(source, errors[i]);
  }
  if (errors.size() > most_shown) {
    const std::size_t more = errors.size() - most_shown;
    all += fmt::format("{}: and {} more error{}\n", harmless_text(source.path), more,
                       more == 1 ? "" : "s");
  }
  return all;
}

}  // namespace headtrace
