#include "study/bleu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace headtrace {
namespace {

constexpr std::size_t longest = 4;

std::map<Tokens, std::size_t> counted(const Tokens& tokens, std::size_t order) {
  std::map<Tokens, std::size_t> counts;
  for (std::size_t i = 0; i + order <= tokens.size(); ++i) {
    const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    ++counts[Tokens(first, first + static_cast<std::ptrdiff_t>(order))];
  }
  return counts;
}

/// What the whole corpus adds up to.
struct Matches {
  std::array<double, longest> matched{};
  std::array<double, longest> total{};
  double hypotheses = 0;
  double references = 0;

  void add(const Tokens& hypothesis, const Tokens& reference) {
    hypotheses += static_cast<double>(hypothesis.size());
    references += static_cast<double>(reference.size());
    for (std::size_t order = 1; order <= longest; ++order) {
      const auto wanted = counted(reference, order);
      for (const auto& [gram, count] : counted(hypothesis, order)) {
        total[order - 1] += static_cast<double>(count);
        const auto found = wanted.find(gram);
        if (found == wanted.end()) continue;
        matched[order - 1] += static_cast<double>(std::min(count, found->second));
      }
    }
  }
};

}  // namespace

double corpus_bleu(const std::vector<Tokens>& hypotheses, const std::vector<Tokens>& references) {
  Matches matches;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) matches.add(hypotheses[i], references[i]);
  if (matches.matched[0] == 0 || matches.total[longest - 1] == 0) return 0;
  double smoothing = 1;
  double logs = 0;
  for (std::size_t i = 0; i < longest; ++i) {
    if (matches.matched[i] == 0) smoothing *= 2;
    const double correct = matches.matched[i] == 0 ? 1 / smoothing : matches.matched[i];
    logs += std::log(correct / matches.total[i]);
  }
  const double brevity = matches.hypotheses >= matches.references
                             ? 1
                             : std::exp(1 - matches.references / matches.hypotheses);
  return 100 * brevity * std::exp(logs / longest);
}

}  // namespace headtrace
