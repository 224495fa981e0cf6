#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace headtrace::cli {
namespace {

constexpr int usual_width = 80;
constexpr int widest_terminal = 1000;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The first of the variables that is set: LC_ALL outranks the category, the category LANG.
std::string first_set(std::array<const char*, 3> names) {
  for (const char* name : names) {
    if (std::string value = variable(name); !value.empty()) return value;
  }
  return "";
}

std::optional<int> positive(const std::string& text) {
  const int number = std::atoi(text.c_str());
  return number > 0 && number <= widest_terminal ? std::optional(number) : std::nullopt;
}

}  // namespace

Lang locale_language() {
  return first_set({"LC_ALL", "LC_MESSAGES", "LANG"}).starts_with("zh") ? Lang::zh : Lang::en;
}

bool locale_is_utf8() {
  std::string locale = first_set({"LC_ALL", "LC_CTYPE", "LANG"});
  std::ranges::transform(locale, locale.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return locale.empty() || locale.find("utf-8") != std::string::npos ||
         locale.find("utf8") != std::string::npos;
}

int output_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0) {
    return size.ws_col;
  }
  return positive(variable("COLUMNS")).value_or(usual_width);
}

bool output_shows_color() {
  return isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

std::string program_path(const char* argv0) {
  std::error_code failed;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? std::filesystem::absolute(argv0, failed).string() : path.string();
}

}  // namespace headtrace::cli
