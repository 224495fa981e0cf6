#include "lesson/read_params.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "lesson/object_reader.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

std::optional<std::vector<std::string>> read_list(const Json& node, Diagnostics& errors) {
  std::vector<std::string> list;
  bool complete = true;
  node.each_item([&](const Json& item) {
    if (item.text()) {
      list.push_back(*item.text());
    } else if (item.number()) {
      list.push_back(shortest(*item.number()));
    } else {
      report_expected(errors, item, "a text or a number");
      complete = false;
    }
  });
  return complete ? std::optional(list) : std::nullopt;
}

std::optional<ParamValue> read_param(const Json& node, Diagnostics& errors) {
  if (node.flag()) return ParamValue{*node.flag(), node.span()};
  if (node.number()) return ParamValue{*node.number(), node.span()};
  if (node.text()) return ParamValue{*node.text(), node.span()};
  if (node.is_list()) {
    auto list = read_list(node, errors);
    return list ? std::optional(ParamValue{std::move(*list), node.span()}) : std::nullopt;
  }
  report_expected(errors, node, "true, false, a number, a text or a list");
  return std::nullopt;
}

}  // namespace

Params read_params(const Json& node, const std::vector<std::string>& own, const std::string& owner,
                   const std::string& what, const std::vector<ParamInfo>& known,
                   Diagnostics& errors) {
  std::vector<std::string> names;
  for (const ParamInfo& info : known) names.push_back(info.name);
  std::vector<std::string> keys = names;
  keys.insert(keys.end(), own.begin(), own.end());

  Params params;
  for (const JsonMember& member : *node.members()) {
    if (std::ranges::find(own, member.key) != own.end()) continue;
    if (std::ranges::find(names, member.key) != names.end()) {
      if (auto value = read_param(member.value, errors)) params.set(member.key, std::move(*value));
      continue;
    }
    std::string hint = did_you_mean(member.key, keys);
    if (hint.empty()) {
      hint = names.empty() ? fmt::format("{} has no {}s", owner, what)
                           : fmt::format("its {}s are {}", what, fmt::join(names, ", "));
    }
    errors.add(member.key_span, fmt::format("{} has no {} {}", owner, what, in_quotes(member.key)),
               hint);
  }
  return params;
}

}  // namespace headtrace
