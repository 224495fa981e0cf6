// Prints the known mistakes as JSON, for tests/reference/write_mistakes.py.
#include <cstdio>

#include <nlohmann/json.hpp>

#include "study/mistakes/mistake.hpp"

int main() {
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
  std::puts(all.dump(2).c_str());
}
