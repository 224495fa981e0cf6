#include "study/mistakes/mistake.hpp"

namespace headtrace {

const std::vector<Mistake>& known_mistakes() {
  static const std::vector<Mistake> all = [] {
    std::vector<Mistake> list;
    for (auto* group : {projection_mistakes, head_mistakes, score_mistakes, mask_mistakes,
                        hidden_key_mistakes, weight_mistakes, output_mistakes, block_mistakes}) {
      for (Mistake& mistake : group()) list.push_back(std::move(mistake));
    }
    return list;
  }();
  return all;
}

}  // namespace headtrace
