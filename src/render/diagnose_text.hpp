#pragma once

#include <headtrace/style.hpp>
#include <string>
#include <vector>

#include "study/diagnose.hpp"

namespace headtrace {

/// What is said of one diagnosis.
struct Diagnosed {
  std::string lesson;
  std::string given;  ///< the learner's file or folder
  const Diagnosis* diagnosis = nullptr;
  const Matched* matched = nullptr;
};

/// The verdict; each finding with meaning, remedy and the line that does it right; what was
/// understood; every tensor compared, with how far it is off, where, by head, and whether that is
/// rounding.
std::string diagnose_text(const Diagnosed& what, const Style& style);

/// `verdict`, `first`, `findings`, `checked`; and `as_right`, `unknown_names`, `tried`.
std::string diagnose_json(const Diagnosed& what, Lang lang);

/// One sentence for a finding: what was done, or what the numbers show.
std::string finding_sentence(const Finding& finding, Lang lang);
/// What a pattern says.
Text pattern_text(const Pattern& pattern);

/// One row of a teacher's table.
struct StudentRow {
  std::string student;
  std::string error;  ///< why the files could not be read; empty where they could
  const Diagnosis* diagnosis = nullptr;
};
/// `student,verdict,first,mistakes,score,of,error`
std::string students_csv(const std::vector<StudentRow>& rows);
std::string students_json(const std::vector<StudentRow>& rows, Lang lang);

}  // namespace headtrace
