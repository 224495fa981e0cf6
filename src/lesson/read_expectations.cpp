#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/did_you_mean.hpp"
#include "lesson/object_reader.hpp"
#include "lesson/read_values.hpp"
#include "lesson/reading.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

constexpr double usual_tolerance = 1e-9;

const Variant* find_variant(const std::string& id, const Reading& reading) {
  const auto it = std::ranges::find(reading.variants, id, &Variant::id);
  return it == reading.variants.end() ? nullptr : &*it;
}

/// The pipeline with the variant's edits, as far as they are sound.
std::optional<Pipeline> edited(const std::string& id, const Reading& reading) {
  const Variant* variant = find_variant(id, reading);
  if (id.empty()) return reading.pipeline;
  if (!reading.pipeline_sound || !variant || variant->edits.empty()) return std::nullopt;
  try {
    return apply(reading.pipeline, *variant);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string read_variant(ObjectReader& reader, Reading& reading) {
  const auto id = reader.text("variant");
  if (!id) return {};
  const auto& known = reading.variant_ids;
  if (std::ranges::find(known, *id) == known.end()) {
    reading.errors.add(reader.find("variant")->span(),
                       fmt::format("there is no variant {}", in_quotes(*id)),
                       did_you_mean(*id, known));
  }
  return *id;
}

Sizes read_shape(const Json& node, Diagnostics& errors) {
  Sizes shape;
  if (!node.is_list() || (node.numbers() && node.numbers()->empty())) {
    report_expected(errors, node, "a list of sizes");
    return shape;
  }
  node.each_item([&](const Json& item) {
    shape.push_back(read_whole(item, 1, largest_size, errors).value_or(1));
  });
  return shape;
}

double read_tolerance(ObjectReader& reader, Diagnostics& errors) {
  const auto tolerance = reader.number("tolerance");
  if (tolerance && *tolerance < 0) {
    errors.add(reader.find("tolerance")->span(), "a negative tolerance", "it is 0 or more");
  }
  return tolerance.value_or(usual_tolerance);
}

class ExpectationReader {
 public:
  ExpectationReader(const JsonMember& member, Reading& reading)
      : member_(member), reading_(reading) {}

  void read(std::vector<Expectation>& expectations) {
    const Json& node = member_.value;
    if (!node.is_list()) return read_one(node, expectations);
    if (node.numbers() && node.numbers()->empty()) {
      return report_expected(reading_.errors, node, "an expectation or a list of them");
    }
    node.each_item([&](const Json& item) { read_one(item, expectations); });
  }

 private:
  void read_one(const Json& node, std::vector<Expectation>& expectations) {
    ObjectReader reader(node, reading_.errors, "an object with `values` or `shape`");
    if (!reader.is_object()) return;
    Expectation expectation;
    expectation.tensor = member_.key;
    expectation.span = node.span();
    expectation.variant = read_variant(reader, reading_);
    expectation.tolerance = read_tolerance(reader, reading_.errors);
    const auto given = reader.present({"values", "shape"});
    if (given.empty() && !expectation.variant.empty()) return report_grouped(expectation.variant);
    if (given.empty()) {
      reading_.errors.add(node.bracket(), "nothing is expected here", "give `values` or `shape`");
    } else {
      read_wanted(reader, given, expectation);
    }
    check_name_of(expectation);
    reader.done();
    expectations.push_back(std::move(expectation));
  }

  void read_wanted(ObjectReader& reader, const std::vector<std::string>& given,
                   Expectation& expectation) {
    if (given.back() == "shape") {
      expectation.shape = read_shape(*reader.find("shape"), reading_.errors);
    }
    if (given.front() == "values") {
      auto values = read_values(*reader.find("values"), nullptr, reading_.errors);
      if (!values) return;
      if (given.size() == 2 && values->shape != expectation.shape) {
        reading_.errors.add(reader.find("shape")->span(),
                            fmt::format("'shape' is not that of 'values', which are {}",
                                        describe_extent(values->shape)),
                            "leave out 'shape'");
      }
      expectation.shape = values->shape;
      expectation.values = std::move(values->numbers);
    }
  }

  void check_name_of(const Expectation& expectation) {
    if (const auto pipeline = edited(expectation.variant, reading_)) {
      check_tensor(member_.key, member_.key_span, *pipeline, reading_);
    }
  }

  /// Expectations gathered by variant, which is the wrong way round.
  void report_grouped(const std::string& variant) {
    reading_.errors.add(
        member_.key_span,
        fmt::format("{}: expectations are listed by tensor", in_quotes(member_.key)),
        fmt::format("write \"output\": [{{\"values\": …}}, {{\"variant\": \"{}\", \"values\": …}}]",
                    clipped(variant, 40)));
  }

  const JsonMember& member_;
  Reading& reading_;
};

}  // namespace

std::vector<Expectation> read_expectations(const Json& node, Reading& reading) {
  std::vector<Expectation> expectations;
  if (!node.members()) {
    report_expected(reading.errors, node, "an object of expectations by tensor");
    return expectations;
  }
  for (const JsonMember& member : *node.members()) {
    ExpectationReader(member, reading).read(expectations);
  }
  return expectations;
}

std::optional<Loss> read_loss(const Json& node, Reading& reading) {
  const std::string expected = R"("sum", {"mse": tensor} or {"cross_entropy": tensor})";
  if (node.text() && *node.text() == "sum") return Loss{};
  if (!node.members()) {
    report_expected(reading.errors, node, expected);
    return std::nullopt;
  }
  ObjectReader reader(node, reading.errors);
  const auto kinds = reader.present({"mse", "cross_entropy"});
  reader.done();
  if (kinds.size() != 1) {
    if (node.members()->empty() || kinds.size() > 1)
      report_expected(reading.errors, node, expected);
    return std::nullopt;
  }
  const auto target = reader.text(kinds[0]);
  if (!target) return std::nullopt;
  check_tensor(*target, reader.find(kinds[0])->span(), reading.pipeline, reading);
  return Loss{kinds[0] == "mse" ? Loss::Kind::mse : Loss::Kind::cross_entropy, *target};
}

}  // namespace headtrace
