#pragma once

// Messages between the processes of a cluster. The first process has the board of the exploration;
// the others have workers, who take items from it and return parts and findings.
//
//   others   Ready                                                  …
//   first           Round   Assignment, Call …            RoundOver       (more rounds)  End
//   others           Want   Part, Refusal, Done, Seen …             Left

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "explorer/crew/desk.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/work/item.h"
#include "explorer/work/place.h"
#include "support/bytes.h"

namespace drover::cluster {

// To the first process.

// The process has read its input. Processes with the same identity can work together; it is empty
// if the input is bad.
struct Ready {
  std::string identity;
  std::string host;  // the name of the machine
};
// A worker, by its number in its process, is idle.
struct Want {
  std::uint64_t worker = 0;
};
// A part of the item at `place`.
struct Part {
  work::Place place;
  std::uint32_t width = 0;
  Bytes bytes;
};
// The worker on the item at `place` has nothing to spare.
struct Refusal {
  work::Place place;
};
struct Done {
  work::Place place;
  ItemEnd end;
};
// The number of further executions seen.
struct Seen {
  std::uint64_t executions = 0;
};
// All workers have left the round: no more messages. The number of events each has explored.
struct Left {
  std::vector<std::uint64_t> events;
};

// From the first process.

// An exploration begins, by the plan that every process can make itself.
struct Round {
  bool is_fallback = false;
  std::optional<ReductionObstacle> obstacle;  // to symmetry, if one is known
};
struct Assignment {
  std::uint64_t worker = 0;
  work::Item item;
};
// An order to the worker on the item at `place`.
struct Call {
  work::Place place;
  work::Order order = work::Order::GoOn;
};
struct RoundOver {};
// There are no more rounds.
struct End {};

using Message = std::variant<Ready, Want, Part, Refusal, Done, Seen, Left, Round, Assignment, Call,
                             RoundOver, End>;

[[nodiscard]] Bytes write_message(const Message& message);
// Reads a message that write_message wrote.
[[nodiscard]] Message read_message(std::string_view bytes);

}  // namespace drover::cluster
