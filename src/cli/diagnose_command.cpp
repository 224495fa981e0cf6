#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <new>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "files/stored_tensor.hpp"
#include "render/diagnose_text.hpp"
#include "study/diagnose.hpp"

namespace headtrace::cli {
namespace {

struct DiagnoseRequest {
  std::string lesson;
  std::string path;
  std::vector<std::string> maps;
  std::string format = "text";
};

std::map<std::string, std::string> mapping_of(const std::vector<std::string>& maps) {
  std::map<std::string, std::string> mapping;
  for (const std::string& each : maps) {
    const auto equals = each.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == each.size()) {
      throw Error::usage(fmt::format("--map '{}' is not a pair of names", each),
                         "write theirs=ours, as in --map attn=weights");
    }
    mapping[each.substr(0, equals)] = each.substr(equals + 1);
  }
  return mapping;
}

std::vector<GivenTensor> read_given(const std::string& path, double max_memory) {
  std::vector<GivenTensor> given;
  for (StoredTensor& stored : read_tensors(path, max_memory)) {
    given.push_back({stored.name, stored.dtype, stored.shape, std::move(stored.values)});
  }
  if (given.empty()) throw Error::file(path, "it holds no tensor", "dump at least the output");
  return given;
}

struct Student {
  std::string name;
  std::string error;
  Matched matched;
  Diagnosis diagnosis;
  bool readable = false;
};

/// The file or folder of each student: a folder that has no tensor of its own, only such.
std::vector<std::filesystem::path> students_in(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return {};
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, failed)) {
    const std::string suffix = entry.path().extension().string();
    if (suffix == ".npy") return {};
    if (entry.path().filename().string().starts_with(".")) continue;
    if (entry.is_directory(failed) || suffix == ".npz" || suffix == ".safetensors") {
      found.push_back(entry.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

class Diagnoser {
 public:
  Diagnoser(const DiagnoseRequest& request, const CommonOptions& common)
      : request_(request),
        common_(common),
        loaded_(load(request.lesson, common)),
        trace_(run(plan_of(loaded_.lesson, "", common))),
        mapping_(mapping_of(request.maps)) {
    if (trace_.failure) {
      throw Error::usage(fmt::format("{}: its own step for '{}' can't be computed: {}",
                                     request.lesson, trace_.failed_step, trace_.failure->what()),
                         "put the lesson right first; `headtrace run` shows it up to there");
    }
  }

  int one() {
    Student student = examine(request_.path);
    const Diagnosed what{loaded_.lesson.name, request_.path, &student.diagnosis, &student.matched};
    const Style style = common_.style();
    write_out(request_.format == "json" ? diagnose_json(what, style.lang)
                                        : diagnose_text(what, style));
    return student.diagnosis.same ? fine : found_wrong;
  }

  int all(const std::vector<std::filesystem::path>& paths) {
    std::vector<Student> students;
    for (const std::filesystem::path& path : paths) {
      try {
        students.push_back(examine(path.string()));
      } catch (const Error& error) {
        students.push_back({{}, error.what(), {}, {}, false});
      } catch (const std::bad_alloc&) {
        students.push_back({{}, "out of memory", {}, {}, false});
      }
      students.back().name = path.stem().string();
    }
    std::vector<StudentRow> rows;
    bool all_same = true;
    for (const Student& student : students) {
      rows.push_back(
          {student.name, student.error, student.readable ? &student.diagnosis : nullptr});
      all_same = all_same && student.readable && student.diagnosis.same;
    }
    write_out(request_.format == "json" ? students_json(rows, common_.style().lang)
                                        : students_csv(rows));
    return all_same ? fine : found_wrong;
  }

 private:
  Student examine(const std::string& path) {
    Student student;
    student.matched = match_tensors(read_given(path, common_.max_memory()), trace_, mapping_);
    if (student.matched.tensors.empty()) {
      throw Error::usage(
          fmt::format("{}: none of its tensors has a name that is understood: {}", path,
                      fmt::join(student.matched.unknown, ", ")),
          "say which is which with --map theirs=ours; ours are Q, weights, concat, output, …");
    }
    student.diagnosis = diagnose(loaded_.lesson.pipeline, student.matched.tensors);
    student.readable = true;
    return student;
  }

  const DiagnoseRequest& request_;
  const CommonOptions& common_;
  LoadedLesson loaded_;
  Trace trace_;
  std::map<std::string, std::string> mapping_;
};

int diagnose_file(const DiagnoseRequest& request, const CommonOptions& common) {
  Diagnoser diagnoser(request, common);
  const auto students = students_in(request.path);
  if (!students.empty()) return diagnoser.all(students);
  if (request.format == "csv") {
    throw Error::usage("--format csv is for a folder of students",
                       "give a folder that holds one file or folder for each");
  }
  return diagnoser.one();
}

}  // namespace

Action add_diagnose(Arguments& arguments, const CommonOptions& common) {
  const auto request = std::make_shared<DiagnoseRequest>();
  arguments.required("LESSON", request->lesson, lesson_argument, Wants::lesson);
  arguments.required("FILE", request->path,
                     "Your tensors: .npz, .safetensors, .npy, a folder of .npy, or of students",
                     Wants::file);
  arguments.list("--map", request->maps, "Your names for the lesson's: attn=weights,o=output");
  arguments.choice("--format", request->format, {"text", "json", "csv"},
                   "text, json or csv (default text; csv for a folder of students)");
  return [request, &common] { return diagnose_file(*request, common); };
}

}  // namespace headtrace::cli
