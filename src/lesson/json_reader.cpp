#include "lesson/json_reader.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "lesson/json_syntax.hpp"
#include "lesson/source_line.hpp"

namespace headtrace {
namespace {

/// Walks the text for the parser and counts the bytes it has taken.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*count_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::size_t* count_;
};

bool is_between_tokens(char c) {
  return std::string_view(" \t\r\n,:").find(c) != std::string_view::npos;
}
bool is_digit_of_number(char c) {
  return c >= '0' && c <= '9';
}

/// nlohmann's SAX events, with their places found and passed on.
class PlacedEvents final : public nlohmann::json_sax<nlohmann::json> {
 public:
  PlacedEvents(std::string_view text, JsonListener& listener)
      : text_(text), listener_(listener), end_(text.starts_with(byte_order_mark) ? 3 : 0) {}

  std::size_t* count() { return &count_; }
  std::optional<Error> error;

  bool null() override { return listener_.null(token()); }
  bool boolean(bool value) override { return listener_.flag(value, token()); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool string(string_t& value) override { return listener_.text(value, token()); }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& value) override { return listener_.key(value, token()); }

  bool start_object(std::size_t) override { return listener_.open_object(open('{')); }
  bool start_array(std::size_t) override { return listener_.open_array(open('[')); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& exception) override {
    const std::size_t last = std::min(position, text_.size());
    const std::size_t begin = std::min(next_begin(), last > 0 ? last - 1 : 0);
    const bool at_end = position > text_.size();
    error = syntax_error(
        {text_, {at_end ? text_.size() : begin, last}, begin, open_, exception.what()});
    return false;
  }

 private:
  /// The first byte of the token after the last one.
  std::size_t next_begin() const {
    std::size_t begin = end_;
    while (begin < text_.size() && is_between_tokens(text_[begin])) ++begin;
    return begin;
  }

  /// The token just read, which ends where the parser stands.
  SourceSpan token() {
    const std::size_t begin = next_begin();
    end_ = count_;
    return {begin, end_};
  }

  /// The parser looks one byte past a number before it knows that the number has ended.
  bool number(double value) {
    SourceSpan span = token();
    if (!is_digit_of_number(text_[span.end - 1])) span.end = end_ = count_ - 1;
    return listener_.number(value, span);
  }

  std::size_t open(char bracket) {
    const std::size_t begin = token().begin;
    open_.push_back({bracket, begin});
    return begin;
  }

  bool close() {
    open_.pop_back();
    return listener_.close(token().end);
  }

  std::string_view text_;
  JsonListener& listener_;
  std::size_t count_ = 0;
  std::size_t end_;
  std::vector<OpenBracket> open_;
};

}  // namespace

std::optional<Error> read_json(std::string_view text, JsonListener& listener) {
  // The parser takes a NUL for the end.
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    return Error::lesson("a NUL byte is not text", "save the file as UTF-8").at({nul, nul + 1});
  }
  PlacedEvents events(text, listener);
  const CountingIterator first(text.data(), events.count());
  const CountingIterator last(text.data() + text.size(), events.count());
  nlohmann::json::sax_parse(first, last, &events);
  return events.error;
}

}  // namespace headtrace
