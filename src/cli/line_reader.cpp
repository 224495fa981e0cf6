#include "cli/line_reader.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "cli/output.hpp"
#include "cli/terminal_line.hpp"
#include "render/safe_text.hpp"

namespace headtrace::cli {
namespace {

constexpr std::size_t longest_line = 4096;

/// A line of a pipe or a file; what passes `longest_line` is left out.
class PlainLines final : public LineReader {
 public:
  std::optional<std::string> read(const std::string& prompt) override {
    write_out(prompt);
    flush_out();
    std::string line;
    bool any = false;
    for (int c = std::getchar(); c != EOF; c = std::getchar()) {
      any = true;
      if (c == '\n') break;
      if (c != '\0' && line.size() < longest_line) line += static_cast<char>(c);
    }
    if (line.ends_with('\r')) line.pop_back();
    if (isatty(STDIN_FILENO) == 0) write_out(harmless_text(line) + "\n");
    if (!any) return std::nullopt;
    return line;
  }
};

bool is_capable_terminal() {
  const char* term = std::getenv("TERM");
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && term != nullptr &&
         *term != '\0' && std::string_view(term) != "dumb";
}

}  // namespace

std::unique_ptr<LineReader> make_line_reader(Complete complete, std::string when_interrupted) {
  if (is_capable_terminal()) {
    if (auto line = make_terminal_line(std::move(complete), std::move(when_interrupted))) {
      return line;
    }
  }
  return std::make_unique<PlainLines>();
}

}  // namespace headtrace::cli
