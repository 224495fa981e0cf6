#pragma once

#include <headtrace/pipeline.hpp>
#include <string>
#include <utility>
#include <vector>

namespace headtrace {

/// Collects the steps of a standard pipeline over the inputs that a lesson gives.
class StepList {
 public:
  StepList(std::string pipeline, const std::vector<Input>& inputs)
      : pipeline_(std::move(pipeline)), inputs_(inputs) {}

  bool has(const std::string& input) const;
  /// Throws Error::lesson unless the lesson gives the tensor `input`; `role` says what it is.
  const std::string& need(const std::string& input, const std::string& role) const;

  /// Each gives the name of the tensor it makes.
  std::string add(std::string op, std::vector<std::string> in, std::string out, Params params = {});
  /// x·W (+ b, where the lesson gives it).
  std::string linear(const std::string& x, const std::string& w, const std::string& b,
                     const std::string& out);
  std::string view(const std::string& x, const std::string& out, std::vector<std::string> shape);
  std::string transpose(const std::string& x, const std::string& out, std::string a, std::string b);

  std::vector<Step> take() { return std::move(steps_); }

 private:
  std::string pipeline_;
  const std::vector<Input>& inputs_;
  std::vector<Step> steps_;
};

}  // namespace headtrace
