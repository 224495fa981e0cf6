#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace headtrace::cli {

/// What kind of word an argument takes, for completion.
enum class Wants { nothing, text, lesson, tensor, cell, variant, arm, published, file };

/// An argument as it was described.
struct ArgumentInfo {
  std::string name;  ///< `--variant`, or `LESSON` where it goes by its place
  std::string what;
  std::string group;  ///< the heading of the help that it is under
  Wants wants = Wants::text;
  std::vector<std::string> choices = {};
  bool required = false;
  bool repeats = false;  ///< more words may follow, or stand in it with commas between

  bool by_place() const { return !name.starts_with("--"); }
};

/// What a command may be told, described as it reads: each call names an argument, the variable it
/// fills, and what it is for. CLI11 stays behind this; it is slow to compile.
class Arguments {
 public:
  explicit Arguments(CLI::App& app) : app_(app) {}

  /// All that follow belong under this heading of the help.
  void group(std::string name) { group_ = std::move(name); }

  void required(const char* name, std::string& value, const char* what, Wants wants);
  void required_list(const char* name, std::vector<std::string>& values, const char* what,
                     Wants wants);
  void optional(const char* name, std::string& value, const char* what, Wants wants);

  void flag(const char* name, bool& value, const char* what);
  void option(const char* name, std::string& value, const char* what, Wants wants = Wants::text);
  void choice(const char* name, std::string& value, const std::vector<std::string>& choices,
              const char* what);
  void number(const char* name, int& value, int least, int most, const char* what);
  void seed(const char* name, std::optional<std::uint32_t>& value, const char* what);
  /// A whole number; that it makes sense as a size is for the command to say.
  void size(const char* name, std::optional<std::int64_t>& value, const char* what);
  /// One or more files, as the shell expands `*.csv`.
  void files(const char* name, std::vector<std::string>& values, const char* what);
  /// `a,b,c`
  void list(const char* name, std::vector<std::string>& values, const char* what,
            Wants wants = Wants::text);

  /// All that were described, in their order.
  const std::vector<ArgumentInfo>& infos() const { return infos_; }

 private:
  ArgumentInfo& note(const char* name, const char* what, Wants wants);

  CLI::App& app_;
  std::vector<ArgumentInfo> infos_;
  std::string group_ = "Options";
};

}  // namespace headtrace::cli
