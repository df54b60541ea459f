#pragma once

// Checks a cat model on a working graph with open events (algorithms/buffering): reads without a
// writer, writes without a coherence position. The verdict is that of the axioms on the same graph
// as an ExecutionGraph (cat/evaluator.h). For any model of sets and relations only, with
// dependencies, tags and `let rec`.
//
// Initial writes are events here: they have the last numbers. If the graph has too many events for
// that, the checker gives no verdict.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/models/incremental/open_cat/thread_relations.h"
#include "explorer/models/incremental/step_checker.h"

namespace drover::incremental {

template <std::size_t Words>
class OpenCatChecker : private ThreadRelations<Words> {
  using Kind = CatKinds::Kind;

 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // True if the checker supports the model: no nested `let rec`.
  [[nodiscard]] static bool takes(const cat::Code& code) {
    return !code.fuses_updates && std::ranges::none_of(code.nodes, [](const Node& each) {
      return each.operation == cat::Operation::Fixpoint && each.open_groups != 0;
    });
  }

  // Both must outlive the checker. The automata track dependencies if the model needs them.
  // `implied` are axioms known to hold on all checked graphs; `not_of_parts` may fail on a part
  // that can become consistent.
  OpenCatChecker(const cat::Code& code, const ProgramAutomata& automata,
                 const std::vector<std::size_t>& implied = {},
                 const std::vector<std::size_t>& not_of_parts = {})
      : ThreadRelations<Words>(code, automata) {
    std::vector<NodeIndex> roots;
    for (std::size_t i = 0; i < code.checks.size(); ++i) {
      const cat::CodeCheck& check = code.checks[i];
      if (std::ranges::find(implied, i) != implied.end()) continue;
      roots.push_back(check.node);
      if (check.use != cat::CheckUse::Axiom) {
        flags_.push_back(i);
        continue;
      }
      all_.push_back(i);
      const bool is_of_parts = std::ranges::find(not_of_parts, i) == not_of_parts.end();
      if (check.fails_for_good && is_of_parts) part_.push_back(i);
    }
    add_variables(roots);
    for (const NodeIndex each : cat::reachable_nodes(code, roots)) this->note_kind(each);
    add_nodes();
  }

  // See OpenGraphChecker. Parts are checked only with axioms that no added edge can repair. Nothing
  // if the graph is too large.
  [[nodiscard]] std::optional<bool> ask(const Graph& graph, const Bits& open, Extent extent) {
    if (!this->take_events(graph, open)) return std::nullopt;
    this->begin_graph();
    return std::ranges::all_of(extent == Extent::Whole ? all_ : part_,
                               [&](std::size_t each) { return this->holds(each); });
  }
  // For a complete graph: true if the model sets a flag on it. Nothing if the graph is too large.
  [[nodiscard]] std::optional<bool> raises_flags(const Graph& graph) {
    if (flags_.empty()) return false;
    if (!this->take_events(graph, {})) return std::nullopt;
    this->begin_graph();
    return std::ranges::any_of(flags_, [&](std::size_t each) { return this->is_up(each); });
  }

 private:
  void add_variables(std::vector<NodeIndex>& roots) const {
    for (const cat::FixpointGroup& group : this->code_.groups) {
      roots.insert(roots.end(), group.variables.begin(), group.variables.end());
    }
  }
  // Collects all evaluated nodes, and those stored although others are built from them.
  void add_nodes() {
    std::vector<NodeIndex> roots;
    for (const auto& checks : {all_, flags_}) {
      for (const std::size_t each : checks) {
        const std::vector<NodeIndex> of_check = this->roots_of(each);
        roots.insert(roots.end(), of_check.begin(), of_check.end());
      }
    }
    std::vector<bool> is_asked_for(this->code_.nodes.size(), false);
    for (const NodeIndex each : roots) is_asked_for[each] = true;
    for (const cat::FixpointGroup& group : this->code_.groups) {
      for (const NodeIndex each : group.bodies) is_asked_for[each] = true;
    }
    add_variables(roots);
    const std::vector<NodeIndex> nodes = cat::reachable_nodes(this->code_, roots);
    for (const NodeIndex each : nodes) {
      if (this->kinds_[each] == Kind::Kept) {
        this->add_kept(each);
        continue;
      }
      this->add_whole(each);
      for (const NodeIndex part : cat::operands_of(this->code_, this->node(each))) {
        is_asked_for[part] = true;
      }
    }
    for (const NodeIndex each : nodes) {
      if (is_asked_for[each] && this->kinds_[each] == Kind::Kept) this->asked_for_.push_back(each);
    }
  }

  // Indices of checks.
  std::vector<std::size_t> all_;
  std::vector<std::size_t> part_;
  std::vector<std::size_t> flags_;
};

}  // namespace drover::incremental
