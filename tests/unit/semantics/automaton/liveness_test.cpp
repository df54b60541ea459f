#include "semantics/automaton/liveness.h"

#include <doctest/doctest.h>

#include "tests/support/program_text.h"

namespace drover {

namespace {

RegisterId register_named(const Thread& thread, const std::string& name) {
  for (std::size_t i = 0; i < thread.registers.size(); ++i) {
    if (thread.registers[i].name == name) return RegisterId(i);
  }
  FAIL("no such register");
  return {};
}

template <typename Kind>
InstructionIndex last(const Thread& thread) {
  for (std::size_t i = thread.code.size(); i-- > 0;) {
    if (std::holds_alternative<Kind>(thread.code[i].body)) return static_cast<InstructionIndex>(i);
  }
  FAIL("no such instruction");
  return 0;
}

}  // namespace

TEST_CASE("a register is live until its last use") {
  const Program program = testing::program_from("shared x; thread t { a := x; b := x; x := a; }");
  const Thread& thread = program.threads[0];
  const Liveness liveness(program, ThreadId(0));
  const InstructionIndex store = last<Store>(thread);
  const InstructionIndex finish = last<Finish>(thread);
  CHECK(liveness.is_live_before(store, register_named(thread, "a").value));
  CHECK_FALSE(liveness.is_live_before(store, register_named(thread, "b").value));
  CHECK_FALSE(liveness.is_live_before(finish, register_named(thread, "a").value));
}

TEST_CASE("a register that is only used for dead registers is dead") {
  const Program program = testing::program_from(
      "shared x; thread t { n := 0; while (x == 0) { n := n + 1; } a := x; b := a + 1; c := 1 / a; "
      "}");
  const Thread& thread = program.threads[0];
  const Liveness liveness(program, ThreadId(0));
  const InstructionIndex load = last<Load>(thread);
  CHECK_FALSE(liveness.is_live_before(load, register_named(thread, "n").value));
  CHECK_FALSE(liveness.is_live_before(0, register_named(thread, "n").value));
  // But that the division may fault does.
  CHECK(liveness.is_live_after(load, register_named(thread, "a").value));
}

TEST_CASE("registers that conditions name are live at the end") {
  const Program program =
      testing::program_from("shared x; thread t { a := x; b := x; } exists (t:b == 1);");
  const Thread& thread = program.threads[0];
  const Liveness liveness(program, ThreadId(0));
  const InstructionIndex finish = last<Finish>(thread);
  CHECK(liveness.is_live_before(finish, register_named(thread, "b").value));
  CHECK_FALSE(liveness.is_live_before(finish, register_named(thread, "a").value));
}

TEST_CASE("a register that the next iteration reads is live at the end of a loop") {
  const Program program = testing::program_from(
      "shared x; thread t { s := 0; for (i := 0; i < 3; i := i + 1) { s := s + x; } x := s; }");
  const Thread& thread = program.threads[0];
  const Liveness liveness(program, ThreadId(0));
  const InstructionIndex load = last<Load>(thread);
  CHECK(liveness.is_live_before(load, register_named(thread, "s").value));
  CHECK(liveness.is_live_before(load, register_named(thread, "i").value));
}

TEST_CASE("the count of allocations is live while another may follow") {
  const Program program =
      testing::program_from("shared x; thread t { p := alloc(1); x := p; q := alloc(2); x := q; }");
  const Liveness liveness(program, ThreadId(0));
  const std::size_t count = liveness.allocation_register().value;
  CHECK(liveness.is_live_before(last<Allocate>(program.threads[0]), count));
  CHECK_FALSE(liveness.is_live_after(last<Allocate>(program.threads[0]), count));
}

TEST_CASE("additions commute where their result is dead") {
  const auto has = [](const char* text) { return has_commuting(testing::program_from(text)); };
  CHECK(has("shared x; thread t { faa(x, 1); }"));
  CHECK(has("shared x; thread t { r := fas(x, 1); r := 2; x := r; }"));
  CHECK_FALSE(has("shared x; thread t { r := faa(x, 1); x := r; }"));
  CHECK_FALSE(has("shared x; thread t { r := faa(x, 1); } exists (t:r == 0);"));
  CHECK_FALSE(has("shared x; thread t { xchg(x, 1); for(x, 1); cas(x, 0, 1); }"));
  // Live on one way suffices.
  CHECK_FALSE(has("shared x, y; thread t { r := faa(x, 1); s := y; if (s == 1) { x := r; } }"));
}

}  // namespace drover
