// Exercises whose answer is the reason why a model forbids an outcome: a cycle of edges in an
// execution with that outcome. The candidate executions are all executions with the outcome, under
// any model. An answer is right if in one candidate each edge is in the relation it names, the
// edges form a cycle, and an axiom of the model forbids the cycle:
//   acyclic e      every edge is in e+ (consecutive edges of program order count as one, so that
//                  students need not know which of them the model keeps);
//   irreflexive e  some event of the cycle is related to itself by e,
//   empty e        or two of its events are related by e; and the cycle is the reason: the
//                  execution would be consistent without one of its edges (or would stay
//                  inconsistent without any single edge of rf, co and fr: then this test decides
//                  nothing).
#include <algorithm>
#include <map>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

struct NamedEdge {
  Word relation;
  Word from;
  Word to;
};

// True if the execution would be consistent without an edge of the cycle, or without no edge at
// all.
bool is_reason(const MemoryModel& model, const ExecutionGraph& graph,
               const std::vector<CycleEdge>& cycle) {
  const auto repairs = [&](const CycleEdge& edge) {
    return model.is_consistent_without(graph, edge);
  };
  if (std::ranges::any_of(cycle, repairs)) return true;
  for (const char* name : {"rf", "co", "fr"}) {
    for (const auto& [from, to] : model.relation(graph, name)->pairs()) {
      if (repairs({from, name, to})) return false;
    }
  }
  return true;
}

// True if the axiom with this test and relation forbids this cycle.
bool forbids(std::optional<cat::Test> test, Relation relation, const MemoryModel& model,
             const ExecutionGraph& graph, const std::vector<CycleEdge>& cycle) {
  if (test == cat::Test::Acyclic) {
    relation.close_transitively();
    return std::ranges::all_of(
        cycle, [&](const CycleEdge& edge) { return relation.contains(edge.from, edge.to); });
  }
  const bool is_related = std::ranges::any_of(cycle, [&](const CycleEdge& a) {
    if (test != cat::Test::Empty) return relation.contains(a.from, a.from);
    return std::ranges::any_of(
        cycle, [&](const CycleEdge& b) { return relation.contains(a.from, b.from); });
  });
  return is_related && is_reason(model, graph, cycle);
}

bool breaks_an_axiom(const MemoryModel& model, const ExecutionGraph& graph,
                     const std::vector<CycleEdge>& cycle) {
  const std::vector<AxiomDescription> axioms = model.axioms();
  for (std::size_t i = 0; i < axioms.size(); ++i) {
    const std::optional<Relation> relation = model.axiom_relation(graph, i);
    if (relation && forbids(axioms[i].test, *relation, model, graph, cycle)) return true;
  }
  return false;
}

// Joins consecutive edges of program order, also around the end of the cycle.
std::vector<CycleEdge> with_po_joined(std::vector<CycleEdge> cycle) {
  std::vector<CycleEdge> out;
  // Begins with an edge other than program order, if there is one.
  const auto other =
      std::ranges::find_if(cycle, [](const CycleEdge& edge) { return edge.edge != "po"; });
  if (other != cycle.end()) std::rotate(cycle.begin(), other, cycle.end());
  for (const CycleEdge& edge : cycle) {
    if (!out.empty() && edge.edge == "po" && out.back().edge == "po") {
      out.back().to = edge.to;
    } else {
      out.push_back(edge);
    }
  }
  return out;
}

// Progress of an answer on one candidate execution.
enum class Stage : std::uint8_t { NoEdge, NoCycle, Kept, Right };

class CycleGrader {
 public:
  explicit CycleGrader(const Grading& grading)
      : given_(grading),
        candidates_(candidates_of_cycle(grading.exercise)),
        model_(grading.exercise.model(grading.exercise.models.front())) {}

  void grade() {
    read_edges();
    if (given_.sink.has_errors()) return;
    Stage best = Stage::NoEdge;
    std::string missing;
    for (const ExecutionGraph& graph : candidates_.graphs) {
      const std::vector<CycleEdge> cycle = edges_in(graph);
      if (given_.sink.has_errors()) return;
      best = std::max(best, stage_of(graph, cycle, missing));
    }
    std::vector<Finding>& findings = given_.grade.findings;
    findings.push_back({.is_right = best > Stage::NoEdge,
                        .text = format("every edge exists{}", best > Stage::NoEdge ? "" : missing),
                        .keys = {"no-edge"},
                        .counts = false,
                        .is_required = true});
    findings.push_back({best > Stage::NoCycle,
                        "each edge begins where the one before it ends, the first where the "
                        "last ends",
                        {"no-cycle"}});
    findings.push_back(
        {best == Stage::Right,
         format("{} has an axiom against this cycle", given_.exercise.models.front()),
         {"kept"}});
  }

 private:
  // Reads `RELATION EVENT EVENT`, one edge per line.
  void read_edges() {
    for (const Stretch& part : parts_of(given_.exercise, given_.answer)) {
      const std::vector<Word> words = words_of(given_.answer, part.begin, part.end);
      if (words.empty()) continue;
      if (words.size() != 3) {
        given_
            .complain(given_.answer.range(part.begin, part.end),
                      "this is not of the form `RELATION EVENT EVENT`")
            .with_hint("an edge is, for instance, `po left.1 left.2`");
        continue;
      }
      edges_.push_back({words[0], words[1], words[2]});
      take_relation(edges_.back().relation);
    }
  }

  void take_relation(Word& word) {
    const std::vector<std::string>& names = given_.exercise.edges;
    if (const auto found = find_word(names, word.text)) {
      word.text = names[*found];
      return;
    }
    given_
        .complain(word.range,
                  format("`{}` is not one of the relations that an answer is made of", word.text))
        .with_hint(format("these are {}", quoted_list(names)));
  }

  std::vector<CycleEdge> edges_in(const ExecutionGraph& graph) {
    std::map<std::string, EventId> events;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      events.emplace(answer_name(graph, EventId(i), candidates_.names), EventId(i));
    }
    std::vector<std::string> names;
    names.reserve(events.size());
    for (const auto& [name, event] : events) names.push_back(name);
    const auto event_of = [&](const Word& word) {
      const auto found = given_.find(word, names, DiagnosticKind::AnswerValue,
                                     format("there is no event `{}`", word.text), "there are");
      return found ? events.at(names[*found]) : EventId(0);
    };
    std::vector<CycleEdge> cycle;
    cycle.reserve(edges_.size());
    for (const NamedEdge& edge : edges_) {
      const EventId from = event_of(edge.from);
      const EventId to = event_of(edge.to);
      cycle.push_back({from, edge.relation.text, to});
    }
    return cycle;
  }

  [[nodiscard]] Stage stage_of(const ExecutionGraph& graph, const std::vector<CycleEdge>& cycle,
                               std::string& missing) const {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const auto relation = model_.relation(graph, cycle[i].edge);
      if (relation && relation->contains(cycle[i].from, cycle[i].to)) continue;
      missing = format(": `{} {} {}` is not", edges_[i].relation.text, edges_[i].from.text,
                       edges_[i].to.text);
      return Stage::NoEdge;
    }
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      if (cycle[i].to != cycle[(i + 1) % cycle.size()].from) return Stage::NoCycle;
    }
    return breaks_an_axiom(model_, graph, with_po_joined(cycle)) ? Stage::Right : Stage::Kept;
  }

  const Grading& given_;
  Candidates candidates_;
  const MemoryModel& model_;
  std::vector<NamedEdge> edges_;
};

}  // namespace

std::string answer_name(const ExecutionGraph& graph, EventId event, const GraphNames& names) {
  const Event& which = graph.event(event);
  if (which.is_initial()) return format("init.{}", names.location(which.label.location));
  return format("{}.{}", names.threads[which.thread.value], which.index + 1);
}

Candidates candidates_of_cycle(const Exercise& exercise) {
  const Outcome& outcome = exercise.outcomes.front();
  return candidates_with(read_runnable(exercise, outcome.subject), outcome.name,
                         exercise.model(exercise.models.front()), exercise.budget);
}

std::string describe_events(const Exercise& exercise) {
  const Candidates candidates = candidates_of_cycle(exercise);
  if (candidates.graphs.empty()) return "";
  const ExecutionGraph& graph = candidates.graphs.front();
  std::string out;
  const auto add = [&](EventId id) {
    out += format("  {:12} {}\n", answer_name(graph, id, candidates.names),
                  describe_event(graph.event(id), candidates.names));
  };
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (graph.event(EventId(i)).is_initial()) add(EventId(i));
  }
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    std::ranges::for_each(graph.events_of(ThreadId(t)), add);
  }
  return out;
}

void grade_cycle(const Grading& grading) { CycleGrader(grading).grade(); }

}  // namespace drover::classroom
