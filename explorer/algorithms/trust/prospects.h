#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/algorithms/trust/giving_up.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::trust {

// What a thread may count on that goes on from a graph, whatever other threads do.
class Certainties {
 public:
  virtual ~Certainties() = default;

  // That no compare-and-swap of the thread that expects a value finds a place for its write.
  [[nodiscard]] virtual bool is_swapped_already(LocationId location, Value expected) const = 0;
  // That no write that is not in the graph yet writes the value.
  [[nodiscard]] virtual bool is_not_to_come(LocationId location, Value value) const = 0;
  // All that a read of the thread can return, if nothing is written there any more; empty: it is
  // not known.
  [[nodiscard]] virtual std::vector<Value> values(LocationId location) const = 0;
  // That a read of the thread may leave the graph.
  [[nodiscard]] virtual bool may_leave(LocationId location) const = 0;
};

// What becomes of a thread before it does anything that others can see.
enum class Outlook : std::uint8_t {
  Open,     // anything, for all that is known
  Mixed,    // the same; but it may come to a compare-and-swap whose write finds no place
  Swap,     // it gives up, or comes to a compare-and-swap whose write finds no place; all that it
            // has read on its way there is in the graph
  Hopeless  // it gives up
};

// What the first read returns.
enum class FirstRead : std::uint8_t {
  Any,
  New  // what a write writes that is not in the graph yet
};

// Follows the code of threads from nodes, on values that are not known. A way on which something
// may be an error, or may wait for ever, is open.
class Prospects {
 public:
  // `automata` must outlive this.
  Prospects(ProgramAutomata& automata, GivenUpHelp help) : automata_(automata), help_(help) {}

  [[nodiscard]] Outlook outlook(ThreadId thread, NodeId node, FirstRead first,
                                const Certainties& certainties);
  // What it is if all is certain that may be; but for the values that are read.
  [[nodiscard]] Outlook best_outlook(ThreadId thread, NodeId node);

 private:
  ProgramAutomata& automata_;
  GivenUpHelp help_;
  std::vector<std::vector<std::optional<Outlook>>> best_;  // by thread and node
};

}  // namespace drover::trust
