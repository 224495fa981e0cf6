#include <headtrace/error.hpp>
#include <utility>

namespace headtrace {

Error::Error(ErrorKind kind, std::string message, std::string hint)
    : kind_(kind), message_(std::move(message)), hint_(std::move(hint)) {
  if (hint_.empty()) {
    what_ = message_;
  } else {
    const bool is_sentence = hint_.front() >= 'A' && hint_.front() <= 'Z';
    what_ = message_ + (is_sentence ? ". " : "; ") + hint_;
  }
}

Error Error::usage(std::string message, std::string hint) {
  return {ErrorKind::usage, std::move(message), std::move(hint)};
}

Error Error::learner(std::string message, std::string hint, std::string chinese) {
  Error error(ErrorKind::usage, std::move(message), std::move(hint));
  error.chinese_ = std::move(chinese);
  return error;
}

Error Error::lesson(std::string message, std::string hint) {
  return {ErrorKind::lesson, std::move(message), std::move(hint)};
}

Error Error::shape(std::string message, std::string hint) {
  return {ErrorKind::shape, std::move(message), std::move(hint)};
}

Error Error::in_parameter(std::string parameter, std::string message, std::string hint) {
  Error error(ErrorKind::parameter, std::move(message), std::move(hint));
  error.parameter_ = std::move(parameter);
  return error;
}

Error Error::limit(std::string message, std::string hint) {
  return {ErrorKind::limit, std::move(message), std::move(hint)};
}

Error Error::file(const std::string& path, std::string message, std::string hint) {
  return {ErrorKind::file, path + ": " + std::move(message), std::move(hint)};
}

Error Error::at(SourceSpan span) const {
  Error placed = *this;
  if (!placed.span_) placed.span_ = span;
  return placed;
}

}  // namespace headtrace
