#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "study/check.hpp"

namespace headtrace {
namespace {

using Order = std::map<std::string, std::vector<std::string>>;

std::vector<std::string> names_of(const Order& after) {
  std::vector<std::string> names;
  for (const auto& [name, earlier] : after) names.push_back(name);
  return names;
}

void find_missing(const Order& after, std::vector<OrderProblem>& problems) {
  const std::vector<std::string> names = names_of(after);
  for (const auto& [name, earlier] : after) {
    for (const std::string& wanted : earlier) {
      if (after.count(wanted) != 0) continue;
      problems.push_back(
          {name,
           Error::lesson(fmt::format("{} comes after '{}', which is no lesson here", name, wanted),
                         did_you_mean(wanted, names))});
    }
  }
}

/// Walks depth first; a lesson met again on the way to itself closes a circle.
class CircleFinder {
 public:
  CircleFinder(const Order& after, std::vector<OrderProblem>& problems)
      : after_(after), problems_(problems) {}

  void visit(const std::string& name) {
    const auto it = after_.find(name);
    if (it == after_.end() || done(name)) return;
    const auto met = std::ranges::find(way_, name);
    if (met != way_.end()) return report(met, name);
    way_.push_back(name);
    for (const std::string& earlier : it->second) visit(earlier);
    way_.pop_back();
    done_.push_back(name);
  }

 private:
  bool done(const std::string& name) const { return std::ranges::find(done_, name) != done_.end(); }

  void report(std::vector<std::string>::iterator first, const std::string& name) {
    std::vector<std::string> circle(first, way_.end());
    circle.push_back(name);
    problems_.push_back({name, Error::lesson(fmt::format("`after` goes in a circle: {}",
                                                         fmt::join(circle, " after ")),
                                             "one of these must come first")});
  }

  const Order& after_;
  std::vector<OrderProblem>& problems_;
  std::vector<std::string> way_;
  std::vector<std::string> done_;
};

}  // namespace

std::vector<OrderProblem> check_order(const Order& after) {
  std::vector<OrderProblem> problems;
  find_missing(after, problems);
  CircleFinder finder(after, problems);
  for (const auto& [name, earlier] : after) finder.visit(name);
  return problems;
}

}  // namespace headtrace
