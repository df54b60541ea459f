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
// The relations e are the model's: its text, with names added for them, is read as a model again.
#include <algorithm>
#include <map>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "classroom/sections.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "frontend/suggestion.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

struct NamedEdge {
  Word relation;
  Word from;
  Word to;
};

// A copy of the model with a name for the relation of each axiom.
class AxiomNames {
 public:
  explicit AxiomNames(const MemoryModel& model) {
    std::string text(model.text());
    for (const AxiomDescription& axiom : model.axioms()) {
      const std::size_t blank = axiom.formula.find(' ');
      const std::string kind = axiom.formula.substr(0, blank);
      const std::string name = format("exercise-axiom-{}", axioms_.size());
      text += format("\nlet {} = {}\n", name, axiom.formula.substr(blank + 1));
      axioms_.push_back({kind, name});
    }
    const cat::ModelReading reading = cat::read_model_text("exercise.cat", text);
    DROVER_CHECK(reading.code != nullptr, "a model with more names is a model");
    model_ =
        std::make_unique<CatModel>(CatModelInfo{.name = "exercise", .text = text}, reading.code);
  }

  [[nodiscard]] const MemoryModel& model() const { return *model_; }

  // True if an axiom forbids this cycle.
  [[nodiscard]] bool breaks_an_axiom(const ExecutionGraph& graph,
                                     const std::vector<CycleEdge>& cycle) const {
    return std::ranges::any_of(axioms_,
                               [&](const Axiom& axiom) { return is_broken(axiom, graph, cycle); });
  }

 private:
  struct Axiom {
    std::string kind;
    std::string name;
  };

  [[nodiscard]] bool is_broken(const Axiom& axiom, const ExecutionGraph& graph,
                               const std::vector<CycleEdge>& cycle) const {
    Relation relation = *model_->relation(graph, axiom.name);
    if (axiom.kind == "acyclic") {
      relation.close_transitively();
      return std::ranges::all_of(
          cycle, [&](const CycleEdge& edge) { return relation.contains(edge.from, edge.to); });
    }
    const bool is_empty = axiom.kind == "empty";
    const bool is_related = std::ranges::any_of(cycle, [&](const CycleEdge& a) {
      if (!is_empty) return relation.contains(a.from, a.from);
      return std::ranges::any_of(
          cycle, [&](const CycleEdge& b) { return relation.contains(a.from, b.from); });
    });
    return is_related && is_reason(graph, cycle);
  }

  [[nodiscard]] bool is_reason(const ExecutionGraph& graph,
                               const std::vector<CycleEdge>& cycle) const {
    const auto repairs = [&](const CycleEdge& edge) {
      return model_->is_consistent_without(graph, edge);
    };
    if (std::ranges::any_of(cycle, repairs)) return true;
    for (const char* name : {"rf", "co", "fr"}) {
      for (const auto& [from, to] : model_->relation(graph, name)->pairs()) {
        if (repairs({from, name, to})) return false;
      }
    }
    return true;
  }

  std::vector<Axiom> axioms_;
  std::unique_ptr<const MemoryModel> model_;
};

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
      : exercise_(grading.exercise),
        answer_(grading.answer),
        sink_(grading.sink),
        candidates_(candidates_of_cycle(exercise_)),
        axioms_(exercise_.model(exercise_.models.front())) {}

  void grade(Grade& grade) {
    read_edges();
    if (sink_.has_errors()) return;
    Stage best = Stage::NoEdge;
    std::string missing;
    for (const ExecutionGraph& graph : candidates_.graphs) {
      const std::vector<CycleEdge> cycle = edges_in(graph);
      if (sink_.has_errors()) return;
      best = std::max(best, stage_of(graph, cycle, missing));
    }
    const std::string& model = exercise_.models.front();
    grade.findings.push_back(
        {.is_right = best > Stage::NoEdge,
         .text = format("every edge exists{}", best > Stage::NoEdge ? "" : missing),
         .keys = {"no-edge"},
         .counts = false,
         .is_required = true});
    grade.findings.push_back({best > Stage::NoCycle,
                              "each edge begins where the one before it ends, the first where the "
                              "last ends",
                              {"no-cycle"}});
    grade.findings.push_back(
        {best == Stage::Right, format("{} has an axiom against this cycle", model), {"kept"}});
  }

 private:
  // Reads `RELATION EVENT EVENT`, one edge per line.
  void read_edges() {
    for (const Stretch& part : parts_of(exercise_, answer_)) {
      const std::vector<Word> words = words_of(answer_, part.begin, part.end);
      if (words.empty()) continue;
      if (words.size() != 3) {
        sink_
            .report(DiagnosticKind::AnswerValue, answer_.range(part.begin, part.end),
                    {"this is not of the form `RELATION EVENT EVENT`"})
            .with_hint("an edge is, for instance, `po left.1 left.2`");
        continue;
      }
      edges_.push_back({words[0], words[1], words[2]});
      take_relation(edges_.back().relation);
    }
  }

  void take_relation(Word& word) {
    const std::vector<std::string>& names = exercise_.edges;
    if (const auto found = find_word(names, word.text)) {
      word.text = names[*found];
      return;
    }
    sink_
        .report(DiagnosticKind::AnswerValue, word.range,
                {format("`{}` is not one of the relations that an answer is made of", word.text)})
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
      if (const auto found = find_word(names, word.text)) return events.at(names[*found]);
      const std::string similar = did_you_mean(word.text, names);
      sink_
          .report(DiagnosticKind::AnswerValue, word.range,
                  {format("there is no event `{}`", word.text)})
          .with_hint(similar.empty() ? format("there are {}", quoted_list(names)) : similar);
      return EventId(0);
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
      const auto relation = axioms_.model().relation(graph, cycle[i].edge);
      if (relation && relation->contains(cycle[i].from, cycle[i].to)) continue;
      missing = format(": `{} {} {}` is not", edges_[i].relation.text, edges_[i].from.text,
                       edges_[i].to.text);
      return Stage::NoEdge;
    }
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      if (cycle[i].to != cycle[(i + 1) % cycle.size()].from) return Stage::NoCycle;
    }
    return axioms_.breaks_an_axiom(graph, with_po_joined(cycle)) ? Stage::Right : Stage::Kept;
  }

  const Exercise& exercise_;
  const SourceBuffer& answer_;
  DiagnosticSink& sink_;
  Candidates candidates_;
  AxiomNames axioms_;
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
  return candidates_with(
      read_runnable(exercise, outcome.subject, exercise.subjects[outcome.subject].text),
      outcome.name, exercise.budget);
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

void grade_cycle(const Grading& grading) { CycleGrader(grading).grade(grading.grade); }

}  // namespace drover::classroom
