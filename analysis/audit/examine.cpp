// Checks the conditions of [SPORE] App. E.2 on a model, for one graph.
//
// Axiom 2 (prefix-closedness) is about all sets of events closed under po | rf. It is enough to
// remove one event that ends its thread and that no event reads from: if G is consistent and a
// prefix of it is not, then some single-event step between them leads from a consistent graph to an
// inconsistent one, and that step is examined with its larger graph.
//
// Axiom 3 (extensibility) is about the next event e of any thread, added to a consistent graph
// after a maximal write w: a read reads from w, a write comes immediately after w. It requires that
// every open read (the first half of a read-modify-write without its second half) reads from a
// maximal write. The write of a read-modify-write is such an e, with its own read open. The program
// determines the next event; every shape with one more event is a program with that next event.
//
// Read removal ([Godot] Theorem 1) is checked like Axiom 2, for reads and fences at any place.
//
// With modes: a graph's verdicts are up-closed (model_order.h), so the minimal forbidden
// assignments of the two graphs suffice. A prefix H of G breaks Axiom 2 iff some minimal forbidden
// assignment of H, with the weakest mode for e, is allowed for G; G breaks Axiom 3 iff some minimal
// forbidden assignment of G is allowed for H.
//
// Differs from the paper: for a model without coherence order, MemoryModel::is_coherence_maximal
// defines maximal writes, and a write is added without a coherence position.
#include "analysis/audit/examine.h"

#include <algorithm>

#include "explorer/graph/base_relations.h"
#include "support/check.h"

namespace drover::audit {

namespace {

std::vector<CycleEdge> named_cycle(const std::vector<EventId>& events, const BaseRelations& b) {
  std::vector<CycleEdge> cycle;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const EventId from = events[i];
    const EventId to = events[(i + 1) % events.size()];
    const char* edge = b.rf.contains(from, to)   ? "rf"
                       : b.po.contains(from, to) ? "po"
                       : b.co.contains(from, to) ? "co"
                       : b.fr.contains(from, to) ? "fr"
                                                 : "sync";
    cycle.push_back({from, edge, to});
  }
  return cycle;
}

// Returns a cycle if a write lies between the halves of a read-modify-write, or two
// read-modify-writes read from the same write, [RCMC] §3.2.3.
std::vector<CycleEdge> atomicity_cycle(const ExecutionGraph& graph, const BaseRelations& b) {
  std::vector<CycleEdge> cycle;
  for (const auto& [read, write] : b.rmw.pairs()) {
    b.fr.for_each_successor(read, [&, w = write, r = read](EventId between) {
      if (!cycle.empty() || !b.co.contains(between, w)) return;
      cycle = {{r, "fr", between}, {between, "co", w}, {w, "rmw^-1", r}};
    });
    for (const auto& [other, unused] : b.rmw.pairs()) {
      const EventId source = graph.event(read).reads_from;
      if (!cycle.empty() || other == read || graph.event(other).reads_from != source) continue;
      cycle = {{read, "rf^-1", source},
               {source, "rf", other},
               {other, "rf^-1", source},
               {source, "rf", read}};
    }
  }
  return cycle;
}

}  // namespace

std::vector<CycleEdge> find_cycle(ModelProperty property, const ExecutionGraph& graph) {
  const BaseRelations b = base_relations(graph);
  switch (property) {
    case ModelProperty::CausalAcyclicity:
      return named_cycle(shortest_cycle(b.po | b.sync | b.rf), b);
    case ModelProperty::Coherence:
      return named_cycle(shortest_cycle(((b.po | b.sync) & b.same_location) | b.rf | b.co | b.fr),
                         b);
    case ModelProperty::Atomicity: return atomicity_cycle(graph, b);
    case ModelProperty::PrefixClosedness:
    case ModelProperty::Extensibility:
    case ModelProperty::ReadRemoval: break;
  }
  return {};
}

bool GraphExaminer::is_maximal_step(const shapes::ShapedCandidate& of,
                                    const shapes::EventLayout& layout, std::size_t event,
                                    const shapes::ShapedCandidate& prefix,
                                    const shapes::EventLayout& prefix_layout) const {
  const ExecutionGraph graph =
      shapes::build_graph(prefix_layout, prefix.modes, prefix.candidate, places_);
  const shapes::ShapeEvent& added = layout.events[event];
  const LocationId location(added.location);
  if (added.is_read && !graph.initial_write(location).is_none()) {
    // Event numbers before `event` are the same in the prefix; later ones are one less.
    std::uint8_t writer = of.candidate.reads_from[event];
    if (writer != shapes::Candidate::Initial && writer > event) --writer;
    const EventId write = writer == shapes::Candidate::Initial
                              ? graph.initial_write(location)
                              : shapes::event_id(prefix_layout, writer);
    if (!model_.is_coherence_maximal(graph, write)) return false;
  }
  if (added.is_write && model_.has_coherence() &&
      of.candidate.coherence[added.location].back() != event) {
    return false;
  }
  return std::ranges::all_of(prefix_layout.reads, [&](std::uint8_t read) {
    if (prefix_layout.events[read].kind != shapes::InstructionKind::OpenUpdate) return true;
    return model_.is_coherence_maximal(
        graph, graph.event(shapes::event_id(prefix_layout, read)).reads_from);
  });
}

void GraphExaminer::examine(const shapes::ShapedCandidate& of,
                            const std::function<void(const Finding&)>& visit) const {
  const shapes::EventLayout layout(of.shape);
  const ExecutionGraph graph = shapes::build_graph(layout, of.modes, of.candidate, places_);
  const bool is_allowed = model_.is_consistent(graph);
  if (is_allowed) {
    for (const ModelProperty property :
         {ModelProperty::CausalAcyclicity, ModelProperty::Atomicity, ModelProperty::Coherence}) {
      if (!find_cycle(property, graph).empty()) visit({property, std::nullopt});
    }
  }
  for (const std::uint8_t event : shapes::removable_events(layout, of.candidate)) {
    const shapes::ShapedCandidate prefix = shapes::without_event(of, layout, event);
    const shapes::EventLayout prefix_layout(prefix.shape);
    const bool is_prefix_allowed = is_consistent(prefix_layout, prefix.candidate, prefix.modes);
    if (is_allowed && !is_prefix_allowed) visit({ModelProperty::PrefixClosedness, event});
    if (!is_allowed && is_prefix_allowed &&
        is_maximal_step(of, layout, event, prefix, prefix_layout)) {
      visit({ModelProperty::Extensibility, event});
    }
  }
  if (!is_allowed) return;
  for (const std::uint8_t event : shapes::plain_reads_and_fences(layout)) {
    const shapes::ShapedCandidate rest = shapes::without_event(of, layout, event);
    if (!is_consistent(shapes::EventLayout(rest.shape), rest.candidate, rest.modes)) {
      visit({ModelProperty::ReadRemoval, event});
    }
  }
}

// Examines one graph with all its modes.
class AllModes {
 public:
  AllModes(const GraphExaminer& examiner, const shapes::ShapedCandidate& of,
           const std::function<bool(ModelProperty)>& is_open,
           const std::function<void(const Finding&, const shapes::ModeAssignment&)>& visit)
      : examiner_(examiner), of_(of), is_open_(is_open), visit_(visit), layout_(of.shape) {}

  void examine() {
    const auto forbids = [&](const shapes::ModeAssignment& modes) { return is_forbidden(modes); };
    forbidden_ = shapes::weakest_forbidden(layout_.instructions, forbids);
    // The weakest allowed modes, if any.
    const auto weakest =
        shapes::with_real_fences(layout_.instructions, shapes::weakest_modes(layout_.instructions));
    const auto allowed = std::ranges::find_if(weakest, [&](const shapes::ModeAssignment& modes) {
      return std::ranges::find(forbidden_, modes) == forbidden_.end();
    });
    is_ever_allowed_ = allowed != weakest.end();
    if (is_ever_allowed_) examine_cycles(*allowed);
    for (const std::uint8_t event : shapes::removable_events(layout_, of_.candidate)) {
      const shapes::ShapedCandidate prefix = shapes::without_event(of_, layout_, event);
      const shapes::EventLayout prefix_layout(prefix.shape);
      examine_rest(ModelProperty::PrefixClosedness, event, prefix, prefix_layout);
      examine_extension(event, prefix, prefix_layout);
    }
    for (const std::uint8_t event : shapes::plain_reads_and_fences(layout_)) {
      const shapes::ShapedCandidate rest = shapes::without_event(of_, layout_, event);
      examine_rest(ModelProperty::ReadRemoval, event, rest, shapes::EventLayout(rest.shape));
    }
  }

 private:
  [[nodiscard]] bool is_forbidden(const shapes::ModeAssignment& modes) const {
    return !examiner_.is_consistent(layout_, of_.candidate, modes);
  }

  // Reports every property that is broken with these modes to `visit`.
  void report(const shapes::ModeAssignment& modes, ModelProperty property) const {
    if (!is_open_(property)) return;
    examiner_.examine({of_.shape, of_.candidate, modes}, [&](const Finding& finding) {
      if (finding.property == property) visit_(finding, modes);
    });
  }

  // Cycles do not depend on modes.
  void examine_cycles(const shapes::ModeAssignment& allowed) const {
    const ExecutionGraph graph =
        shapes::build_graph(layout_, allowed, of_.candidate, examiner_.places_);
    for (const ModelProperty property :
         {ModelProperty::CausalAcyclicity, ModelProperty::Atomicity, ModelProperty::Coherence}) {
      if (is_open_(property) && !find_cycle(property, graph).empty()) report(allowed, property);
    }
  }

  // Examines the graph without `event`.
  void examine_rest(ModelProperty property, std::uint8_t event,
                    const shapes::ShapedCandidate& prefix,
                    const shapes::EventLayout& prefix_layout) const {
    if (!is_ever_allowed_ || !is_open_(property)) return;
    const auto forbids = [&](const shapes::ModeAssignment& modes) {
      return !examiner_.is_consistent(prefix_layout, prefix.candidate, modes);
    };
    for (shapes::ModeAssignment modes :
         shapes::weakest_forbidden(prefix_layout.instructions, forbids)) {
      if (has_own_mode(event)) modes.insert(modes.begin() + instruction_of(event), Mode::Rlx);
      for (const shapes::ModeAssignment& real :
           shapes::with_real_fences(layout_.instructions, modes)) {
        if (!is_forbidden(real)) report(real, property);
      }
    }
  }

  void examine_extension(std::uint8_t event, shapes::ShapedCandidate prefix,
                         const shapes::EventLayout& prefix_layout) const {
    if (!is_open_(ModelProperty::Extensibility)) return;
    for (const shapes::ModeAssignment& modes : forbidden_) {
      prefix.modes = modes;
      if (has_own_mode(event)) prefix.modes.erase(prefix.modes.begin() + instruction_of(event));
      if (examiner_.is_maximal_step(of_, layout_, event, prefix, prefix_layout) &&
          examiner_.is_consistent(prefix_layout, prefix.candidate, prefix.modes)) {
        report(modes, ModelProperty::Extensibility);
      }
    }
  }

  // The write of an update shares its mode with the read, which stays.
  [[nodiscard]] bool has_own_mode(std::uint8_t event) const {
    return layout_.events[event].kind != shapes::InstructionKind::Update;
  }
  [[nodiscard]] std::ptrdiff_t instruction_of(std::uint8_t event) const {
    return layout_.events[event].instruction;
  }

  const GraphExaminer& examiner_;
  const shapes::ShapedCandidate& of_;
  const std::function<bool(ModelProperty)>& is_open_;
  const std::function<void(const Finding&, const shapes::ModeAssignment&)>& visit_;
  shapes::EventLayout layout_;
  std::vector<shapes::ModeAssignment> forbidden_;  // the minimal forbidden assignments
  bool is_ever_allowed_ = false;
};

void GraphExaminer::examine_all_modes(
    const shapes::ShapedCandidate& of, const std::function<bool(ModelProperty)>& is_open,
    const std::function<void(const Finding&, const shapes::ModeAssignment&)>& visit) const {
  AllModes(*this, of, is_open, visit).examine();
}

Counterexample GraphExaminer::counterexample(const shapes::ShapedCandidate& of,
                                             const Finding& finding) const {
  const shapes::EventLayout layout(of.shape);
  Counterexample out{of,   shapes::build_graph(layout, of.modes, of.candidate, places_), {}, {}, {},
                     false};
  if (!finding.event) {
    out.reason.cycle = find_cycle(finding.property, out.graph);
    return out;
  }
  const shapes::ShapedCandidate prefix = shapes::without_event(of, layout, *finding.event);
  out.prefix = shapes::build_graph(shapes::EventLayout(prefix.shape), prefix.modes,
                                   prefix.candidate, places_);
  out.event = shapes::event_id(layout, *finding.event);
  const bool is_prefix_broken = finding.property == ModelProperty::PrefixClosedness ||
                                finding.property == ModelProperty::ReadRemoval;
  const auto violation = model_.find_violation(is_prefix_broken ? *out.prefix : out.graph);
  DROVER_CHECK(violation.has_value(), "the graph is inconsistent");
  out.reason = *violation;
  return out;
}

}  // namespace drover::audit
