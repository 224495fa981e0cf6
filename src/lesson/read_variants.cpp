#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/did_you_mean.hpp"
#include "lesson/read_step.hpp"
#include "lesson/reading.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

/// One edit, checked against the pipeline as the edits before it leave it.
class EditReader {
 public:
  EditReader(const Json& node, const Pipeline& pipeline, Reading& reading)
      : node_(node),
        pipeline_(pipeline),
        reading_(reading),
        reader_(node, reading.errors, "an edit, such as {\"bypass\": \"output\"}") {}

  std::optional<Edit> read() {
    if (!reader_.is_object()) return std::nullopt;
    const std::size_t before = reading_.errors.count();
    const auto kinds = reader_.present({"bypass", "replace", "set"});
    reader_.present({"with", "to"});
    Edit edit;
    edit.span = node_.span();
    if (kinds.size() != 1) {
      reading_.errors.add(node_.bracket(), "an edit is one of 'bypass', 'replace' and 'set'",
                          kinds.empty() ? "" : "write the others as edits of their own");
    } else if (const auto tensor = reader_.text(kinds[0])) {
      edit.change = read_change(kinds[0], *tensor, reader_.find(kinds[0])->span());
      check_companions(kinds[0]);
    }
    reader_.done();
    return reading_.errors.count() == before ? std::optional(edit) : std::nullopt;
  }

 private:
  using Change = decltype(Edit::change);

  Change read_change(const std::string& kind, const std::string& tensor, SourceSpan span) {
    if (kind == "set") return read_set(tensor, span);
    if (!check_made(tensor, span, kind) || kind == "bypass") return Bypass{tensor};
    return read_replace(tensor);
  }

  /// 'with' belongs to 'replace' and 'to' to 'set' alone.
  void check_companions(const std::string& kind) {
    for (const auto& [key, owner] : {std::pair("with", "replace"), std::pair("to", "set")}) {
      const Json* given = reader_.find(key);
      if (!given || kind == owner) continue;
      reading_.errors.add(given->span(),
                          fmt::format("'{}' goes with '{}', not with '{}'", key, owner, kind));
    }
  }

  /// Only what a step makes can be bypassed or replaced.
  bool check_made(const std::string& tensor, SourceSpan span, const std::string& kind) {
    if (!check_tensor(tensor, span, pipeline_, reading_)) return false;
    if (!pipeline_.find_input(tensor)) return true;
    reading_.errors.add(
        span, fmt::format("no step makes {}, so there is nothing to {}", in_quotes(tensor), kind),
        "give it other numbers with 'set'");
    return false;
  }

  Replace read_replace(const std::string& tensor) {
    const Json* with = reader_.require("with", "a step or a list of steps");
    if (!with) return {tensor, {}};
    std::vector<StepDraft> drafts;
    if (with->is_list()) {
      with->each_item([&](const Json& item) { drafts.push_back(read_step(item, reading_)); });
    } else {
      drafts.push_back(read_step(*with, reading_));
    }
    if (drafts.empty()) {
      report_expected(reading_.errors, *with, "at least one step",
                      "to leave a step out, use 'bypass'");
      return {tensor, {}};
    }
    check_last(drafts.back(), tensor);
    check_references(drafts, scope_of(tensor), reading_);
    Replace replace{tensor, {}};
    for (StepDraft& draft : drafts) replace.with.push_back(std::move(draft.step));
    return replace;
  }

  void check_last(const StepDraft& last, const std::string& tensor) {
    if (last.step.out.empty() || last.step.out == tensor) return;
    reading_.errors.add(last.out_span,
                        fmt::format("the last of these steps makes {}, expected {}",
                                    in_quotes(last.step.out), in_quotes(tensor)),
                        "it takes the place of the step that is replaced");
  }

  Scope scope_of(const std::string& tensor) const {
    Scope scope;
    for (const Input& input : pipeline_.inputs) scope.before.push_back(input.name);
    bool before = true;
    for (const Step& step : pipeline_.steps) {
      if (step.out == tensor) {
        before = false;
      } else {
        (before ? scope.before : scope.after).push_back(step.out);
      }
    }
    return scope;
  }

  SetTensor read_set(const std::string& tensor, SourceSpan span) {
    check_tensor(tensor, span, pipeline_, reading_);
    const Json* to =
        reader_.require("to", "a tensor: its `axes`, and `values`, `fill` or `random`");
    auto input = to ? read_input(tensor, *to, reading_) : std::nullopt;
    return {tensor, input.value_or(Input{})};
  }

  const Json& node_;
  const Pipeline& pipeline_;
  Reading& reading_;
  ObjectReader reader_;
};

void read_edits(const Json& node, Variant& variant, Reading& reading) {
  if (!node.is_list() || (node.numbers() && node.numbers()->empty())) {
    return report_expected(reading.errors, node, "a list of at least one edit");
  }
  Pipeline pipeline = reading.pipeline;
  bool sound = reading.names_known;
  node.each_item([&](const Json& item) {
    if (!sound) {
      // What an edit before this one would have left is not known.
      const bool known = std::exchange(reading.names_known, false);
      EditReader(item, pipeline, reading).read();
      reading.names_known = known;
      return;
    }
    auto edit = EditReader(item, pipeline, reading).read();
    sound = edit && reading.pipeline_sound;
    if (!sound) return;
    try {
      pipeline = apply(std::move(pipeline), {variant.id, variant.title, {*edit}});
      variant.edits.push_back(std::move(*edit));
    } catch (const Error& error) {
      reading.errors.add(error, item.bracket());
      sound = false;
    }
  });
}

std::string read_id(ObjectReader& reader, Reading& reading) {
  const auto id = reader.required_text("id", "the variant's name, such as \"no-w-o\"");
  if (!id) return {};
  const SourceSpan span = reader.find("id")->span();
  check_name(*id, span, "-", reading.errors);
  if (std::ranges::find(reading.variant_ids, *id) != reading.variant_ids.end()) {
    reading.errors.add(span, fmt::format("two variants are called {}", in_quotes(*id)),
                       "rename one of them");
  }
  reading.variant_ids.push_back(*id);
  return *id;
}

}  // namespace

void read_variants(const Json& node, Reading& reading) {
  if (!node.is_list()) return report_expected(reading.errors, node, "a list of variants");
  node.each_item([&reading](const Json& item) {
    ObjectReader reader(item, reading.errors, "a variant {\"id\": …, \"title\": …, \"edit\": […]}");
    if (!reader.is_object()) return;
    Variant variant;
    variant.id = read_id(reader, reading);
    if (const Json* title = reader.require("title", "what the variant changes, for the reader")) {
      variant.title = read_text(*title, reading.errors).value_or(Text{});
    }
    if (const Json* edit = reader.require("edit", "a list of edits to the pipeline")) {
      read_edits(*edit, variant, reading);
    }
    reader.done();
    reading.variants.push_back(std::move(variant));
  });
}

}  // namespace headtrace
