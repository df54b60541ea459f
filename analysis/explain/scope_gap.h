#pragma once

#include <cstddef>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "semantics/program/program.h"

namespace drover::explain {

// An access to a location that another thread accesses, too, or a fence of such a thread, whose
// scope does not include the other thread: it does not synchronise with that thread.
struct ScopeGap {
  EventId narrow;
  ThreadId other;      // the thread that is out of its scope
  std::size_t level;   // of the scope: index in Topology::levels
  std::size_t needed;  // the innermost level that the two threads share
  bool is_read_from;   // one of the threads reads what the other one has written
};

// Returns them, those with `is_read_from` first. Empty for programs without scopes.
[[nodiscard]] std::vector<ScopeGap> find_scope_gaps(const ExecutionGraph& graph);

// The scope of the operations at one place of a thread.
struct PlacedScope {
  ThreadId thread;
  SourceRange source;
  std::size_t level;  // index in Topology::levels
  std::size_t other;  // another level, for `with_scopes`
};

[[nodiscard]] PlacedScope placed(const ScopeGap& gap, const ExecutionGraph& graph);

// Returns the scopes of all operations but control barriers, in the order of the text; `other` is
// the same level.
[[nodiscard]] std::vector<PlacedScope> scopes_of(const Program& program);

// The program with the `other` levels at these places.
[[nodiscard]] Program with_scopes(Program program, const std::vector<PlacedScope>& changes);

}  // namespace drover::explain
