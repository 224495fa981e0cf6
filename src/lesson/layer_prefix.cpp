#include "lesson/layer_prefix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <headtrace/error.hpp>
#include <sstream>

#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

constexpr std::size_t most_names = 12;

std::vector<LayerPlace> places_in(const std::vector<TensorHeader>& headers) {
  std::vector<LayerPlace> places;
  for (const TensorHeader& header : headers) {
    for (const ModelLayout& layout : model_layouts()) {
      if (!header.name.ends_with(layout.anchor)) continue;
      std::string prefix =
          header.name.substr(0, header.name.size() - std::string(layout.anchor).size());
      if (prefix.empty() || prefix.ends_with('.')) places.push_back({&layout, std::move(prefix)});
    }
  }
  return places;
}

bool is_numbered(const std::string& prefix, int layer) {
  return ("." + prefix).find(fmt::format(".{}.", layer)) != std::string::npos;
}

std::string described(const LayerPlace& place) {
  const std::string prefix =
      place.prefix.empty() ? "one without a prefix" : in_quotes(place.prefix);
  return fmt::format("{} ({})", prefix, place.layout->as);
}

std::string described(const std::vector<LayerPlace>& places) {
  std::vector<std::string> names;
  for (const LayerPlace& place : places) names.push_back(described(place));
  std::ranges::sort(names);
  const std::size_t more = names.size() - std::min(names.size(), most_names);
  names.resize(names.size() - more);
  return fmt::format("{}{}", fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

[[noreturn]] void none(const std::string& path, const std::vector<TensorHeader>& headers) {
  std::vector<std::string> anchors;
  for (const ModelLayout& layout : model_layouts()) {
    anchors.push_back(fmt::format("{} ({})", layout.anchor, layout.as));
  }
  std::vector<std::string> names;
  for (const TensorHeader& header : headers) names.push_back(header.name);
  throw Error::file(
      path, fmt::format("no attention layer is known by the names in it: {}", listed(names)),
      fmt::format("a layer is known by {}", fmt::join(anchors, ", ")));
}

bool fits(const LayerPlace& place, const LayerChoice& choice) {
  if (!choice.as.empty() && place.layout->as != choice.as) return false;
  if (choice.layer && !is_numbered(place.prefix, *choice.layer)) return false;
  return choice.prefix.empty() || place.prefix == choice.prefix ||
         place.prefix == choice.prefix + ".";
}

std::string asked_for(const LayerChoice& choice) {
  std::string asked = "no layer";
  if (!choice.as.empty()) asked += " as " + choice.as + " keeps it";
  if (choice.layer) asked += fmt::format(" with the number {}", *choice.layer);
  if (!choice.prefix.empty()) asked += " with the prefix " + in_quotes(choice.prefix);
  return asked;
}

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (shown.size() < most_names) shown.push_back(in_quotes(name));
  }
  const std::size_t more = names.size() - shown.size();
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

LayerPlace find_place(const std::string& path, const std::vector<TensorHeader>& headers,
                      const LayerChoice& choice) {
  const auto all = places_in(headers);
  if (all.empty()) none(path, headers);
  std::vector<LayerPlace> left;
  std::ranges::copy_if(all, std::back_inserter(left),
                       [&](const LayerPlace& place) { return fits(place, choice); });
  if (left.empty()) {
    throw Error::file(path, fmt::format("there is {}", asked_for(choice)),
                      "it holds " + described(all));
  }
  if (left.size() > 1 && !choice.layer) {
    std::vector<LayerPlace> first;
    std::ranges::copy_if(left, std::back_inserter(first),
                         [](const LayerPlace& place) { return is_numbered(place.prefix, 0); });
    if (!first.empty()) left = first;
  }
  if (left.size() == 1) return left.front();
  throw Error::file(path, "several layers could be meant: " + described(left),
                    "choose one with --prefix");
}

}  // namespace headtrace
