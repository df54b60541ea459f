#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/graph/call_orders.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "explorer/models/memory_model.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/value.h"
#include "support/hash.h"
#include "support/object_kind.h"
#include "support/strong_id.h"

// The calls of an object in an execution, and what they know of each other.
namespace drover::histories {

// A set of calls, by index.
using Calls = std::uint64_t;
inline constexpr std::size_t MaxCalls = 32;
[[nodiscard]] constexpr Calls just(std::size_t call) { return Calls{1} << call; }
[[nodiscard]] constexpr Calls all_calls(std::size_t count) { return just(count) - 1; }
[[nodiscard]] constexpr bool has(Calls calls, std::size_t call) { return (calls >> call & 1) != 0; }

// A stretch of a thread between two marks. A call without an end is pending: its thread waits, was
// cut, or failed.
struct Call {
  std::size_t operation = 0;  // SpecifiedObject::operations
  std::vector<Value> arguments;
  std::optional<Value> result;  // if it has ended with one
  bool is_pending = false;
  // It is pending, its thread waits for ever, and so do all threads that have not finished.
  bool is_waiting = false;
  ThreadId thread;
  EventId begin;
  EventId end;  // none() if pending

  // Without the place in the graph.
  [[nodiscard]] bool is_same(const Call& other) const {
    return operation == other.operation && arguments == other.arguments && result == other.result &&
           is_pending == other.is_pending && is_waiting == other.is_waiting &&
           thread == other.thread;
  }
};

struct History {
  std::vector<Call> calls;    // by thread, in program order
  std::vector<Calls> before;  // by call: those that the client orders before it, closed
  std::vector<Calls> knows;   // by call p: the calls o with begin(o) hb end(p)

  // The same calls with the same orders: they have the same legal orders.
  [[nodiscard]] bool is_same(const History& other) const;
};

// For tables whose keys are rows of sets.
struct HashOfWords {
  std::size_t operator()(const std::vector<std::uint64_t>& words) const {
    return hash_of_range(words);
  }
};

// True if the model says what a call knows.
[[nodiscard]] bool orders_calls(const MemoryModel& model);

// Returns the order of events through which calls know each other: reflexive nowhere, transitive.
[[nodiscard]] Relation knowledge_order(const ExecutionGraph& graph, const MemoryModel& model);

// Returns the calls of Program::specified[object], without the relations. Calls of it within its
// own calls do not count. Nothing if there are more than MaxCalls.
[[nodiscard]] std::optional<std::vector<Call>> calls_of(const ExecutionGraph& graph,
                                                        const ProgramAutomata& automata,
                                                        std::size_t object);

// Returns the history of these calls. The order of the client is that of the graph without the
// accesses within the calls.
[[nodiscard]] History history_of(std::vector<Call> calls, const ExecutionGraph& graph,
                                 const MemoryModel& model, const Relation& knowledge);

// Returns the history of Program::specified[object] that CallOrders describes. Its calls have no
// place in a graph, but for `end`, which is none() if they are pending.
[[nodiscard]] History history_of(const CallOrders& orders, const ProgramAutomata& automata,
                                 std::size_t object);

}  // namespace drover::histories
