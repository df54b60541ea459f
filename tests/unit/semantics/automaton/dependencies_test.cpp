#include "semantics/automaton/dependencies.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "semantics/automaton/thread_automaton.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

// What the events of a thread depend on whose reads return these values.
std::vector<EventDependencies> follow(const std::string& code, std::vector<Value> values,
                                      HelpCalls help_calls = HelpCalls::Run) {
  const Program program = testing::program_from(
      "shared x, y, a[3]; fn f(v) { p := y; return p; } thread t { " + code + " }");
  ProgramAutomata automata(program,
                           {.help_calls = help_calls, .dependencies = DependencyTracking::On});
  ThreadAutomaton& thread = automata.thread(ThreadId(0));
  std::vector<EventDependencies> out;
  std::size_t read = 0;
  for (NodeId node = thread.initial(); !node.is_none() && is_event(thread.kind(node));) {
    const EventDependencies& all = thread.dependencies(node);
    out.push_back({all.addr, all.data, all.ctrl});
    const bool is_read = thread.label(node).is_read();
    node = thread.next(node, is_read ? values.at(read++) : 0);
  }
  return out;
}

}  // namespace

TEST_CASE("a write depends on the reads that its value and its address were computed from") {
  const auto events = follow("p := x; q := y; a[p] := q + p * 0; x := 1;", {1, 2});
  REQUIRE(events.size() == 4);
  CHECK(events[0] == EventDependencies{{}, {}, {}});
  CHECK(events[2] == EventDependencies{{0}, {0, 1}, {}});
  CHECK(events[3] == EventDependencies{{}, {}, {}});
}

TEST_CASE("a read depends on the reads in its address alone") {
  const auto events = follow("p := x; q := a[p];", {2, 0});
  CHECK(events[1] == EventDependencies{{0}, {}, {}});
}

TEST_CASE("an overwritten register carries no dependency") {
  CHECK(follow("p := x; p := 1; y := p;", {1})[1] == EventDependencies{{}, {}, {}});
}

TEST_CASE("events behind a condition depend on it, also where branches have met") {
  const auto events = follow("p := x; if (p == 7) { q := 1; } y := 1; q := x; y := 2;", {1, 0});
  CHECK(events[1].ctrl == ReadSet{0});
  CHECK(events[3].ctrl == ReadSet{0});
  CHECK(follow("p := x; assume(p == 1); y := 1;", {1})[1].ctrl == ReadSet{0});
  CHECK(follow("p := x; assert(p == 1); y := 1;", {1})[1].ctrl == ReadSet{0});
  CHECK(follow("p := await(x == 1); y := 1;", {1})[1].ctrl == ReadSet{0});
  CHECK(follow("p := await(x == 1); y := 1;", {1})[0].ctrl.is_empty());
}

TEST_CASE("the write half of a read-modify-write") {
  // The read half is an event of its own: the events are r:x, r:y, w:y.
  const std::string begin = "p := x; ";
  CHECK(follow(begin + "q := faa(y, p);", {1, 0})[2].data == ReadSet{0, 1});
  CHECK(follow(begin + "q := xchg(y, p);", {1, 0})[2].data == ReadSet{0});
  CHECK(follow(begin + "q := xchg(a[p], 1);", {1, 0})[2].addr == ReadSet{0});
  CHECK(follow(begin + "q := xchg(a[p], 1);", {1, 0})[1].addr == ReadSet{0});
  CHECK(follow(begin + "q := cas(y, 0, p);", {1, 0})[2].data == ReadSet{0});
  // One that fails has none, and what it delivers comes from its read.
  const auto failed = follow(begin + "q := cas(y, 0, p); x := q;", {1, 5});
  REQUIRE(failed.size() == 3);
  CHECK(failed[2].data == ReadSet{1});
  CHECK(follow(begin + "q := cas(y, p, 1); x := q;", {1, 5})[2].data == ReadSet{0, 1});
  CHECK(follow(begin + "q := cmpxchg(y, p, 1); x := q;", {1, 5})[2].data == ReadSet{1});
}

TEST_CASE("a lock: what it writes depends on what it waited for") {
  const auto events = follow("lock(x); y := 1;", {0});
  REQUIRE(events.size() == 3);
  CHECK(events[0].ctrl.is_empty());
  CHECK(events[1].ctrl == ReadSet{0});
  CHECK(events[2].ctrl == ReadSet{0});
}

TEST_CASE("reads are counted as the thread has them as events") {
  // main: the marker is an event; help in the annotated semantics: nothing else is.
  CHECK(follow("main f(1); q := x; y := q;", {1, 2})[3].data == ReadSet{2});
  const auto marked = follow("help f(1); q := x; y := q;", {2}, HelpCalls::MarkOnly);
  REQUIRE(marked.size() == 3);
  CHECK(marked[2].data == ReadSet{1});
}

TEST_CASE("states that differ in dependencies alone differ only where they are tracked") {
  const Program program =
      testing::program_from("shared x, y; thread t { p := x; if (p) { q := y; } x := 1; y := 2; }");
  for (const DependencyTracking tracking : {DependencyTracking::Off, DependencyTracking::On}) {
    ProgramAutomata automata(program, {.dependencies = tracking});
    ThreadAutomaton& thread = automata.thread(ThreadId(0));
    const NodeId short_way = thread.next(thread.initial(), 0);
    const NodeId long_way = thread.next(thread.next(thread.initial(), 1), 1);
    // The registers differ at the first write, since conditions may name them.
    const bool is_same = thread.state(short_way).origins == thread.state(long_way).origins;
    CHECK(is_same == (tracking == DependencyTracking::Off));
    // Behind the last event nothing depends on anything.
    const NodeId end = thread.next(thread.next(short_way, 0), 0);
    CHECK(thread.kind(end) == LabelKind::Finished);
    CHECK(thread.state(end).origins == ReadOrigins());
  }
}

}  // namespace drover
