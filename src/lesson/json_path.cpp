#include <fmt/format.h>

#include "lesson/json.hpp"
#include "lesson/json_reader.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

/// Follows the reading up to byte `at` and knows the way there.
class PathFinder final : public JsonListener {
 public:
  explicit PathFinder(std::size_t at) : at_(at) {}

  bool open_object(std::size_t begin) override { return open(begin, false); }
  bool open_array(std::size_t begin) override { return open(begin, true); }
  bool close(std::size_t end) override {
    if (end > at_) return false;
    way_.pop_back();
    return true;
  }
  bool key(std::string& name, SourceSpan span) override {
    if (span.begin > at_) return false;
    way_.back().key = name;
    way_.back().entered = true;
    return span.end <= at_;
  }
  bool text(std::string&, SourceSpan span) override { return scalar(span); }
  bool number(double, SourceSpan span) override { return scalar(span); }
  bool flag(bool, SourceSpan span) override { return scalar(span); }
  bool null(SourceSpan span) override { return scalar(span); }

  std::string path() const {
    std::string path;
    for (const Level& level : way_) {
      if (!level.entered) continue;
      path += level.is_array ? fmt::format("/{}", level.index) : "/" + escaped(level.key);
    }
    return path;
  }

 private:
  struct Level {
    bool is_array = false;
    bool entered = false;  ///< a child has begun
    std::size_t index = 0;
    std::string key;
  };

  /// In a JSON pointer, `~` and `/` have escapes of their own.
  static std::string escaped(const std::string& key) {
    std::string out;
    for (char c : key) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return clipped(out, longest);
  }

  bool enter(std::size_t begin) {
    if (begin > at_) return false;
    if (way_.empty() || !way_.back().is_array) return true;
    Level& level = way_.back();
    level.index += level.entered ? 1 : 0;
    level.entered = true;
    return true;
  }

  bool scalar(SourceSpan span) { return enter(span.begin) && span.end <= at_; }

  bool open(std::size_t begin, bool is_array) {
    if (!enter(begin) || way_.size() >= deepest_json) return false;
    way_.push_back({is_array, false, 0, {}});
    return true;
  }

  static constexpr std::size_t longest = 60;
  std::size_t at_;
  std::vector<Level> way_;
};

}  // namespace

std::string json_path(std::string_view text, std::size_t at) {
  PathFinder finder(at);
  read_json(text, finder);
  return finder.path();
}

}  // namespace headtrace
