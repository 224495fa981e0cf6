#include "cli/arguments.hpp"

#include <CLI/CLI.hpp>

namespace headtrace::cli {

void Arguments::required(const char* name, std::string& value, const char* what) {
  app_.add_option(name, value, what)->required();
}

void Arguments::required_list(const char* name, std::vector<std::string>& values,
                              const char* what) {
  app_.add_option(name, values, what)->required();
}

void Arguments::optional(const char* name, std::string& value, const char* what) {
  app_.add_option(name, value, what);
}

void Arguments::flag(const char* name, bool& value, const char* what) {
  app_.add_flag(name, value, what)->group(group_);
}

void Arguments::option(const char* name, std::string& value, const char* what) {
  app_.add_option(name, value, what)->group(group_);
}

void Arguments::choice(const char* name, std::string& value,
                       const std::vector<std::string>& choices, const char* what) {
  app_.add_option(name, value, what)->group(group_)->check(CLI::IsMember(choices));
}

void Arguments::number(const char* name, int& value, int least, int most, const char* what) {
  app_.add_option(name, value, what)->group(group_)->check(CLI::Range(least, most));
}

void Arguments::seed(const char* name, std::optional<std::uint32_t>& value, const char* what) {
  app_.add_option(name, value, what)->group(group_);
}

void Arguments::size(const char* name, std::optional<std::int64_t>& value, const char* what) {
  app_.add_option(name, value, what)->group(group_);
}

void Arguments::files(const char* name, std::vector<std::string>& values, const char* what) {
  app_.add_option(name, values, what)->group(group_)->expected(1, -1)->type_name("FILE");
}

void Arguments::list(const char* name, std::vector<std::string>& values, const char* what) {
  app_.add_option(name, values, what)->group(group_)->delimiter(',')->allow_extra_args(false);
}

}  // namespace headtrace::cli
