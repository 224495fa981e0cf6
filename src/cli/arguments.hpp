#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace headtrace::cli {

/// What a command may be told, described as it reads: each call names an argument, the variable it
/// fills, and what it is for. CLI11 stays behind this; it is slow to compile.
class Arguments {
 public:
  explicit Arguments(CLI::App& app) : app_(app) {}

  /// All that follow belong under this heading of the help.
  void group(std::string name) { group_ = std::move(name); }

  void required(const char* name, std::string& value, const char* what);
  void required_list(const char* name, std::vector<std::string>& values, const char* what);
  void optional(const char* name, std::string& value, const char* what);

  void flag(const char* name, bool& value, const char* what);
  void option(const char* name, std::string& value, const char* what);
  void choice(const char* name, std::string& value, const std::vector<std::string>& choices,
              const char* what);
  void number(const char* name, int& value, int least, int most, const char* what);
  void seed(const char* name, std::optional<std::uint32_t>& value, const char* what);
  /// A whole number; that it makes sense as a size is for the command to say.
  void size(const char* name, std::optional<std::int64_t>& value, const char* what);
  /// One or more files, as the shell expands `*.csv`.
  void files(const char* name, std::vector<std::string>& values, const char* what);
  /// `a,b,c`
  void list(const char* name, std::vector<std::string>& values, const char* what);

 private:
  CLI::App& app_;
  std::string group_ = "Options";
};

}  // namespace headtrace::cli
