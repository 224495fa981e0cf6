#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <headtrace/params.hpp>

namespace headtrace {
namespace {

struct AsWritten {
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(double number) const { return shortest(number); }
  std::string operator()(const std::string& text) const { return '"' + text + '"'; }
  std::string operator()(const std::vector<std::string>& list) const {
    return fmt::format("[{}]", fmt::join(list, ", "));
  }
};

}  // namespace

std::string as_written(const ParamValue& value) {
  return std::visit(AsWritten{}, value.value);
}

std::string shortest(double value) {
  return fmt::format("{}", value);
}

const ParamValue* Params::find(const std::string& name) const {
  const auto it = values_.find(name);
  return it == values_.end() ? nullptr : &it->second;
}

void Params::wrong(const std::string& name, const std::string& expected) const {
  const ParamValue* given = find(name);
  const Error error =
      given
          ? Error::in_parameter(
                name, fmt::format("'{}' is {}, expected {}", name, as_written(*given), expected))
          : Error::in_parameter(name, fmt::format("'{}' is missing, expected {}", name, expected));
  throw placed(name, error);
}

Error Params::placed(const std::string& name, const Error& error) const {
  const ParamValue* given = find(name);
  return given && given->span ? error.at(*given->span) : error;
}

bool Params::flag(const std::string& name, bool otherwise) const {
  const ParamValue* given = find(name);
  if (!given) return otherwise;
  if (const bool* flag = std::get_if<bool>(&given->value)) return *flag;
  wrong(name, "true or false");
}

double Params::number(const std::string& name, std::optional<double> otherwise) const {
  const ParamValue* given = find(name);
  if (!given && otherwise) return *otherwise;
  const double* number = given ? std::get_if<double>(&given->value) : nullptr;
  if (number) return *number;
  wrong(name, "a number");
}

long long Params::integer(const std::string& name, std::optional<long long> otherwise) const {
  const ParamValue* given = find(name);
  if (!given && otherwise) return *otherwise;
  const double* number = given ? std::get_if<double>(&given->value) : nullptr;
  if (number && *number == std::floor(*number) && std::abs(*number) < 9e15) {
    return static_cast<long long>(*number);
  }
  wrong(name, "a whole number");
}

std::string Params::text(const std::string& name, std::optional<std::string> otherwise) const {
  const ParamValue* given = find(name);
  if (!given && otherwise) return *otherwise;
  if (given) {
    if (const std::string* text = std::get_if<std::string>(&given->value)) return *text;
    if (const double* number = std::get_if<double>(&given->value)) return shortest(*number);
  }
  wrong(name, "a text or a number");
}

std::vector<std::string> Params::list(const std::string& name) const {
  const ParamValue* given = find(name);
  if (given) {
    if (const auto* list = std::get_if<std::vector<std::string>>(&given->value)) return *list;
  }
  wrong(name, "a list of axis names or numbers");
}

}  // namespace headtrace
