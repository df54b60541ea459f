#include "report/forbidden.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "analysis/explain/explain.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"
#include "words/reason_words.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::report {

namespace {

constexpr std::uint64_t MaxForbiddenSteps = 300'000;
// Limit of the explorations by `explain`, which repeat the runs of the report.
constexpr std::uint64_t MaxExecutions = 1;
// Maximal number of reasons per model.
constexpr std::size_t MaxReasons = 3;

// True if the reasons are equal, including the axiom's name and definitions.
bool is_same(const ReasonEntry& a, const ReasonEntry& b) {
  const auto is_same_line = [](const words::AccountLine& x, const words::AccountLine& y) {
    return x.depth == y.depth && x.text == y.text && x.relations == y.relations;
  };
  return a.axiom == b.axiom && a.formula == b.formula && a.definitions == b.definitions &&
         a.sentence == b.sentence && std::ranges::equal(a.steps, b.steps, is_same_line);
}

// Capitalises steps; the last step, which is impossible, begins with "But".
void begin_sentences(std::vector<words::AccountLine>& lines) {
  words::AccountLine* last = nullptr;
  for (words::AccountLine& line : lines) {
    if (line.depth != 0) continue;
    if (last != nullptr) last->text = words::capitalised(last->text);
    last = &line;
  }
  if (last != nullptr) last->text = "But " + last->text;
}

// Short-lived: holds references.
class ReasonWriter {
 public:
  ReasonWriter(const explain::Explanation& explanation, const std::vector<ModelRun>& runs,
               const std::vector<std::size_t>& models, const std::vector<AllowedExecution>& allowed,
               DrawingRoom& room, Need need)
      : explanation_(explanation),
        runs_(runs),
        models_(models),
        allowed_(allowed),
        room_(room),
        need_(need) {}

  ForbiddenReasons write() {
    for (std::size_t i = 0; i < models_.size(); ++i) {
      write_answer(models_[i], explanation_.answers[i]);
    }
    for (std::size_t i = 0; i < out_.reasons.size(); ++i) draw(sources_[i], out_.reasons[i]);
    if (!without_.empty()) {
      const std::string names =
          joined(without_, ", ", [&](std::size_t model) { return runs_[model].model->name(); });
      out_.note = explanation_.candidate_count() == 0 && explanation_.is_complete()
                      ? "No choice of sources for the reads gives it, under any model."
                      : format(
                            "{}: there is no execution with this outcome, but there are too "
                            "many candidates to say why.",
                            names);
    }
    return std::move(out_);
  }

 private:
  void write_answer(std::size_t model, const explain::ModelAnswer& answer) {
    std::size_t told = 0;
    for (const explain::Reason& reason : answer.reasons) {
      if (was_interrupted()) return;
      if (reason.settled == 0 || told == MaxReasons) continue;
      add(model, reason, explanation_.candidates[reason.candidate], heading_of(reason));
      ++told;
    }
    if (told == 0 && !write_example(model)) without_.push_back(model);
  }

  // Explains why an execution that another model allows is forbidden by this model.
  bool write_example(std::size_t model) {
    const MemoryModel& forbidding = *runs_[model].model;
    for (const AllowedExecution& each : allowed_) {
      const MemoryModel& allowing = *runs_[each.run].model;
      // A graph without coherence cannot be judged.
      if (forbidding.has_coherence() && !allowing.has_coherence()) continue;
      if (explain::allows(forbidding, each.candidate.graph, each.observed)) continue;
      const explain::Reason reason =
          explain::shortest_reason(forbidding, {&each.candidate, 1}, 0, each.observed);
      add(model, reason, each.candidate,
          format("There are too many candidate executions to say why each is forbidden; here is "
                 "one that {} allows.",
                 allowing.name()));
      return true;
    }
    return false;
  }

  void add(std::size_t model, const explain::Reason& reason, const explain::Candidate& candidate,
           std::string heading) {
    ReasonEntry entry = describe(*runs_[model].model, reason, candidate);
    entry.heading = std::move(heading);
    const auto known = std::ranges::find_if(
        out_.reasons, [&](const ReasonEntry& each) { return is_same(each, entry); });
    if (known != out_.reasons.end()) {
      if (known->models.back() != model) known->models.push_back(model);
      return;
    }
    entry.models = {model};
    Source source{&candidate, std::nullopt};
    if (!reason.overwritten) source.violation = reason.violation;
    sources_.push_back(std::move(source));
    out_.reasons.push_back(std::move(entry));
  }

  // Origin of a reason.
  struct Source {
    const explain::Candidate* candidate = nullptr;
    std::optional<Violation> violation;
  };

  void draw(const Source& source, ReasonEntry& entry) {
    drawing::PictureRequest request;
    request.violation = source.violation;
    const explain::Candidate& candidate = *source.candidate;
    entry.drawing = room_.draw(candidate.graph, *candidate.names,
                               placed_models(entry.models, runs_), request, need_);
    need_ = Need::WhereThereIsRoom;
  }

  // Returns the edges as drawn.
  [[nodiscard]] static std::vector<CycleEdge> drawn(const std::vector<CycleEdge>& pairs,
                                                    const ExecutionGraph& graph) {
    std::vector<CycleEdge> edges;
    for (const CycleEdge& pair : pairs) {
      for (CycleEdge& edge : drawing::drawn_edges(graph, pair)) edges.push_back(std::move(edge));
    }
    return edges;
  }

  [[nodiscard]] static ReasonEntry describe(const MemoryModel& model, const explain::Reason& reason,
                                            const explain::Candidate& candidate) {
    ReasonEntry entry;
    if (reason.overwritten) {
      entry.sentence = words::overwritten_words(*reason.overwritten, candidate) + ".";
      return entry;
    }
    entry.axiom = reason.axiom;
    const AxiomDescription axiom = model.axioms()[reason.violation.position];
    entry.formula = axiom.formula;
    entry.citation = axiom.citation;
    entry.definitions = axiom.definitions;
    const std::vector<Step> steps =
        words::in_reading_order(reason.violation.steps, candidate.graph);
    entry.steps = words::account_of(steps, candidate.graph, *candidate.names);
    begin_sentences(entry.steps);
    for (words::AccountLine& line : entry.steps) line.pairs = drawn(line.pairs, candidate.graph);
    for (const CycleEdge& pair : words::told_pairs(steps, reason.removable)) {
      entry.removable.push_back({words::short_pair(candidate.graph, pair, *candidate.names),
                                 drawn({pair}, candidate.graph)});
    }
    return entry;
  }

  [[nodiscard]] std::string heading_of(const explain::Reason& reason) const {
    const std::uint64_t all = explanation_.coherent_count > 0 ? explanation_.coherent_count
                                                              : explanation_.incoherent_count;
    if (all == 1) return "One candidate execution would give it.";
    return format("{} candidate executions would give it; this reason rules out {} of them.", all,
                  reason.settled == all ? "all" : format("{}", reason.settled));
  }

  const explain::Explanation& explanation_;
  const std::vector<ModelRun>& runs_;
  const std::vector<std::size_t>& models_;
  const std::vector<AllowedExecution>& allowed_;
  DrawingRoom& room_;
  Need need_;                         // of the first picture
  std::vector<Source> sources_;       // by reason
  std::vector<std::size_t> without_;  // models without a reason
  ForbiddenReasons out_;
};

}  // namespace

ForbiddenReasons explain_forbidden(const ReportInput& input, const explain::Outcome& outcome,
                                   const std::vector<ModelRun>& runs,
                                   const std::vector<std::size_t>& models,
                                   const std::vector<AllowedExecution>& allowed, double max_seconds,
                                   DrawingRoom& room, Need need) {
  explain::ExplainOptions options;
  options.unroll = input.subject.unroll;
  options.max_steps = MaxForbiddenSteps;
  options.max_executions = MaxExecutions;
  options.max_seconds = max_seconds;
  options.interrupt = &interrupt_flag();
  std::vector<const MemoryModel*> asked;
  asked.reserve(models.size());
  for (const std::size_t model : models) asked.push_back(runs[model].model);
  const explain::Explanation explanation =
      explain::explain(*input.subject.program, outcome, asked, options);
  return ReasonWriter(explanation, runs, models, allowed, room, need).write();
}

}  // namespace drover::report
