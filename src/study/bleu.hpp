#pragma once

#include <string>
#include <vector>

namespace headtrace {

using Tokens = std::vector<std::string>;

/// Corpus BLEU from 0 to 100 (Papineni et al. 2002) as sacreBLEU computes it by default: n-grams of
/// 1 to 4 tokens counted over the whole corpus, each matched at most as often as the reference has
/// it, their precisions' geometric mean times the brevity penalty; an order without a match counts
/// as 1/(2^k·total), k being how many such orders there have been ("exp" smoothing). 0 where no
/// token matches, and where no hypothesis is long enough for 4-grams. One reference each; as many
/// hypotheses as references.
double corpus_bleu(const std::vector<Tokens>& hypotheses, const std::vector<Tokens>& references);

}  // namespace headtrace
