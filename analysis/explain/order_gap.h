#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::explain {

// Two events of a thread that a model does not keep in order, and why.
//
// A model keeps a part of program order: a union of relations such as `[W]; po; [wmb]; po; [W]`,
// `ctrl; [W]` or `po \ (W * R)`. Each of them asks for something between two events, a barrier or a
// dependency, and for events of certain kinds at its ends.
struct OrderGap {
  EventId from;
  EventId to;

  // The kind of accesses that a set contains.
  enum class Kind : std::uint8_t { Any, Read, Write };
  Kind from_kind = Kind::Any;
  Kind to_kind = Kind::Any;

  // A relation that would order the events, but for the kinds of events at its ends.
  struct NearMiss {
    std::string relation;                   // its name in the model
    std::vector<EventId> barriers;          // the events between the two that it goes through
    std::vector<std::string> dependencies;  // the dependencies from `from` to `to`
    // It orders only accesses of these kinds; if `leaves_out`, all but those.
    Kind first = Kind::Any;
    Kind last = Kind::Any;
    bool leaves_out = false;
    bool is_apart = false;  // of those of different locations
    std::string limit;      // in cat notation, if kinds do not say it

    bool operator==(const NearMiss&) const = default;
  };
  std::vector<NearMiss> near_misses;

  // Something that would order two events of these kinds by a relation.
  struct Way {
    std::string relation;  // its name in the model
    // What is missing: dependencies ("addr"), then barriers ("DMB SY"), and sets that the ends have
    // to be in ("Acquire").
    std::vector<std::string> dependencies;
    std::vector<std::string> barriers;
    std::optional<std::string> first;  // of `from`
    std::optional<std::string> last;   // of `to`

    [[nodiscard]] std::size_t size() const {
      return dependencies.size() + barriers.size() + (first ? 1 : 0) + (last ? 1 : 0);
    }
    bool operator==(const Way&) const = default;
  };
  std::vector<Way> ways;  // simple ones first
};

// Returns why `model` does not keep `from` before `to`, a later event of its thread. Nothing if it
// does, or if its text does not show.
[[nodiscard]] std::optional<OrderGap> find_order_gap(const MemoryModel& model,
                                                     const ExecutionGraph& graph, EventId from,
                                                     EventId to);

}  // namespace drover::explain
