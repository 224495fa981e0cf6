#pragma once

#include <cstddef>
#include <headtrace/error.hpp>
#include <headtrace/lesson.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// Everything that is found wrong with one file, collected while it is read.
class Diagnostics {
 public:
  void add(Error error) { errors_.push_back(std::move(error)); }
  void add(const Error& error, SourceSpan span) { errors_.push_back(error.at(span)); }
  void add(SourceSpan span, std::string message, std::string hint = {}) {
    add(Error::lesson(std::move(message), std::move(hint)).at(span));
  }
  std::size_t count() const { return errors_.size(); }
  /// In the order of their places; those without one come first.
  std::vector<Error> sorted() const;

 private:
  std::vector<Error> errors_;
};

/// Each error as describe_error shows it; of more than 20, the first 20 and how many more there
/// are.
std::string describe_errors(const Source& source, const std::vector<Error>& errors);

}  // namespace headtrace
