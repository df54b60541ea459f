#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "semantics/program/code_places.h"
#include "semantics/program/value.h"
#include "support/strong_id.h"

namespace drover {

struct GraphNames {
  std::vector<std::string> threads;  // by ThreadId
  std::function<std::string(LocationId)> location;
  std::function<std::string(Value)> value;
  // The call of an event of LabelKind::Mark: `begin enqueue(1)`, `end dequeue → 1`.
  std::function<std::string(const Event&)> mark = {};
  std::string architecture = {};      // of the litmus test, as in Program
  std::vector<bool> is_spawned = {};  // by ThreadId: the thread exists only if spawned
  // By ThreadId: the number of letters for events of earlier threads. Empty: one for each event of
  // the graph; a part of an execution has the letters of the whole.
  std::vector<std::size_t> letters_before = {};
  std::shared_ptr<const CodePlaces> places = std::make_shared<const CodePlaces>();

  // True if the thread gets its own column or line: a thread that runs before or after the workers,
  // or is spawned, gets one only if it has events.
  [[nodiscard]] bool is_shown(const ExecutionGraph& graph, ThreadId thread) const {
    const bool is_spawn = thread.value < is_spawned.size() && is_spawned[thread.value];
    return (graph.role(thread) == ThreadRole::Worker && !is_spawn) ||
           !graph.events_of(thread).empty();
  }

  // Return the place of an event, outside of wrappers: as CodePlaces::line and CodePlaces::place.
  [[nodiscard]] std::string line(const SourceRange& at) const {
    return places->line(places->outside_wrappers(at));
  }
  [[nodiscard]] std::string place(const SourceRange& at) const {
    return places->place(places->outside_wrappers(at));
  }
};

// A remark on one event: "race: first access".
struct EventRemark {
  EventId event;
  std::string text;
};

// Returns the action of an event, without its source line: `W@rel x = 1`, `R@acq y → 1`, `F@sc`.
// The halves of a read-modify-write are `RMW-R` and `RMW-W`, the read of a failing compare-and-swap
// is `CAS-R`.
[[nodiscard]] std::string describe_event(const Event& event, const GraphNames& names);

// Returns the mode of an access or fence: "acq". Empty: plain, or an event without modes, as the
// fences of machines and of the kernel.
[[nodiscard]] std::string shown_mode(const Label& label, const GraphNames& names);

// Returns the place of an event: `writer:4` (thread and source line), `writer, lock.h:4`,
// `writer#2` (thread and serial number) if there is no line, or `init` for an initial write.
[[nodiscard]] std::string describe_place(const Event& event, const GraphNames& names);

// Returns a, b, …, z, aa, ab, …: the name of an event number, from 0.
[[nodiscard]] std::string letter_of(std::size_t number);

// Returns the letter of an event: letters follow threads and program order, so they do not depend
// on how the execution was found. Initial writes have none.
[[nodiscard]] std::string event_letter(const ExecutionGraph& graph, EventId event,
                                       const GraphNames& names);
// Returns GraphNames::letters_before for a graph and its parts.
[[nodiscard]] std::vector<std::size_t> letters_before(const ExecutionGraph& graph);

// Returns `c`, or `init x` for an initial write.
[[nodiscard]] std::string event_name(const ExecutionGraph& graph, EventId event,
                                     const GraphNames& names);

// The same with its place: `c (writer:4)`.
[[nodiscard]] std::string event_and_place(const ExecutionGraph& graph, EventId event,
                                          const GraphNames& names);

}  // namespace drover
