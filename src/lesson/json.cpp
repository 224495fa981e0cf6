#include "lesson/json.hpp"

#include <fmt/format.h>

#include <headtrace/params.hpp>
#include <unordered_map>
#include <utility>

#include "lesson/json_reader.hpp"
#include "lesson/json_syntax.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

constexpr std::size_t most_errors = 100;
constexpr std::size_t longest_described = 30;

std::uint32_t narrow(std::size_t place) {
  return static_cast<std::uint32_t>(place);
}

/// Builds the tree.
class TreeBuilder final : public JsonListener {
 public:
  TreeBuilder(std::string_view text, std::size_t most_entries, JsonDocument& document)
      : text_(text), most_entries_(most_entries), document_(document) {}

  bool open_object(std::size_t begin) override { return open(Json::Members{}, begin); }
  bool open_array(std::size_t begin) override { return open(Json::Numbers{}, begin); }

  bool close(std::size_t end) override {
    Json done = std::move(open_.back().node);
    open_.pop_back();
    done.end = narrow(end);
    return add(std::move(done));
  }

  bool key(std::string& name, SourceSpan span) override {
    Level& level = open_.back();
    const auto [first, is_new] = level.keys.emplace(name, span.begin);
    level.skip_next = !is_new;
    if (is_new) {
      auto& members = std::get<Json::Members>(level.node.value);
      members.push_back({std::move(name), span, {}});
      return check_count(members.size(), "keys in one object", span);
    }
    document_.errors.push_back(
        Error::lesson(fmt::format("the key {} is given twice", in_quotes(name)),
                      fmt::format("the first is on line {}", line_of(text_, first->second)))
            .at(span));
    return document_.errors.size() < most_errors;
  }

  bool text(std::string& value, SourceSpan span) override { return add(std::move(value), span); }
  bool flag(bool value, SourceSpan span) override { return add(value, span); }
  bool null(SourceSpan span) override { return add(std::monostate{}, span); }

  bool number(double value, SourceSpan span) override {
    if (!open_.empty()) {
      if (auto* numbers = std::get_if<Json::Numbers>(&open_.back().node.value)) {
        numbers->push_back({value, narrow(span.begin), narrow(span.end)});
        return true;
      }
    }
    return add(value, span);
  }

 private:
  struct Level {
    Json node;
    std::unordered_map<std::string, std::size_t> keys;
    bool skip_next = false;
  };

  template <class Value>
  bool add(Value value, SourceSpan span) {
    return add(Json{std::move(value), narrow(span.begin), narrow(span.end)});
  }

  bool add(Json node) {
    if (open_.empty()) {
      document_.root = std::move(node);
      return true;
    }
    Level& level = open_.back();
    if (auto* members = std::get_if<Json::Members>(&level.node.value)) {
      if (!std::exchange(level.skip_next, false)) members->back().value = std::move(node);
      return true;
    }
    if (level.node.numbers()) {
      Json::Items items;
      level.node.each_item([&items](const Json& item) { items.push_back(item); });
      level.node.value = std::move(items);
    }
    auto& items = std::get<Json::Items>(level.node.value);
    items.push_back(std::move(node));
    const Json& added = items.back();
    return added.number() || added.is_list() ||
           check_count(items.size(), "items in one list", added.span());
  }

  bool check_count(std::size_t count, const char* what, SourceSpan span) {
    if (count <= most_entries_) return true;
    document_.errors.push_back(
        Error::lesson(fmt::format("more than {} {}", most_entries_, what),
                      "numbers and lists of them are not counted; divide the rest among files")
            .at(span));
    return false;
  }

  template <class Value>
  bool open(Value value, std::size_t begin) {
    if (open_.size() < deepest_json) {
      open_.push_back({Json{std::move(value), narrow(begin), narrow(begin)}, {}, false});
      return true;
    }
    document_.errors.push_back(Error::lesson(fmt::format("nested more than {} deep", deepest_json))
                                   .at({begin, begin + 1}));
    return false;
  }

  std::string_view text_;
  std::size_t most_entries_;
  JsonDocument& document_;
  std::vector<Level> open_;
};

struct Described {
  std::string operator()(std::monostate) const { return "null"; }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(double number) const { return shortest(number); }
  std::string operator()(const std::string& text) const {
    return text.size() <= longest_described ? fmt::format("the text \"{}\"", text) : "a text";
  }
  std::string operator()(const Json::Numbers& list) const {
    return list.empty() ? "an empty list" : "a list";
  }
  std::string operator()(const Json::Items&) const { return "a list"; }
  std::string operator()(const Json::Members& members) const {
    return members.empty() ? "an empty object" : "an object";
  }
};

}  // namespace

std::string Json::described() const {
  return std::visit(Described{}, value);
}

JsonDocument parse_json(std::string_view text, std::size_t most_entries) {
  JsonDocument document;
  TreeBuilder builder(text, most_entries, document);
  const auto error = read_json(text, builder);
  if (error) document.errors.push_back(*error);
  document.complete = !error && document.root.end > 0;
  return document;
}

}  // namespace headtrace
