#include "explorer/findings/spin_checker.h"

#include <doctest/doctest.h>

#include "explorer/plan/reduce_program.h"
#include "semantics/automaton/thread_automaton.h"
#include "tests/support/program_text.h"

namespace drover::spin_checker_test {

namespace {

// Lets the first thread of a program read `seen` in the loop where plp stops it; what it waits for
// if memory then has `value` for good.
std::optional<Spin> spin_of(const char* text, Value seen, Value value) {
  const ReducedProgram reduced =
      reduce_program(testing::program_from(text), ReductionSet({Reduction::Plp}));
  REQUIRE(reduced.used.contains(Reduction::Plp));
  ProgramAutomata automata(reduced.program, {});
  ThreadAutomaton& thread = automata.thread(ThreadId(0));
  NodeId node = thread.initial();
  while (thread.kind(node) == LabelKind::Read) node = thread.next(node, seen);
  REQUIRE(thread.label(node).is_spin);
  SpinChecker checker(reduced.spinning, {}, {});
  return checker.run_on(
      ThreadId(0), thread.state(node), [value](Value) { return value; }, WaitText::Included);
}

}  // namespace

TEST_CASE("a thread whose loop would go on with the final memory does not wait") {
  CHECK_FALSE(spin_of("shared x; thread t { while (x == 0) { } }", 0, 1));
}

TEST_CASE("a thread whose loop reads the same value for good waits for another one") {
  const auto spin = spin_of("shared x; thread t { while (x == 0) { } }", 0, 0);
  REQUIRE(spin);
  CHECK(spin->value == 0);
  CHECK(spin->loop == 0);
  CHECK(spin->awaited == "x != 0");
}

}  // namespace drover::spin_checker_test
