#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// The choices of an execution graph, from which another process, or other automata of the same
// program, can rebuild it: without the numbers of nodes and locations.
struct GraphRecord {
  // An event: the index-th of its thread, or of the initial writes of the graph.
  static constexpr std::uint32_t Initial = static_cast<std::uint32_t>(-1);  // instead of a thread
  struct Name {
    std::uint32_t thread = 0;
    std::uint32_t index = 0;

    auto operator<=>(const Name&) const = default;
  };
  // Reads from nothing, from the initial write, or from `source`.
  enum class Source : std::uint8_t { None, Initial, Event };
  struct Event {
    std::uint32_t thread = 0;
    Source kind = Source::None;
    Name source;
    Value value = 0;  // the value of a read
  };

  std::vector<Event> events;                 // in the order of the graph, without initial writes
  std::vector<std::vector<Name>> coherence;  // by location, without the initial write
  bool has_dependencies = false;
};

[[nodiscard]] GraphRecord record_of(const ExecutionGraph& graph);
// Empty if the record does not describe a graph of this program.
[[nodiscard]] std::optional<ExecutionGraph> replay(const GraphRecord& record,
                                                   ProgramAutomata& automata);
[[nodiscard]] GraphRecord::Name name_of(const ExecutionGraph& graph, EventId event);
// none() if there is no such event.
[[nodiscard]] EventId find_event(const ExecutionGraph& graph, const GraphRecord::Name& name);

}  // namespace drover
