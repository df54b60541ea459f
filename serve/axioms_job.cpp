// Axioms on and off: lists all candidate executions of a program, each with the axioms of a model
// that it violates. A page can then switch axioms off without another request: an execution is
// allowed if it violates no axiom that is on.
//
//   {…, "models": ["rc11"]}
//   {"model": …, "axioms": [{name, formula, citation, definitions}…], "candidates": N,
//    "is_complete": true, "executions": [{"outcome": "…", "count": N, "breaks": [PLACE…], "svg":
//    "…"}…]}
//
// Executions with the same violated axioms and the same final states form one entry, and the first
// of them is drawn. Entries with the fewest violated axioms come first. Under a model without
// coherence, candidates that differ in it alone are one execution, with several final states.

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "drawing/execution_picture.h"
#include "explorer/cat/code.h"
#include "explorer/graph/graph_hash.h"
#include "report/command_json.h"
#include "serve/jobs.h"
#include "support/format.h"
#include "support/text.h"
#include "words/run_words.h"

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
// The violated axioms by index, and the final states.
using EntryKey = std::pair<std::set<std::size_t>, std::set<std::vector<Value>>>;

// Collects the candidates of one program. Short-lived.
class CandidateTable {
 public:
  explicit CandidateTable(const AskedProgram& asked)
      : model_(*asked.model), search_(candidates_of(asked)) {}

  void collect(double seconds) {
    std::size_t looked = 0;
    const StopReason reason = search_.run({}, std::nullopt, {.seconds = seconds},
                                          [&](const explain::VisitedCandidate& candidate) {
                                            add(candidate);
                                            if (++looked >= MaxCandidates) search_.stop();
                                          });
    for (auto& [hash, each] : by_reads_) {
      enter({breaks_of(each.graph), std::move(each.states)}, each.graph);
    }
    is_complete_ =
        reason == StopReason::Exhausted && !explain::has_node(search_.automata(), LabelKind::Cut);
  }

  [[nodiscard]] Json tell() {
    return Json{{"model", model_.name()},
                {"axioms", axioms_to_show()},
                {"candidates", count_},
                {"is_complete", is_complete_},
                {"is_cut", entries_.size() > MaxEntries},
                {"executions", Json::list(by_breaks(), [this](const Listed& each) {
                   return entry_json(*each.first, *each.second);
                 })}};
  }

 private:
  // Leaves out an axiom that is not in the model's text, unless an execution breaks it: it is the
  // last.
  [[nodiscard]] Json axioms_to_show() const {
    Json axioms = report::axioms_json(model_);
    const cat::Code* code = model_.code();
    const bool has_added = code != nullptr && !code->checks.empty() && code->checks.back().is_added;
    const auto breaks_last = [&](const auto& entry) {
      return entry.first.first.contains(axioms.items().size() - 1);
    };
    if (!has_added || std::ranges::any_of(entries_, breaks_last)) return axioms;
    Json::Array own = axioms.items();
    own.pop_back();
    return own;
  }

  void add(const explain::VisitedCandidate& candidate) {
    if (model_.has_coherence()) {
      enter({breaks_of(candidate.graph), {candidate.state}}, candidate.graph);
      return;
    }
    const GraphHash hash = hash_graph(candidate.graph, CoherencePart::LeftOut);
    by_reads_.try_emplace(hash, Unordered{candidate.graph, {}})
        .first->second.states.insert(candidate.state);
  }

  [[nodiscard]] std::set<std::size_t> breaks_of(const ExecutionGraph& graph) const {
    std::set<std::size_t> breaks;
    for (const Violation& violation : model_.find_violations(graph)) {
      breaks.insert(violation.position);
    }
    return breaks;
  }

  void enter(EntryKey key, const ExecutionGraph& graph) {
    ++count_;
    ++entries_.try_emplace(std::move(key), Entry{graph, 0}).first->second.count;
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

  [[nodiscard]] Json entry_json(const EntryKey& key, const Entry& entry) {
    const GraphNames& names = *search_.names();
    const auto state_text = [&](const std::vector<Value>& state) {
      return words::final_state_text(search_.program(), state, names);
    };
    Json json{{"outcome", joined(key.second, ", or ", state_text)},
              {"count", entry.count},
              {"breaks", std::vector<std::size_t>(key.first.begin(), key.first.end())}};
    if (drawn_ >= MaxDrawn) return json;
    ++drawn_;
    drawing::PictureRequest request;
    request.relations = drawing::usual_relations(model_);
    const std::vector<Violation> violations = model_.find_violations(entry.graph);
    if (!violations.empty()) {
      request.violation = violations.front();
      json["axiom"] = violations.front().axiom;
      json["cycle"] = report::cycle_json(violations.front(), entry.graph, names);
    }
    json["svg"] = drawing::draw_in_page(entry.graph, names, model_, request);
    return json;
  }

  const MemoryModel& model_;
  explain::CandidateSearch search_;
  std::map<EntryKey, Entry> entries_;
  // Under models without coherence: candidates by their reads, each with its final states.
  struct Unordered {
    ExecutionGraph graph;
    std::set<std::vector<Value>> states;
  };
  std::map<GraphHash, Unordered> by_reads_;
  std::size_t count_ = 0;
  bool is_complete_ = false;
  std::size_t drawn_ = 0;
};

}  // namespace

JobAnswer axioms_job(const JobRequest& request) {
  const AskedProgram asked = read_program(request);
  if (asked.model == nullptr) return refused(asked.complaints);
  if (asked.model->axioms().empty()) {
    return refused(format("`{}` has no axioms that have names", asked.model_name));
  }
  if (asked.model->chooses_coherence()) {
    return refused(format("`{}` chooses coherence by itself: its axioms cannot be switched",
                          asked.model_name));
  }
  CandidateTable table(asked);
  table.collect(request.seconds * ShareOfSearch);
  return answered(table.tell());
}

}  // namespace drover::serve
