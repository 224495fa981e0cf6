#include "study/given_tensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/did_you_mean.hpp"
#include "core/shape.hpp"
#include "study/difference.hpp"

namespace headtrace {
namespace {

using Names = std::vector<std::string>;

/// Common names and what they may mean, the likeliest first.
const std::vector<std::pair<Names, Names>>& common_names() {
  static const std::vector<std::pair<Names, Names>> table{
      {{"q", "query", "queries", "q_proj", "query_layer", "qs"}, {"Q", "Q_heads", "Q_split"}},
      {{"k", "key", "keys", "k_proj", "key_layer", "ks"}, {"K", "K_heads", "K_split"}},
      {{"v", "value", "values", "v_proj", "value_layer", "vs"}, {"V", "V_heads", "V_split"}},
      {{"q_heads", "qh", "q_h"}, {"Q_heads", "Q_split"}},
      {{"k_heads", "kh", "k_h"}, {"K_heads", "K_split"}},
      {{"v_heads", "vh", "v_h"}, {"V_heads", "V_split"}},
      {{"score", "attn_scores", "attention_scores", "logits", "attn_logits", "qk", "dots", "sim",
        "energy", "raw_scores"},
       {"scores", "scaled", "masked"}},
      {{"scaled_scores", "scores_scaled", "scaled_attention_logits"}, {"scaled", "masked"}},
      {{"masked_scores", "scores_masked"}, {"masked"}},
      {{"attn", "attn_weights", "attention_weights", "attention", "attn_probs", "attention_probs",
        "probs", "p_attn", "alpha", "w", "attn_weight", "softmax"},
       {"weights"}},
      {{"context", "ctx", "context_layer", "head_outputs", "head_output", "z", "values_out"},
       {"heads", "concat", "heads_transposed"}},
      {{"attn_output", "attn_out", "attention_output"}, {"output", "heads", "concat"}},
      {{"cat", "concatenated", "merged", "concat_heads", "combined"}, {"concat"}},
      {{"out", "y", "o", "result", "final", "mha_output", "outputs"},
       {"output", "norm_2", "residual_2"}},
  };
  return table;
}

std::string lowered(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The last part of `layer.0.attn/weights`.
std::string last_part(const std::string& name) {
  const auto at = name.find_last_of("./");
  return at == std::string::npos ? name : name.substr(at + 1);
}

Names candidates(const std::string& name, const Trace& trace) {
  const Names known = trace.tensor_names();
  const auto is_known = [&known](const std::string& each) {
    return std::ranges::find(known, each) != known.end();
  };
  for (const std::string& form : {name, last_part(name)}) {
    if (is_known(form)) return {form};
  }
  const std::string low = lowered(last_part(name));
  for (const auto& [theirs, ours] : common_names()) {
    if (std::ranges::find(theirs, low) == theirs.end()) continue;
    Names there;
    std::ranges::copy_if(ours, std::back_inserter(there), is_known);
    return there;
  }
  Names same_but_for_case;
  std::ranges::copy_if(known, std::back_inserter(same_but_for_case),
                       [&low](const std::string& each) { return lowered(each) == low; });
  return same_but_for_case;
}

/// Without axes of size 1, or with two axes merged that come first: the same numbers in one order.
bool is_same_shape_but_for_ones(const Sizes& given, const Sizes& expected) {
  const auto without_ones = [](Sizes sizes) {
    std::erase(sizes, 1);
    return sizes;
  };
  if (without_ones(given) == without_ones(expected)) return true;
  if (expected.size() < 2 || given.size() + 1 != expected.size()) return false;
  Sizes merged(expected.begin() + 1, expected.end());
  merged[0] *= expected[0];
  return given == merged && expected.size() == 4;
}

Axes nameless(const Sizes& shape) {
  Axes axes;
  for (Index size : shape) axes.push_back({"", size, 0});
  return axes;
}

MatchedTensor matched_as(const GivenTensor& given, const std::string& name, const Trace& trace) {
  const Tensor& expected = *trace.find(name);
  const Sizes shape = expected.shape();
  const bool agrees = given.shape == shape || is_same_shape_but_for_ones(given.shape, shape);
  return {given.name, name, given.dtype,
          Tensor::of(name, agrees ? expected.axes() : nameless(given.shape), given.values), agrees};
}

MatchedTensor best_match(const GivenTensor& given, const Names& names, const Trace& trace) {
  std::optional<MatchedTensor> best;
  double nearest = 0;
  for (const std::string& name : names) {
    MatchedTensor match = matched_as(given, name, trace);
    if (!match.shape_agrees) continue;
    const double apart = difference(*trace.find(name), match.tensor)->greatest;
    if (best && apart >= nearest) continue;
    // Another name than the likeliest must fit clearly better.
    if (best && apart > nearest / 100) continue;
    nearest = apart;
    best = std::move(match);
  }
  if (best) return *best;
  for (const std::string& name : names) {
    if (trace.find(name)->rank() == static_cast<Index>(given.shape.size())) {
      return matched_as(given, name, trace);
    }
  }
  return matched_as(given, names.front(), trace);
}

}  // namespace

Matched match_tensors(const std::vector<GivenTensor>& given, const Trace& trace,
                      const std::map<std::string, std::string>& mapping) {
  for (const auto& [theirs, ours] : mapping) {
    if (trace.find(ours) != nullptr) continue;
    throw Error::usage(
        fmt::format("--map {}={}: the lesson has no tensor '{}'", theirs, ours, ours),
        did_you_mean(ours, trace.tensor_names()));
  }
  Matched matched;
  std::set<std::string> taken;
  for (const GivenTensor& each : given) {
    const auto mapped = mapping.find(each.name);
    Names names = mapped != mapping.end() ? Names{mapped->second} : candidates(each.name, trace);
    std::erase_if(names, [&taken](const std::string& name) { return taken.count(name) != 0; });
    if (names.empty()) {
      matched.unknown.push_back(each.name);
      continue;
    }
    matched.tensors.push_back(best_match(each, names, trace));
    taken.insert(matched.tensors.back().name);
  }
  const Names order = trace.tensor_names();
  std::ranges::stable_sort(matched.tensors, {}, [&order](const MatchedTensor& tensor) {
    return std::ranges::find(order, tensor.name) - order.begin();
  });
  return matched;
}

}  // namespace headtrace
