#pragma once

#include <headtrace/pipeline.hpp>
#include <string>
#include <utility>
#include <vector>

/// What mistakes are put together from.
namespace headtrace::part {

Params flag(const std::string& name);
Params number(const std::string& name, double value);
Params text(const std::string& name, const std::string& value);
Params list(const std::string& name, std::vector<std::string> values);

Step step(std::string op, std::vector<std::string> in, std::string out, Params params = {});
Step view(const std::string& x, const std::string& out, std::vector<std::string> shape);
Step transpose(const std::string& x, const std::string& out, const std::string& a,
               const std::string& b);
/// `out` is `x` itself: how a step left out is told, so that the tensor still has its name.
Step same(const std::string& x, const std::string& out);

Edit replace(const std::string& tensor, std::vector<Step> with);
/// `id` says which way, where a mistake has several: the tensor it is about.
Variant variant(std::vector<Edit> edits, std::string id = {});
/// A mistake that may be made at several tensors: at all of them together, then at each.
std::vector<Variant> all_and_each(const std::vector<std::pair<std::string, Edit>>& edits);

}  // namespace headtrace::part
