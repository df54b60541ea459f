#pragma once

// Messages between the processes of a cluster. The first process has the board of the exploration;
// the others have workers, who take items from it and return parts and findings.
//
//   others   Ready                                                  …
//   first           Round   Assignment, Call …            RoundOver       (more rounds)  End
//   others           Want   Part, Refusal, Done, Seen …             Left

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "explorer/crew/desk.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/work/place.h"
#include "support/bytes.h"

namespace drover::cluster {

// Messages to the first process.

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
// All workers have left the round, and no message of theirs follows. Has the number of events that
// each worker has explored.
struct Left {
  std::vector<std::uint64_t> events;
};

// Messages from the first process.

// An exploration begins, by the plan that every process can make itself.
struct Round {
  bool is_fallback = false;
  std::optional<ReductionObstacle> obstacle;  // see ExplorationState::obstacle
};
struct Assignment {
  std::uint64_t worker = 0;
  work::Item item;
};
struct Call {
  work::Place place;
  work::Order order = work::Order::GoOn;
};
struct RoundOver {};
struct End {};

using Message = std::variant<Ready, Want, Part, Refusal, Done, Seen, Left, Round, Assignment, Call,
                             RoundOver, End>;

// Lets a process that waits for messages sleep, longer if none comes, to leave the processor to the
// working ones.
class Patience {
 public:
  void wait(bool has_news) {
    if (has_news) {
      pause_ = Least;
      return;
    }
    std::this_thread::sleep_for(pause_);
    pause_ = std::min(pause_ * 2, Most);
  }

 private:
  static constexpr std::chrono::microseconds Least{50};
  static constexpr std::chrono::microseconds Most{1000};

  std::chrono::microseconds pause_ = Least;
};

[[nodiscard]] Bytes write_message(const Message& message);
[[nodiscard]] Message read_message(std::string_view bytes);

}  // namespace drover::cluster
