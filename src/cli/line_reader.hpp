#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headtrace::cli {

/// Reads one line after another from standard input.
class LineReader {
 public:
  virtual ~LineReader() = default;
  /// Nothing at the end of the input.
  virtual std::optional<std::string> read(const std::string& prompt) = 0;
};

/// The words that may stand where `word` has been begun; `first` on its line or not.
using Complete = std::function<std::vector<std::string>(const std::string& word, bool first)>;

/// On a terminal a line with editing, history and completion, else plain lines, which are written
/// after their prompts so that the output reads as a transcript. `when_interrupted` is said after
/// Ctrl-C on an empty line.
std::unique_ptr<LineReader> make_line_reader(Complete complete, std::string when_interrupted);

}  // namespace headtrace::cli
