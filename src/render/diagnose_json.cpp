#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "render/diagnose_text.hpp"
#include "render/json_value.hpp"

namespace headtrace {
namespace {

std::string finding_json(const Finding& finding, Lang lang) {
  return fmt::format(R"({{"id": {}, "step": {}, "max_error": {}, "group": {}, "sentence": {}}})",
                     json_string(finding.mistake != nullptr ? finding.mistake->id : "unknown"),
                     json_string(finding.step), json_number(finding.max_error), finding.group,
                     json_string(finding_sentence(finding, lang)));
}

std::string checked_json(const Agreement& each) {
  const char* verdict = !each.shape_agrees                ? "shape"
                        : !each.agrees                    ? "differs"
                        : each.difference.greatest == 0.0 ? "same"
                                                          : "rounding";
  return fmt::format(
      R"({{"name": {}, "verdict": "{}", "count": {}, "mismatched": {}, "max_error": {}, )"
      R"("where": {}}})",
      json_string(each.name), verdict, each.difference.count, each.difference.mismatched,
      each.shape_agrees ? json_number(each.difference.greatest) : "null",
      json_indices(each.difference.where));
}

std::string in_csv(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::vector<std::string> ids_of(const Diagnosis& diagnosis) {
  std::vector<std::string> ids;
  for (const Finding& finding : diagnosis.findings) {
    ids.push_back(finding.mistake != nullptr ? finding.mistake->id : "unknown");
  }
  return ids;
}

std::size_t right_steps(const Diagnosis& diagnosis) {
  return static_cast<std::size_t>(std::ranges::count_if(diagnosis.checked, &Agreement::agrees));
}

}  // namespace

std::string diagnose_json(const Diagnosed& what, Lang lang) {
  const Diagnosis& diagnosis = *what.diagnosis;
  std::vector<std::string> findings;
  std::vector<std::string> as_right;
  std::vector<std::string> checked;
  for (const Finding& finding : diagnosis.findings) findings.push_back(finding_json(finding, lang));
  for (const Finding& finding : diagnosis.as_right) as_right.push_back(finding_json(finding, lang));
  for (const Agreement& each : diagnosis.checked) checked.push_back(checked_json(each));
  return fmt::format(
      "{{\n  \"verdict\": \"{}\",\n  \"first\": {},\n  \"findings\": {},\n  \"as_right\": {},\n"
      "  \"checked\": {},\n  \"unknown_names\": {},\n  \"mistakes_tried\": {},\n"
      "  \"pairs_tried\": {},\n  \"out_of_time\": {}\n}}\n",
      diagnosis.same ? "same" : "differs", diagnosis.first ? json_string(*diagnosis.first) : "null",
      json_stacked(findings), json_stacked(as_right), json_stacked(checked),
      json_strings(what.matched->unknown), diagnosis.mistakes_tried, diagnosis.pairs_tried,
      diagnosis.out_of_time);
}

std::string students_csv(const std::vector<StudentRow>& rows) {
  std::string csv = "student,verdict,first,mistakes,score,of,error\n";
  for (const StudentRow& row : rows) {
    const Diagnosis* found = row.diagnosis;
    csv += fmt::format(
        "{},{},{},{},{},{},{}\n", in_csv(row.student),
        found == nullptr ? "unreadable"
        : found->same    ? "same"
                         : "differs",
        found != nullptr && found->first ? in_csv(*found->first) : "",
        found == nullptr ? "" : in_csv(fmt::format("{}", fmt::join(ids_of(*found), " "))),
        found == nullptr ? 0 : right_steps(*found), found == nullptr ? 0 : found->checked.size(),
        in_csv(row.error));
  }
  return csv;
}

std::string students_json(const std::vector<StudentRow>& rows, Lang lang) {
  std::vector<std::string> items;
  for (const StudentRow& row : rows) {
    if (row.diagnosis == nullptr) {
      items.push_back(fmt::format(R"(  {{"student": {}, "verdict": "unreadable", "error": {}}})",
                                  json_string(row.student), json_string(row.error)));
      continue;
    }
    std::vector<std::string> findings;
    for (const Finding& finding : row.diagnosis->findings) {
      findings.push_back(finding_json(finding, lang));
    }
    items.push_back(fmt::format(
        R"(  {{"student": {}, "verdict": "{}", "first": {}, "findings": [{}], "score": {}, )"
        R"("of": {}}})",
        json_string(row.student), row.diagnosis->same ? "same" : "differs",
        row.diagnosis->first ? json_string(*row.diagnosis->first) : "null",
        fmt::join(findings, ", "), right_steps(*row.diagnosis), row.diagnosis->checked.size()));
  }
  return fmt::format("[\n{}\n]\n", fmt::join(items, ",\n"));
}

}  // namespace headtrace
