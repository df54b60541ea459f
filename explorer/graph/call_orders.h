#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/function_ref.h"
#include "support/strong_id.h"

namespace drover {

// Whether the label of a node begins or ends an operation.
enum class MarkKind : std::uint8_t { None, Begin, End };

// An order of events: a happens-before as the algorithm keeps it, or po, sync and rf.
enum class EventOrder : std::uint8_t { HappensBefore, ReadsFrom };

// A question to a graph.
struct CallQuestion {
  EventOrder knowledge = EventOrder::HappensBefore;  // through which calls know each other
  EventOrder causes = EventOrder::ReadsFrom;         // what no client may close to a cycle
  FunctionRef<MarkKind(std::size_t thread, NodeId node)> kind_of_mark;
};

// The calls of an object in an execution, and what orders them: all that decides whether they are
// right for every client, without the graph. Sets of calls are bits.
struct CallOrders {
  static constexpr std::size_t MaxCalls = 32;

  struct Place {
    std::uint32_t thread = 0;
    NodeId begin;
    NodeId end;  // none() if the call has not ended
  };
  struct Rows {
    std::uint32_t known = 0;    // the calls whose begins are known at the end
    std::uint32_t before = 0;   // those whose ends the client orders before the begin
    std::uint32_t causes = 0;   // those whose begins are a cause of the end
    std::uint32_t clashes = 0;  // those whose begins the end cannot be known to (Lemma 81)
  };
  std::vector<Place> calls;  // by thread, in program order
  std::vector<Rows> rows;    // by call
};

}  // namespace drover
