#pragma once

#include <map>
#include <string>
#include <vector>

namespace headtrace::test {

struct Ran {
  int status = -1;  ///< exit status, or 128 + the signal
  std::string out;
  std::string err;
};

struct Surroundings {
  std::string input;
  std::map<std::string, std::string> environment;  ///< beside a plain UTF-8 locale
  std::string folder;                              ///< to run in; the source tree by default
};

/// Runs the headtrace that was built with the tests.
Ran headtrace(const std::vector<std::string>& arguments, const Surroundings& surroundings = {});
/// Runs a command line of the shell, where HEADTRACE stands for the program.
Ran shell(const std::string& command);
bool has(const std::string& text, const std::string& part);

/// A folder that is gone when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  /// Writes a file in it and gives its path.
  std::string file(const std::string& name, const std::string& content) const;

 private:
  std::string path_;
};

}  // namespace headtrace::test
