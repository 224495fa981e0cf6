#pragma once

#include <headtrace/lesson.hpp>
#include <headtrace/style.hpp>
#include <string>

#include "cli/arguments.hpp"

namespace headtrace::cli {

/// The options that every command takes, as given and as they come out.
class CommonOptions {
 public:
  explicit CommonOptions(std::string program) : program_(std::move(program)) {}

  void add_to(Arguments& arguments);
  /// To be called once the command line is parsed. Throws Error::usage.
  Style style() const;
  /// Throws Error::file where there are no lessons.
  std::string lessons_folder() const;
  /// As --lessons does.
  void use_lessons(std::string folder) { lessons_ = std::move(folder); }
  /// The lesson named on the command line, with its text for error messages. Throws Error.
  Source lesson_source(const std::string& named) const;
  double max_memory() const;

 private:
  std::string program_;
  std::string lang_;
  std::string color_ = "auto";
  bool ascii_ = false;
  bool plain_ = false;
  bool full_ = false;
  int precision_ = Style{}.precision;
  int edge_items_ = Style{}.edge_items;
  int threshold_ = Style{}.threshold;
  int width_ = 0;
  std::string lessons_;
  std::string max_memory_ = "4 GiB";
};

/// `en` or `zh` as --lang asks for it among the raw arguments, else the locale's: help is written
/// before the arguments are parsed.
Lang language_of(int argc, const char* const* argv);

}  // namespace headtrace::cli
