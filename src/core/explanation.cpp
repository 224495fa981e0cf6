#include <algorithm>
#include <headtrace/explanation.hpp>

namespace headtrace {

void Explanation::add_up() {
  value = 0;
  groups.clear();
  for (const Term& term : terms) {
    value += term.value;
    if (!term.head) continue;
    const auto it = std::ranges::find(groups, *term.head, &HeadSum::head);
    if (it == groups.end()) {
      groups.push_back({*term.head, term.value});
    } else {
      it->sum += term.value;
    }
  }
}

}  // namespace headtrace
