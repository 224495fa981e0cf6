#include "reference/dump.hpp"
#include "study/mistakes/mistake.hpp"

nlohmann::ordered_json dumped_mistakes() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const headtrace::Mistake& mistake : headtrace::known_mistakes()) {
    if (!mistake.is_fault) continue;
    all.push_back({{"id", mistake.id},
                   {"step", mistake.step},
                   {"what", mistake.what.en},
                   {"remedy", mistake.remedy.en},
                   {"pytorch", mistake.pytorch},
                   {"hides", mistake.hides.en}});
  }
  return all;
}
