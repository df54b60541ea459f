// Axioms on and off: lists all candidate executions of a program, each with the axioms of a model
// that it violates. A page can then switch axioms off without another request: an execution is
// allowed if it violates no axiom that is on.
//
//   {…, "models": ["rc11"]}
//   {"model": …, "axioms": [{name, formula, citation}…], "candidates": N, "is_complete": true,
//    "executions": [{"outcome": "…", "count": N, "breaks": [PLACE…], "svg": "…"}…]}
//
// Executions with the same violated axioms and the same final state form one entry, and the first
// of them is drawn. Entries with the fewest violated axioms come first.

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/explain/candidates.h"
#include "drawing/compose.h"
#include "drawing/execution_picture.h"
#include "drawing/svg_writer.h"
#include "explorer/findings/program_names.h"
#include "explorer/plan/deep_stack.h"
#include "explorer/plan/reduce_program.h"
#include "serve/jobs.h"
#include "serve/program_state.h"
#include "serve/subject.h"
#include "support/format.h"
#include "words/words.h"

namespace drover::serve {

namespace {

constexpr std::size_t MaxCandidates = 50'000;
constexpr std::size_t MaxDrawn = 120;
constexpr std::size_t MaxEntries = 400;
constexpr double ShareOfSearch = 0.6;

// Executions with the same violated axioms and final state.
struct Entry {
  ExecutionGraph graph;  // of the first execution
  std::size_t count = 0;
};
using EntryKey = std::pair<std::vector<std::size_t>, std::vector<Value>>;

// Returns the indices of the axioms that an execution violates.
std::vector<std::size_t> broken_axioms(const MemoryModel& model, const ExecutionGraph& graph) {
  std::vector<std::size_t> broken;
  for (const Violation& violation : model.find_violations(graph)) {
    broken.push_back(violation.position);
  }
  std::ranges::sort(broken);
  broken.erase(std::unique(broken.begin(), broken.end()), broken.end());
  return broken;
}

// Collects the candidates of one program. Short-lived.
class CandidateTable {
 public:
  CandidateTable(const Program& program, std::uint32_t unroll, const MemoryModel& model)
      : model_(model),
        automata_(std::make_shared<ProgramAutomata>(
            program,
            UnfoldOptions{.unroll = unroll,
                          .dependencies = model.needs_dependencies() ? DependencyTracking::On
                                                                     : DependencyTracking::Off})),
        names_(names_of(automata_)) {}

  void collect(double seconds) {
    RunControl control;
    control.set_time_limit(seconds);
    const auto dependencies = model_.needs_dependencies() ? explain::Dependencies::Included
                                                          : explain::Dependencies::LeftOut;
    on_deep_stack(control, [&] {
      explain::visit_candidates(*automata_, {}, std::nullopt, dependencies, control,
                                [&](const explain::VisitedCandidate& candidate) {
                                  add(candidate);
                                  if (count_ >= MaxCandidates) {
                                    control.stop(StopReason::MaxExecutions);
                                  }
                                });
    });
    is_complete_ =
        control.reason() == StopReason::Exhausted && !explain::has_node(*automata_, LabelKind::Cut);
  }

  [[nodiscard]] Json tell() const {
    Json axioms = Json::array();
    for (const AxiomDescription& axiom : model_.axioms()) {
      axioms.push_back(
          Json{{"name", axiom.name}, {"formula", axiom.formula}, {"citation", axiom.citation}});
    }
    Json executions = Json::array();
    for (const auto& [key, entry] : by_breaks()) executions.push_back(entry_json(*key, *entry));
    return Json{{"model", model_.name()},
                {"axioms", std::move(axioms)},
                {"candidates", count_},
                {"is_complete", is_complete_},
                {"is_cut", entries_.size() > MaxEntries},
                {"executions", std::move(executions)}};
  }

 private:
  void add(const explain::VisitedCandidate& candidate) {
    ++count_;
    const EntryKey key{broken_axioms(model_, candidate.graph), candidate.state};
    const auto [place, is_new] = entries_.try_emplace(key, Entry{candidate.graph, 0});
    ++place->second.count;
  }

  using Listed = std::pair<const EntryKey*, const Entry*>;

  // Returns entries with the fewest violated axioms first.
  [[nodiscard]] std::vector<Listed> by_breaks() const {
    std::vector<Listed> list;
    for (const auto& [key, entry] : entries_) list.emplace_back(&key, &entry);
    std::ranges::stable_sort(list, {}, [](const Listed& each) { return each.first->first.size(); });
    if (list.size() > MaxEntries) list.resize(MaxEntries);
    return list;
  }

  [[nodiscard]] Json entry_json(const EntryKey& key, const Entry& entry) const {
    Json json{{"outcome", state_text(*automata_, names_, key.second)},
              {"count", entry.count},
              {"breaks", key.first}};
    if (drawn_ >= MaxDrawn) return json;
    ++drawn_;
    drawing::PictureRequest request;
    request.relations = drawing::usual_relations(model_);
    const std::vector<Violation> violations = model_.find_violations(entry.graph);
    if (!violations.empty()) {
      request.violation = violations.front();
      json["axiom"] = violations.front().axiom;
      json["cycle"] = cycle_json(violations.front(), entry.graph);
    }
    const drawing::Picture picture = drawing::compose_picture(entry.graph, names_, model_, request);
    json["svg"] = drawing::write_svg(
        picture, {.theme = drawing::Theme::Viewer, .id_prefix = "", .is_document = false});
    return json;
  }

  [[nodiscard]] Json cycle_json(const Violation& violation, const ExecutionGraph& graph) const {
    Json lines = Json::array();
    for (const words::AccountLine& line :
         words::account_of(words::in_reading_order(violation.steps, graph), graph, names_)) {
      lines.push_back(
          Json{{"depth", line.depth}, {"text", line.text}, {"relations", line.relations}});
    }
    return lines;
  }

  const MemoryModel& model_;
  std::shared_ptr<ProgramAutomata> automata_;
  GraphNames names_;
  std::map<EntryKey, Entry> entries_;
  std::size_t count_ = 0;
  bool is_complete_ = false;
  mutable std::size_t drawn_ = 0;
};

}  // namespace

JobAnswer axioms_job(const JobRequest& request) {
  const input::Subject subject = subject_of(request);
  if (!subject.program) return refused(subject.complaints(Colour::Off));
  const std::string name = request.models.empty() ? subject.default_model : request.models.front();
  const RequestedModels loaded = load_models(request, {name}, {subject.program->architecture});
  if (loaded.models.empty()) return refused(loaded.complaints);
  const MemoryModel& model = *loaded.models.front();
  if (model.axioms().empty()) return refused(format("`{}` has no axioms that have names", name));
  if (model.chooses_coherence()) {
    return refused(format("`{}` chooses coherence by itself: its axioms cannot be switched", name));
  }
  const Program program =
      reduce_program(*subject.program, ReductionSet({Reduction::Plp, Reduction::Await})).program;
  CandidateTable table(program, subject.unroll, model);
  table.collect(request.seconds * ShareOfSearch);
  return answered(table.tell());
}

}  // namespace drover::serve
