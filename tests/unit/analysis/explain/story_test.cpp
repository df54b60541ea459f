#include "analysis/explain/story.h"

#include <doctest/doctest.h>

#include <string>

#include "analysis/explain/candidates.h"
#include "explorer/models/model_registry.h"
#include "input/question.h"
#include "input/subject.h"
#include "support/format.h"
#include "tests/support/graph_text.h"
#include "tests/support/replay_story.h"

namespace drover::story_test {
using namespace drover::testing;

namespace {

// `P0.0 buffered`, `P1.1 (not P0.0)`, …: threads and serial numbers.
std::string told_of(const std::string& model, const ExecutionGraph& candidate) {
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
    if (step.act == explain::StoryAct::Promise) out += " promised";
    if (step.act == explain::StoryAct::Fulfil) out += " fulfilled";
    for (const EventId id : step.unseen) out += format(" (not {})", place(id));
  }
  return out;
}

std::string told(const std::string& model, const std::string& text) {
  return told_of(model, graph(text));
}

// The story of the only execution with the outcome of a litmus test's condition.
std::string told_of(const std::string& model, const std::string& test) {
  const input::Subject subject = input::read_subject_text(SourceBuffer::from_text("t.litmus", test),
                                                          {.as = input::SubjectKind::Litmus});
  REQUIRE(subject.program);
  const explain::Outcome outcome = input::questions_of(subject).front().outcome;
  explain::CandidateSearch search(*subject.program, 1, explain::Dependencies::Included);
  std::string out;
  search.run(outcome, explain::CandidateClass::Coherent, {},
             [&](const explain::VisitedCandidate& candidate) {
               CHECK(out == "");
               out = told_of(model, candidate.graph);
             });
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

TEST_CASE("a story with promises has as few of them as possible") {
  CHECK(told_of("aarch64",
                "AArch64 MP\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n"
                " MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | LDR W2,[X3] ;\n STR W0,[X3] | ;\n"
                "exists (1:X0=1 /\\ 1:X2=0)\n") == "P0.0, P0.1, P1.0, P1.1 (not P0.0)");
  CHECK(told_of("riscv",
                "RISCV LB\n{ 0:x1=x; 0:x3=y; 1:x1=y; 1:x3=x; }\n P0 | P1 ;\n"
                " lw x5,0(x1) | lw x5,0(x1) ;\n li x2,1 | li x2,1 ;\n"
                " sw x2,0(x3) | sw x2,0(x3) ;\nexists (0:x5=1 /\\ 1:x5=1)\n") ==
        "P0.1 promised, P1.0, P1.1, P0.0, P0.1 fulfilled");
  // An atomic instruction is one step, also when its write was promised.
  CHECK(told_of("aarch64",
                "AArch64 LB+swp\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n"
                " LDR W0,[X1] | LDR W0,[X1] ;\n MOV W2,#1 | MOV W2,#1 ;\n"
                " SWP W2,W4,[X3] | DMB SY ;\n | STR W2,[X3] ;\n"
                "exists (0:X0=1 /\\ 1:X0=1)\n") ==
        "P0.2 promised, P1.0, P1.1, P1.2, P0.0, P0.1 fulfilled");
}

TEST_CASE("models without a machine have no stories") {
  CHECK(told_of("ppc",
                "PPC LB\n{ 0:r1=x; 0:r3=y; 1:r1=y; 1:r3=x; }\n P0 | P1 ;\n"
                " lwz r5,0(r1) | lwz r5,0(r1) ;\n li r2,1 | li r2,1 ;\n"
                " stw r2,0(r3) | stw r2,0(r3) ;\nexists (0:r5=1 /\\ 1:r5=1)\n") == "none");
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
