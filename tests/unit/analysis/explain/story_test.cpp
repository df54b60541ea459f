#include "analysis/explain/story.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/models/model_registry.h"
#include "support/format.h"
#include "tests/support/graph_text.h"
#include "tests/support/replay_story.h"

namespace drover::story_test {
using namespace drover::testing;

namespace {

// `P0.0 buffered`, `P1.1 (not P0.0)`, …: threads and serial numbers.
std::string told(const std::string& model, const std::string& text) {
  const ExecutionGraph candidate = graph(text);
  const MemoryModel& asked = *find_model(model);
  REQUIRE(asked.is_consistent(candidate));
  const auto story = explain::find_story(asked, candidate);
  if (!story) return "none";
  CHECK(mistake_in_story(*story, asked, candidate) == "");
  const auto place = [&](EventId id) {
    return format("P{}.{}", candidate.event(id).thread.value, candidate.event(id).index);
  };
  std::string out;
  for (const explain::StoryStep& step : story->steps) {
    if (!out.empty()) out += ", ";
    out += place(step.event);
    if (step.act == explain::StoryAct::Buffer) out += " buffered";
    if (step.act == explain::StoryAct::Forward) out += " forwarded";
    if (step.act == explain::StoryAct::Flush) out += " flushed";
    for (const EventId id : step.unseen) out += format(" (not {})", place(id));
  }
  return out;
}

}  // namespace

TEST_CASE("a story has as few delayed writes as possible") {
  CHECK(told("tso", "W x 1; R y 0 || W y 1; R x 0") ==
        "P0.0 buffered, P0.1, P1.0, P1.1 (not P0.0), P0.0 flushed");
  CHECK(told("tso", "W x 1; R x 1; R y 0 || W y 1; R x 0") ==
        "P0.0 buffered, P0.1 forwarded, P0.2, P1.0, P1.1 (not P0.0), P0.0 flushed");
  CHECK(told("pso", "W x 1; W y 1 || R y 1; R x 0") ==
        "P0.0 buffered, P0.1, P1.0, P1.1 (not P0.0), P0.0 flushed");
}

TEST_CASE("a story of an sc execution delays nothing") {
  CHECK(told("tso", "W x 1; W y 1 || R y 1; R x 1") == "P0.0, P0.1, P1.0, P1.1");
}

TEST_CASE("an update is one step of a story, and waits until the buffer is empty") {
  const std::string text = told("tso", "W x 1; U y 0 1; R z 0 || W z 1; R x 0");
  CHECK(text.find("P0.1") != std::string::npos);
  CHECK(text.find("P0.2") == std::string::npos);
  CHECK(text.find("P0.1") > text.find("P1.1"));
}

TEST_CASE("a story with messages lists the writes that a read has not received") {
  CHECK(told("ra", "W x 1; R y 0 || W y 1; R x 0") == "P0.0, P0.1, P1.0, P1.1 (not P0.0)");
  CHECK(told("rc11", "W@rlx x 1; W@rlx y 1 || R@rlx y 1; R@rlx x 0") ==
        "P0.0, P0.1, P1.0, P1.1 (not P0.0)");
  CHECK(told("ra", "W x 1; W y 2 || W y 1; W x 2 ;; co x: 2 1 ;; co y: 2 1") ==
        "P0.0, P0.1, P1.0, P1.1 (not P0.0)");
}

TEST_CASE("models without a machine have no stories") {
  CHECK(told("wrc11", "W@rlx x 1; R@rlx y 0 || W@rlx y 1; R@rlx x 0") == "none");
  CHECK(told("sc", "W x 1 || R x 1") == "none");
}

TEST_CASE("story: late flushing keeps writes in buffers as long as a thread can take a step") {
  const ExecutionGraph candidate = graph("W x 1; R y 0 || W y 1; R x 0");
  const auto acts = [&](StoreBuffers buffers, explain::Flushing flushing) {
    const auto run = explain::find_buffer_run(candidate, buffers, flushing);
    std::string out;
    for (const explain::StoryStep& step : run.value_or(std::vector<explain::StoryStep>())) {
      out += step.act == explain::StoryAct::Buffer  ? 'b'
             : step.act == explain::StoryAct::Flush ? 'f'
                                                    : 's';
    }
    return out;
  };
  CHECK(acts(StoreBuffers::Fifo, explain::Flushing::Late) == "bsbsff");
  CHECK(acts(StoreBuffers::Fifo, explain::Flushing::Early).size() == 6);
  // No run of sc, whose writes reach memory at once, has this execution.
  CHECK(acts(StoreBuffers::None, explain::Flushing::Late) == "");
}

TEST_CASE("story: the final thread runs last, after all writes have left their buffers") {
  const ExecutionGraph candidate = graph("W x 1; R y 0 || W y 1 || final: R z 0");
  for (const auto flushing : {explain::Flushing::Early, explain::Flushing::Late}) {
    const auto run = explain::find_buffer_run(candidate, StoreBuffers::Fifo, flushing);
    REQUIRE(run);
    const explain::StoryStep& end = run->back();
    CHECK(candidate.role(candidate.event(end.event).thread) == ThreadRole::Final);
    CHECK(end.act == explain::StoryAct::Step);
  }
}

}  // namespace drover::story_test
