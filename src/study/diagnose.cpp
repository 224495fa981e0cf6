#include "study/diagnose.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

#include "core/shape.hpp"

namespace headtrace {
namespace {

using Clock = std::chrono::steady_clock;

/// One way to make one known mistake.
struct Way {
  const Mistake* mistake;
  Variant variant;
};

/// 1 where attention is allowed, of the scores' shape: the lesson's own mask step tried on zeros.
std::optional<Tensor> allowed(const Pipeline& pipeline) {
  const Step* masked = pipeline.find_step("masked");
  if (masked == nullptr || masked->op != "mask") return std::nullopt;
  const Plan planned = plan(pipeline);
  const PlannedStep* step = planned.find("masked");
  if (step == nullptr) return std::nullopt;
  std::vector<Tensor> operands{Tensor::filled("", step->inputs[0].axes, 0)};
  for (std::size_t i = 1; i < masked->in.size(); ++i) {
    const Input* mask = pipeline.find_input(masked->in[i]);
    if (mask == nullptr) return std::nullopt;
    operands.push_back(materialize(*mask));
  }
  Params params = masked->params;
  params.set("fill", {-1.0, {}});
  const auto op = make_op("mask", params, pipeline.dims, operands.size());
  Tensor keep = Tensor::of("", step->inputs[0].axes, op->forward(operands).values());
  for (Index i = 0; i < keep.size(); ++i) keep.data()[i] += 1;
  return keep;
}

std::vector<Way> ways(const Pipeline& pipeline, const std::optional<Tensor>& keep) {
  std::vector<Way> ways;
  for (const Mistake& mistake : known_mistakes()) {
    for (Variant& variant : mistake.variants({pipeline, keep})) {
      ways.push_back({&mistake, std::move(variant)});
    }
  }
  return ways;
}

const Agreement* first_fault(const Evaluation& evaluation, const std::set<std::string>& given_up) {
  for (const Agreement& each : evaluation.checked) {
    if (!each.agrees && given_up.count(each.name) == 0) return &each;
  }
  return nullptr;
}

class MistakeSearch {
 public:
  MistakeSearch(const Pipeline& pipeline, const std::vector<MatchedTensor>& given, double seconds)
      : lesson_(pipeline),
        pipeline_(pipeline),
        given_(given),
        keep_(allowed(pipeline)),
        evaluator_(pipeline, given),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  Diagnosis run() {
    Evaluation now = evaluator_.evaluate(pipeline_);
    if (now.failure) throw *now.failure;
    diagnosis_.checked = now.checked;
    while (const Agreement* fault = first_fault(now, given_up_)) {
      const Agreement wrong = *fault;
      if (!explain_fault(wrong, now)) note_unknown(wrong);
    }
    finish();
    return std::move(diagnosis_);
  }

 private:
  struct Candidate {
    std::vector<Way> ways;
    Pipeline pipeline;
    Evaluation evaluation;
    std::size_t faults = 0;
  };

  std::size_t open_faults(const Evaluation& evaluation) const {
    std::size_t count = 0;
    for (const Agreement& each : evaluation.checked) {
      if (!each.agrees && given_up_.count(each.name) == 0) ++count;
    }
    return count;
  }

  /// Whether the candidate makes the faulty tensor right and breaks none before it; a fault after
  /// it is no objection.
  bool explains(const Evaluation& evaluation, const std::string& fault) const {
    if (evaluation.failure) return false;
    for (const Agreement& each : evaluation.checked) {
      if (!each.agrees && given_up_.count(each.name) == 0) return false;
      if (each.name == fault) return true;
    }
    return true;
  }

  std::optional<Candidate> attempt(const Pipeline& from, std::vector<Way> chosen,
                                   const std::string& fault) {
    Candidate candidate{std::move(chosen), from, {}, 0};
    try {
      for (const Way& way : candidate.ways) {
        candidate.pipeline = apply(std::move(candidate.pipeline), way.variant);
      }
    } catch (const Error&) {
      return std::nullopt;
    }
    candidate.evaluation = evaluator_.evaluate(candidate.pipeline);
    if (!explains(candidate.evaluation, fault)) return std::nullopt;
    candidate.faults = open_faults(candidate.evaluation);
    return candidate;
  }

  bool explain_fault(const Agreement& fault, Evaluation& now) {
    std::vector<Candidate> found = single_mistakes(fault.name);
    if (found.empty()) found = pairs(fault.name);
    if (found.empty()) return false;
    const auto fewest = std::ranges::min(found, {}, &Candidate::faults).faults;
    std::erase_if(found, [fewest](const Candidate& each) { return each.faults > fewest; });
    prefer_what_is_right(found);
    report(found, fault);
    for (const Way& way : found.front().ways) {
      if (!way.mistake->is_fault) as_right_.push_back(way.variant);
    }
    pipeline_ = found.front().pipeline;
    now = std::move(found.front().evaluation);
    return true;
  }

  std::vector<Candidate> single_mistakes(const std::string& fault) {
    std::vector<Candidate> found;
    for (const Way& way : ways(pipeline_, keep_)) {
      ++diagnosis_.mistakes_tried;
      if (auto candidate = attempt(pipeline_, {way}, fault)) found.push_back(std::move(*candidate));
    }
    return found;
  }

  /// Two mistakes of different steps at once, the later one being made in the wrong pipeline.
  std::vector<Candidate> pairs(const std::string& fault) {
    std::vector<Candidate> found;
    const std::vector<Way> all = ways(pipeline_, keep_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].mistake->is_fault) continue;
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        if (!all[j].mistake->is_fault || all[j].mistake == all[i].mistake) continue;
        if (Clock::now() > end_) {
          diagnosis_.out_of_time = true;
          return found;
        }
        ++diagnosis_.pairs_tried;
        const Evaluator::Mark mark = evaluator_.mark();
        if (auto candidate = attempt(pipeline_, {all[i], all[j]}, fault)) {
          found.push_back(std::move(*candidate));
        }
        evaluator_.forget_since(mark);
      }
    }
    return found;
  }

  /// Where something as right explains it, nobody is told of a mistake.
  static void prefer_what_is_right(std::vector<Candidate>& found) {
    const auto is_right = [](const Candidate& each) {
      return std::ranges::none_of(each.ways, [](const Way& way) { return way.mistake->is_fault; });
    };
    if (std::ranges::any_of(found, is_right)) {
      std::erase_if(found, [&](const Candidate& each) { return !is_right(each); });
    }
  }

  void report(const std::vector<Candidate>& found, const Agreement& fault) {
    ++group_;
    std::set<const Mistake*> named;
    for (const Candidate& candidate : found) {
      for (const Way& way : candidate.ways) {
        if (!named.insert(way.mistake).second) continue;
        Finding finding{
            way.mistake, way.variant.id, fault.name, fault.difference.greatest, group_, {}, {}};
        (way.mistake->is_fault ? diagnosis_.findings : diagnosis_.as_right)
            .push_back(std::move(finding));
      }
    }
  }

  void note_unknown(const Agreement& fault) {
    given_up_.insert(fault.name);
    Finding finding{nullptr, {}, fault.name, fault.difference.greatest, ++group_, {}, {}};
    const bool made = pipeline_.find_step(fault.name) != nullptr;
    if (made && fault.shape_agrees && !fault.difference.where.empty()) {
      finding.arithmetic = evaluator_.arithmetic(pipeline_, fault.name, fault.difference.where);
      finding.arithmetic->given = fault.difference.got;
    }
    const auto it = std::ranges::find(given_, fault.name, &MatchedTensor::name);
    finding.patterns = find_patterns(fault.expected, it->tensor, fault.tolerance);
    diagnosis_.findings.push_back(std::move(finding));
  }

  void finish() {
    diagnosis_.same = diagnosis_.findings.empty();
    if (!diagnosis_.same) diagnosis_.first = diagnosis_.findings.front().step;
    if (as_right_.empty()) return;
    Pipeline their_way = lesson_;
    for (const Variant& variant : as_right_) their_way = apply(std::move(their_way), variant);
    diagnosis_.checked = evaluator_.evaluate(their_way).checked;
  }

  const Pipeline& lesson_;
  Pipeline pipeline_;  ///< with what was found so far
  const std::vector<MatchedTensor>& given_;
  std::optional<Tensor> keep_;
  Evaluator evaluator_;
  Clock::time_point end_;
  std::set<std::string> given_up_;
  std::vector<Variant> as_right_;
  std::size_t group_ = 0;
  Diagnosis diagnosis_;
};

}  // namespace

Diagnosis diagnose(const Pipeline& pipeline, const std::vector<MatchedTensor>& given,
                   double seconds) {
  return MistakeSearch(pipeline, given, seconds).run();
}

}  // namespace headtrace
