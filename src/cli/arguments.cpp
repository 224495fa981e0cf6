#include "cli/arguments.hpp"

#include <CLI/CLI.hpp>

namespace headtrace::cli {

ArgumentInfo& Arguments::note(const char* name, const char* what, Wants wants) {
  infos_.push_back({name, what, group_, wants});
  return infos_.back();
}

void Arguments::required(const char* name, std::string& value, const char* what, Wants wants) {
  app_.add_option(name, value, what)->required();
  note(name, what, wants).required = true;
}

void Arguments::required_list(const char* name, std::vector<std::string>& values, const char* what,
                              Wants wants) {
  app_.add_option(name, values, what)->required();
  ArgumentInfo& info = note(name, what, wants);
  info.required = true;
  info.repeats = true;
}

void Arguments::optional(const char* name, std::string& value, const char* what, Wants wants) {
  app_.add_option(name, value, what);
  note(name, what, wants);
}

void Arguments::flag(const char* name, bool& value, const char* what) {
  app_.add_flag(name, value, what)->group(group_);
  note(name, what, Wants::nothing);
}

void Arguments::option(const char* name, std::string& value, const char* what, Wants wants) {
  app_.add_option(name, value, what)->group(group_);
  note(name, what, wants);
}

void Arguments::choice(const char* name, std::string& value,
                       const std::vector<std::string>& choices, const char* what) {
  app_.add_option(name, value, what)->group(group_)->check(CLI::IsMember(choices));
  note(name, what, Wants::text).choices = choices;
}

void Arguments::number(const char* name, int& value, int least, int most, const char* what) {
  app_.add_option(name, value, what)->group(group_)->check(CLI::Range(least, most));
  note(name, what, Wants::text);
}

void Arguments::seed(const char* name, std::optional<std::uint32_t>& value, const char* what) {
  app_.add_option(name, value, what)->group(group_);
  note(name, what, Wants::text);
}

void Arguments::size(const char* name, std::optional<std::int64_t>& value, const char* what) {
  app_.add_option(name, value, what)->group(group_);
  note(name, what, Wants::text);
}

void Arguments::files(const char* name, std::vector<std::string>& values, const char* what) {
  app_.add_option(name, values, what)->group(group_)->expected(1, -1)->type_name("FILE");
  note(name, what, Wants::file).repeats = true;
}

void Arguments::list(const char* name, std::vector<std::string>& values, const char* what,
                     Wants wants) {
  app_.add_option(name, values, what)->group(group_)->delimiter(',')->allow_extra_args(false);
  note(name, what, wants).repeats = true;
}

}  // namespace headtrace::cli
