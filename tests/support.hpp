#pragma once

#include <fstream>
#include <headtrace/error.hpp>
#include <sstream>
#include <string>
#include <vector>

/// What several tests share.
namespace headtrace::test {

inline std::string source_path(const std::string& relative) {
  return std::string(HEADTRACE_SOURCE_DIR) + "/" + relative;
}

inline std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

inline std::vector<std::string> fixture_lines(const std::string& name) {
  std::ifstream file(source_path("tests/fixtures/" + name));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

/// The whole of the error that `action` throws; empty where it throws none.
template <typename Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace headtrace::test
