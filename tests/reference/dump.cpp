// Prints as JSON what scripts hold against something else: dump catalogue|mistakes|op-examples
#include "reference/dump.hpp"

#include <cstdio>
#include <string_view>

int main(int count, char** words) {
  const std::string_view what = count == 2 ? words[1] : "";
  nlohmann::ordered_json all;
  if (what == "catalogue") {
    all = dumped_catalogue();
  } else if (what == "mistakes") {
    all = dumped_mistakes();
  } else if (what == "op-examples") {
    all = dumped_op_examples();
  } else {
    std::fputs("usage: dump catalogue|mistakes|op-examples\n", stderr);
    return 2;
  }
  std::puts(all.dump(1).c_str());
}
