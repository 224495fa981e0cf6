#include "study/mistakes/mask_parts.hpp"

namespace headtrace::part {

bool is_masked(const MistakeCase& at) {
  return at.keep && at.has("masked") && at.step("masked").op == "mask";
}

const std::string& unmasked(const MistakeCase& at) {
  return at.step("masked").in[0];
}

Edit add_input(const std::string& name, const Tensor& numbers) {
  return {AddInput{{name, numbers.axes(), {}, ValuesSource{numbers.values()}, {}}}, {}};
}

const Text nothing_masked{"where nothing is masked it can't be seen",
                          "没有任何位置被遮住时看不出来"};
const Text hide_keys{"hide the keys that must not be seen: scores become -inf there",
                     "遮住不该看到的键：把那些分数换成 -inf"};
const std::string fill_line = "scores = scores.masked_fill(keep == 0, -math.inf)";

}  // namespace headtrace::part
