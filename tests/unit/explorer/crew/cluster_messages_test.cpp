#include "explorer/crew/cluster_messages.h"

#include <doctest/doctest.h>

#include <variant>

namespace drover::cluster::cluster_messages_test {

namespace {

// The message after its way to another process.
template <typename Kind>
Kind sent(const Kind& message) {
  return std::get<Kind>(read_message(write_message(message)));
}

}  // namespace

TEST_CASE("messages to the first process arrive as they were sent") {
  const Ready ready = sent(Ready{"program", "machine"});
  CHECK(ready.identity == "program");
  CHECK(ready.host == "machine");
  CHECK(sent(Want{7}).worker == 7);
  const work::Place place = work::Place().part(3);
  const Part part = sent(Part{place, 2, "bytes"});
  CHECK(part.place == place);
  CHECK(part.width == 2);
  CHECK(part.bytes == "bytes");
  CHECK(sent(Refusal{place}).place == place);
  CHECK(sent(Seen{1000}).executions == 1000);
  CHECK(sent(Left{{1, 2, 3}}).events == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("the message on the end of an item may have findings") {
  ItemEnd end{.findings = Findings(), .stopped_by = StopReason::FirstError};
  end.findings->executions = 5;
  const Done done = sent(Done{work::Place(), end});
  REQUIRE(done.end.findings);
  CHECK(done.end.findings->executions == 5);
  CHECK(done.end.stopped_by == StopReason::FirstError);
  CHECK_FALSE(sent(Done{}).end.findings);
}

TEST_CASE("messages from the first process arrive as they were sent") {
  const Round round = sent(Round{true, ReductionObstacle::CausalCycle});
  CHECK(round.is_fallback);
  CHECK(round.obstacle == ReductionObstacle::CausalCycle);
  const Assignment assignment =
      sent(Assignment{4, {.place = {}, .width = 1, .is_whole = true, .bytes = {}}});
  CHECK(assignment.worker == 4);
  CHECK(assignment.item.is_whole);
  CHECK(sent(Call{work::Place(), work::Order::Park}).order == work::Order::Park);
  CHECK(std::holds_alternative<RoundOver>(read_message(write_message(RoundOver{}))));
  CHECK(std::holds_alternative<End>(read_message(write_message(End{}))));
}

}  // namespace drover::cluster::cluster_messages_test
