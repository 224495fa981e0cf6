#include "cli/process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support.hpp"

namespace headtrace::test {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string quoted(const std::string& word) {
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

int exit_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TemporaryFolder::TemporaryFolder()
    : path_((std::filesystem::temp_directory_path() / "headtrace-XXXXXX").string()) {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::file(const std::string& name, const std::string& text) const {
  const std::string path = path_ + "/" + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

Ran shell(const std::string& command) {
  const TemporaryFolder folder;
  const std::string script =
      folder.file("script", "HEADTRACE=" + quoted(HEADTRACE_PROGRAM) + "\ncd " +
                                quoted(source_path("")) + "\n" + command + "\n");
  const std::string line = "sh " + quoted(script) + " >" + quoted(folder.path() + "/out") + " 2>" +
                           quoted(folder.path() + "/err");
  Ran ran;
  ran.status = exit_status(std::system(line.c_str()));
  ran.out = content(folder.path() + "/out");
  ran.err = content(folder.path() + "/err");
  return ran;
}

Ran headtrace(const std::vector<std::string>& arguments, const Surroundings& surroundings) {
  const TemporaryFolder folder;
  std::string command =
      surroundings.folder.empty() ? "" : "cd " + quoted(surroundings.folder) + "\n";
  command +=
      "exec env -u NO_COLOR -u LC_ALL -u LC_MESSAGES -u COLUMNS -u HEADTRACE_LESSONS LANG=C.UTF-8";
  for (const auto& [name, value] : surroundings.environment)
    command += " " + name + "=" + quoted(value);
  command += " \"$HEADTRACE\"";
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  command += " <" + quoted(folder.file("in", surroundings.input));
  return shell(command);
}

}  // namespace headtrace::test
