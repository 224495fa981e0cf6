#include <fmt/format.h>

#include <charconv>
#include <headtrace/error.hpp>
#include <set>
#include <string_view>

#include "files/npy_header.hpp"
#include "files/stored_name.hpp"

namespace headtrace {
namespace {

/// Reads the one Python literal that NumPy writes.
class DictReader {
 public:
  DictReader(const std::string& where, std::string_view text) : where_(where), text_(text) {}

  NpyDict read() {
    expect('{', "a dict");
    while (!taken('}')) {
      read_entry();
      if (!taken(',') && peek() != '}') fail("',' or '}'");
    }
    if (peek() != '\0') fail("nothing more after the dict");
    for (const char* key : {"descr", "fortran_order", "shape"}) {
      if (seen_.count(key) == 0) {
        throw Error::file(where_, fmt::format("the header has no '{}'", key), again);
      }
    }
    return dict_;
  }

 private:
  static constexpr const char* again = "save it again with np.save";

  [[noreturn]] void fail(const std::string& expected) const {
    throw Error::file(where_,
                      fmt::format("the header is broken at its character {}: expected {}, found {}",
                                  at_, expected, shown_name(text_.substr(at_, 20))),
                      again);
  }

  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool taken(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c, const std::string& what) {
    if (!taken(c)) fail(what);
  }
  bool taken_word(std::string_view word) {
    peek();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  std::string read_text(const std::string& what) {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail(what);
    const auto end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail(what + " with its closing quote");
    std::string text(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
  }

  void read_entry() {
    const std::string key = read_text("a key in quotes");
    if (!seen_.insert(key).second) fail("each key once");
    expect(':', "':'");
    if (key == "descr") {
      // A list of fields is read no further: it is refused anyway.
      if (peek() == '[') return structured();
      dict_.descr = read_text("a dtype in quotes");
    } else if (key == "fortran_order") {
      dict_.fortran_order = taken_word("True");
      if (!dict_.fortran_order && !taken_word("False")) fail("True or False");
    } else if (key == "shape") {
      read_shape();
    } else {
      fail("'descr', 'fortran_order' or 'shape' before this");
    }
  }

  [[noreturn]] void structured() const {
    throw Error::file(where_, "holds a structured array, whose items have several fields",
                      "save each field as an array of its own: np.save('field.npy', a['field'])");
  }

  void read_shape() {
    expect('(', "a tuple of sizes");
    while (!taken(')')) {
      dict_.shape.push_back(read_size());
      if (!taken(',') && peek() != ')') fail("',' or ')'");
    }
  }

  Index read_size() {
    peek();
    Index size = 0;
    const char* begin = text_.data() + at_;
    const auto [end, status] = std::from_chars(begin, text_.data() + text_.size(), size);
    if (status != std::errc{} || size < 0) fail("a size, which is a whole number from 0");
    at_ += static_cast<std::size_t>(end - begin);
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote long integers
    return size;
  }

  const std::string& where_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::set<std::string> seen_;
  NpyDict dict_;
};

}  // namespace

NpyDict parse_npy_dict(const std::string& where, const std::string& text) {
  return DictReader(where, text).read();
}

}  // namespace headtrace
