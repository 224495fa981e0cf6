#include "study/placeholder.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/did_you_mean.hpp"
#include "core/shape.hpp"
#include "core/words.hpp"
#include "study/parameters.hpp"
#include "study/statistics.hpp"

namespace headtrace {
namespace {

constexpr std::size_t longest_quoted = 60;

/// The inside of one `{…}`.
class Placeholder {
 public:
  Placeholder(std::string inside, const Traces& traces)
      : inside_(std::move(inside)), rest_(inside_), trace_(&traces.base) {
    const auto slash = rest_.find('/');
    if (slash == std::string::npos) return;
    trace_ = &variant(rest_.substr(0, slash), traces);
    rest_.erase(0, slash + 1);
  }

  std::string value() const {
    if (const auto colon = rest_.find(':'); colon != std::string::npos) {
      return fact(rest_.substr(0, colon), rest_.substr(colon + 1));
    }
    const auto bracket = rest_.find('[');
    if (bracket == std::string::npos || rest_.back() != ']') {
      fail("is not a placeholder",
           "write {concat[0,0,1]}, {shape:concat}, {strides:concat} or "
           "{dim:d_k}; a literal brace is {{");
    }
    const Tensor& found = tensor(rest_.substr(0, bracket));
    return in_prose(found.at(cell(rest_.substr(bracket + 1, rest_.size() - bracket - 2), found)));
  }

 private:
  [[noreturn]] void fail(const std::string& message, const std::string& hint) const {
    const std::string shown =
        inside_.size() <= longest_quoted ? inside_ : inside_.substr(0, longest_quoted) + "…";
    throw Error::lesson(fmt::format("the placeholder {{{}}} {}", shown, message), hint);
  }

  const Trace& variant(const std::string& id, const Traces& traces) const {
    const auto it = traces.variants.find(id);
    if (it != traces.variants.end()) return it->second;
    std::vector<std::string> ids;
    for (const auto& [name, trace] : traces.variants) ids.push_back(name);
    fail(fmt::format("names a variant '{}' that there is not", id), did_you_mean(id, ids));
  }

  const Tensor& tensor(const std::string& name) const {
    if (const Tensor* found = trace_->find(name)) return *found;
    if (trace_->failure) {
      fail(fmt::format("names '{}', which is not made: the steps fail at '{}'", name,
                       trace_->failed_step),
           "");
    }
    fail(fmt::format("names a tensor '{}' that there is not", name),
         did_you_mean(name, trace_->tensor_names()));
  }

  /// What is said of a whole tensor, or of the whole trace.
  std::string fact(const std::string& which, const std::string& name) const {
    if (which == "dim") return dim(name);
    if (which == "params" && name.empty()) return fmt::format("{}", parameter_count(*trace_));
    const Tensor& of = tensor(name);
    if (which == "shape") return describe(of.shape());
    if (which == "strides") return describe(of.strides());
    if (which == "size") return fmt::format("{}", of.size());
    if (which == "mean") return in_prose(statistics(of).mean);
    if (which == "std") return in_prose(statistics(of).sigma);
    const TraceStep* step = trace_->find_step(name);
    if (which == "params") return fmt::format("{}", step ? step->planned.cost.parameters : 0);
    if (which == "flops") return fmt::format("{:.0f}", step ? step->planned.cost.flops : 0.0);
    fail(
        fmt::format("asks for '{}'", which),
        did_you_mean(which, {"shape", "strides", "size", "mean", "std", "params", "flops", "dim"}));
  }

  std::string dim(const std::string& name) const {
    if (const auto size = trace_->dims.find(name)) return fmt::format("{}", *size);
    fail(fmt::format("names a dim '{}' that is not known", name),
         did_you_mean(name, trace_->dims.known()));
  }

  Sizes cell(const std::string& text, const Tensor& of) const {
    const auto cell = parse_cell(text);
    if (!cell) fail("has no cell", "write positions from 0, such as [0,0,1]");
    if (!lies_within(*cell, of.shape())) {
      fail(fmt::format("is no cell of {}", describe(of.spec())), "positions count from 0");
    }
    return *cell;
  }

  std::string inside_;
  std::string rest_;  ///< without the variant
  const Trace* trace_;
};

}  // namespace

Mention mention_of(const std::string& inside) {
  const auto slash = inside.find('/');
  const bool own = slash == std::string::npos;
  Mention mention{own ? "" : inside.substr(0, slash), own ? inside : inside.substr(slash + 1),
                  true};
  if (const auto colon = mention.tensor.find(':'); colon != std::string::npos) {
    const std::string fact = mention.tensor.substr(0, colon);
    mention.by_number = fact == "mean" || fact == "std";
    mention.tensor.erase(0, colon + 1);
  } else {
    mention.tensor.erase(std::min(mention.tensor.find('['), mention.tensor.size()));
  }
  return mention;
}

std::string in_prose(double value) {
  if (std::isnan(value)) return "nan";  // whatever its sign bit
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string digits = fmt::format("{:.4f}", value);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits == "-0" ? "0" : digits;
}

std::string placeholder_value(const std::string& inside, const Traces& traces) {
  return Placeholder(inside, traces).value();
}

}  // namespace headtrace
