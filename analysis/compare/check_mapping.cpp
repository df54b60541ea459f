// Checks whether a mapping is sound.
//
// A mapping is sound if a compiled program has no outcome that the source model forbids. So this is
// the search of compare_models.cpp in one direction, between the source model and the target's
// verdict on compiled graphs (mapped_model.h). The notes there on outcomes and modes apply.
//
// RC11 forbids cycles in po | rf; hardware does not, since compilers do not keep relaxed loads
// before stores. Load buffering would then be the smallest counterexample for every usual mapping,
// and the only answer. So a program that only this axiom forbids is noted, and the search continues
// for a program that the source model forbids without it.
#include "analysis/compare/check_mapping.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analysis/compare/mapped_model.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "support/check.h"

namespace drover::compare {

namespace {

// Returns the index of the axiom that forbids cycles in po | rf, if there is one.
std::optional<std::size_t> thin_air_axiom(const MemoryModel& model) {
  const std::vector<AxiomDescription> axioms = model.axioms();
  for (std::size_t i = 0; i < axioms.size(); ++i) {
    if (axioms[i].test != cat::Test::Acyclic) continue;
    std::set<std::string> parts;
    std::string part;
    constexpr std::string_view Word = "acyclic ";
    std::string_view formula = axioms[i].formula;
    if (formula.starts_with(Word)) formula.remove_prefix(Word.size());
    for (const char c : std::string(formula) + "|") {
      if (c == '|') parts.insert(std::exchange(part, ""));
      if (c != '|' && c != ' ') part += c;
    }
    parts.erase("sync");
    if (parts == std::set<std::string>{"po", "rf"}) return i;
  }
  return std::nullopt;
}

// A model without its axiom against cycles in po | rf.
class WithoutThinAir : public MemoryModel {
 public:
  WithoutThinAir(const MemoryModel& model, std::size_t axiom)
      : MemoryModel({.name = std::string(model.name()),
                     .facts = ModelFacts{.has_coherence = model.has_coherence()}}),
        model_(model),
        axiom_(axiom) {}

  [[nodiscard]] std::string_view summary() const override { return model_.summary(); }
  [[nodiscard]] std::vector<AxiomDescription> axioms() const override { return model_.axioms(); }
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    if (model_.is_consistent(graph)) return true;
    if ((*model_.relation(graph, "po") | *model_.relation(graph, "rf")).is_acyclic()) return false;
    return !find_violation(graph);
  }
  [[nodiscard]] std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const override {
    for (Violation& each : model_.find_violations(graph)) {
      if (each.position != axiom_) return std::move(each);
    }
    return std::nullopt;
  }
  [[nodiscard]] bool is_consistent_without(const ExecutionGraph& graph,
                                           const CycleEdge& edge) const override {
    return model_.is_consistent_without(graph, edge);
  }
  [[nodiscard]] std::optional<Relation> relation(const ExecutionGraph& graph,
                                                 std::string_view name) const override {
    return model_.relation(graph, name);
  }
  [[nodiscard]] std::vector<std::string> relation_names() const override {
    return model_.relation_names();
  }
  [[nodiscard]] Relation happens_before(const ExecutionGraph& graph) const override {
    return model_.happens_before(graph);
  }

 private:
  const MemoryModel& model_;
  std::size_t axiom_;
};

class MappingSearch : OutcomeSearch {
 public:
  MappingSearch(const MemoryModel& source, const MemoryModel& target,
                const mapping::Mapping& mapping, const shapes::SearchLimits& limits)
      : OutcomeSearch(limits), source_(source), compiled_(target, mapping) {
    if (const auto axiom = thin_air_axiom(source)) {
      without_thin_air_.emplace(source, *axiom);
      result_.thin_air_axiom = source.axioms()[*axiom].name;
    }
  }

  MappingCheck run() {
    shapes::ShapeRules rules;
    rules.dependencies =
        std::max(shapes::dependencies_for(compiled_), shapes::dependencies_for(source_));
    rules.failed_updates = shapes::FailedUpdates::Yes;
    search({&compiled_, &source_}, rules, result_);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool has_found() const override { return result_.found.has_value(); }

  void begin(const shapes::EventLayout& layout) override {
    result_.programs += assignments_of(layout);
  }
  static std::uint64_t assignments_of(const shapes::EventLayout& layout) {
    std::uint64_t out = 1;
    for (const shapes::InstructionKind kind : layout.instructions) {
      const auto modes = shapes::modes_of(kind);
      const bool is_fence = kind == shapes::InstructionKind::Fence;
      const auto unreal = is_fence ? std::ranges::count(modes, Mode::Rlx) : 0;
      out *= modes.size() - static_cast<std::size_t>(unreal);
    }
    return out;
  }

  void look_at(const shapes::Shape& shape, const shapes::EventLayout& layout,
               const Outcome& outcome) override {
    if (!result_.thin_air) {
      const auto modes = find_modes(layout, outcome, source_);
      if (!modes) return;
      const bool is_for_thin_air =
          without_thin_air_ && is_reached(*without_thin_air_, layout, *modes, outcome);
      Difference found = make_difference(shape, layout, outcome, *modes, compiled_, source_);
      if (!is_for_thin_air) {
        result_.found = std::move(found);
        return;
      }
      result_.thin_air = std::move(found);
    }
    const auto modes = find_modes(layout, outcome, *without_thin_air_);
    if (!modes) return;
    result_.found = make_difference(shape, layout, outcome, *modes, compiled_, *without_thin_air_);
  }

  // Finds modes with which the compiled program reaches the outcome and `source` forbids it.
  [[nodiscard]] std::optional<shapes::ModeAssignment> find_modes(const shapes::EventLayout& layout,
                                                                 const Outcome& outcome,
                                                                 const MemoryModel& source) {
    return find_distinguishing_modes(
        layout, order(),
        [&](const shapes::ModeAssignment& modes) {
          // If the search must stop, no further assignment is checked.
          return may_go_on() && is_reached(compiled_, layout, modes, outcome);
        },
        [&](const shapes::ModeAssignment& modes) {
          return is_reached(source, layout, modes, outcome);
        });
  }

  const MemoryModel& source_;
  MappedModel compiled_;
  std::optional<WithoutThinAir> without_thin_air_;
  MappingCheck result_;
};

}  // namespace

MappingCheck check_mapping(const MemoryModel& source, const MemoryModel& target,
                           const mapping::Mapping& mapping, const shapes::SearchLimits& limits) {
  return MappingSearch(source, target, mapping, limits).run();
}

}  // namespace drover::compare
