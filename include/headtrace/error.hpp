#pragma once

#include <cstddef>
#include <exception>
#include <headtrace/text.hpp>
#include <optional>
#include <string>

namespace headtrace {

/// Bytes [begin, end) of the lesson file that something was read from.
struct SourceSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

enum class ErrorKind {
  usage,      ///< the command line
  lesson,     ///< the lesson file's form or content
  shape,      ///< shapes or strides that don't fit an operation
  parameter,  ///< an operation's parameter
  limit,      ///< more memory than allowed
  file,       ///< a file that can't be read or written
};

/// The one error type. `message` says what was given and what was expected, `hint` what to do.
/// Thrown for what stops the run and caught once in main; every kind ends with exit status 2.
class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string message, std::string hint = {});

  static Error usage(std::string message, std::string hint = {});
  /// One that a learner meets, in both languages; each side is the whole of it.
  static Error learner(std::string message, std::string hint, std::string chinese);
  static Error lesson(std::string message, std::string hint = {});
  static Error shape(std::string message, std::string hint = {});
  /// `parameter` names the key that is wrong, so that a loader can point at it.
  static Error in_parameter(std::string parameter, std::string message, std::string hint = {});
  static Error limit(std::string message, std::string hint = {});
  static Error file(const std::string& path, std::string message, std::string hint = {});

  /// The same error with the place in the lesson it came from, unless it already has one.
  Error at(SourceSpan span) const;

  ErrorKind kind() const { return kind_; }
  const std::string& message() const { return message_; }
  const std::string& hint() const { return hint_; }
  const std::string& parameter() const { return parameter_; }
  const std::optional<SourceSpan>& span() const { return span_; }
  /// `message; hint`, or two sentences where the hint is one; no place.
  const char* what() const noexcept override { return what_.c_str(); }
  /// what() in the reader's language, where the error has both.
  std::string in(Lang lang) const { return Text{what_, chinese_}.in(lang); }

 private:
  ErrorKind kind_;
  std::string message_;
  std::string hint_;
  std::string parameter_;
  std::optional<SourceSpan> span_;
  std::string what_;
  std::string chinese_;
};

}  // namespace headtrace
