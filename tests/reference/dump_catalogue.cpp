#include <headtrace/op.hpp>
#include <headtrace/pipeline.hpp>

#include "reference/dump.hpp"

using namespace headtrace;

namespace {

const char* name_of(ParamType type) {
  switch (type) {
    case ParamType::flag:
      return "flag";
    case ParamType::number:
      return "number";
    case ParamType::integer:
      return "integer";
    case ParamType::text:
      return "text";
    case ParamType::number_or_text:
      return "number_or_text";
    case ParamType::axis:
      return "axis";
    case ParamType::axes:
      return "axes";
    case ParamType::shape:
      return "shape";
  }
  return "?";
}

nlohmann::ordered_json described(const std::vector<ParamInfo>& params) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const ParamInfo& param : params) {
    all[param.name] = {{"type", name_of(param.type)}, {"required", param.required}};
  }
  return all;
}

}  // namespace

nlohmann::ordered_json dumped_catalogue() {
  nlohmann::ordered_json dump;
  for (const OpEntry& entry : catalogue()) {
    dump["ops"][entry.name] = {{"params", described(entry.params)},
                               {"min_inputs", entry.min_inputs},
                               {"max_inputs", entry.max_inputs}};
  }
  for (const StandardPipeline& pipeline : standard_pipelines()) {
    dump["pipelines"][pipeline.name] = described(pipeline.options);
  }
  dump["axes"] = Dims::names();
  return dump;
}
