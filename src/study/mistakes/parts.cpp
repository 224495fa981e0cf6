#include "study/mistakes/parts.hpp"

namespace headtrace::part {

Params flag(const std::string& name) {
  return {{name, {true, {}}}};
}
Params number(const std::string& name, double value) {
  return {{name, {value, {}}}};
}
Params text(const std::string& name, const std::string& value) {
  return {{name, {value, {}}}};
}
Params list(const std::string& name, std::vector<std::string> values) {
  return {{name, {std::move(values), {}}}};
}

Step step(std::string op, std::vector<std::string> in, std::string out, Params params) {
  return {std::move(op), std::move(in), std::move(out), std::move(params), {}};
}

Step view(const std::string& x, const std::string& out, std::vector<std::string> shape) {
  return step("view", {x}, out, list("shape", std::move(shape)));
}

Step transpose(const std::string& x, const std::string& out, const std::string& a,
               const std::string& b) {
  return step("transpose", {x}, out, list("axes", {a, b}));
}

Step same(const std::string& x, const std::string& out) {
  return step("contiguous", {x}, out);
}

Edit replace(const std::string& tensor, std::vector<Step> with) {
  return {Replace{tensor, std::move(with)}, {}};
}

Variant variant(std::vector<Edit> edits, std::string id) {
  return {std::move(id), {}, std::move(edits)};
}

std::vector<Variant> all_and_each(const std::vector<std::pair<std::string, Edit>>& edits) {
  std::vector<Variant> variants;
  if (edits.size() > 1) variants.push_back(variant({}));
  for (const auto& [tensor, edit] : edits) {
    if (edits.size() > 1) variants.front().edits.push_back(edit);
    variants.push_back(variant({edit}, tensor));
  }
  return variants;
}

}  // namespace headtrace::part
