#include "semantics/await_pass.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "semantics/program_printer.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

template <typename Kind>
const Kind* find_in(const Program& program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.code) {
      if (const auto* found = std::get_if<Kind>(&instruction.body)) return found;
    }
  }
  return nullptr;
}

// Whether the pass makes an await of something in the program.
bool becomes_await(const std::string& text) {
  const Program program = testing::program_from(text);
  const Program after = with_awaits(program);
  const bool has_changed = find_in<Await>(after) != nullptr;
  CHECK(has_awaits(program) == has_changed);
  CHECK((find_in<Assume>(program) != nullptr && find_in<Assume>(after) == nullptr) == has_changed);
  return has_changed;
}

bool becomes_exchange(const std::string& text) {
  const Program program = testing::program_from(text);
  const Program after = with_awaits(program);
  const bool has_changed = find_in<AwaitExchange>(after) != nullptr;
  CHECK(has_awaits(program) == has_changed);
  return has_changed;
}

std::string in_thread(const std::string& code) {
  return "shared x, y, a[2]; shared na d; thread t { " + code + " }";
}

}  // namespace

TEST_CASE("a load whose value is assumed becomes an await that is no deadlock") {
  const Program after = with_awaits(testing::program_from(in_thread("r := x@acq; assume(r > 1);")));
  const auto* await = find_in<Await>(after);
  REQUIRE(await != nullptr);
  CHECK(await->mode == Mode::Acq);
  CHECK(await->is_assumed);
  CHECK(after.threads[0].registers[await->target.value].name == "r");
  CHECK(find_in<Load>(after) == nullptr);
  CHECK(find_in<Assume>(after) == nullptr);
}

TEST_CASE("the pass leaves every other instruction where it was") {
  const Program before = testing::program_from(
      in_thread("x := 1; while (y == 0) { r := x; assume(r == 1); y := r; } x := 2;"));
  const Program after = with_awaits(before);
  REQUIRE(before.threads[0].code.size() == after.threads[0].code.size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < before.threads[0].code.size(); ++i) {
    changed += before.threads[0].code[i].body == after.threads[0].code[i].body ? 0 : 1;
  }
  CHECK(changed == 2);  // the load, and the assume that is passed over
}

TEST_CASE("a load becomes an await only together with the assume right behind it") {
  CHECK(becomes_await(in_thread("assume(x == 1);")));
  CHECK(becomes_await(in_thread("assume(a[1] == 1);")));
  CHECK(becomes_await(in_thread("k := y; r := x; assume(r == k);")));
  CHECK(becomes_await(in_thread("r := x; assume(r == 1); y := r;")));  // the value is used later
  CHECK_FALSE(becomes_await(in_thread("r := x; y := 2; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("r := x; s := r + 1; assume(s == 1);")));
  CHECK_FALSE(becomes_await(in_thread("k := y; r := x; assume(k == 1);")));  // of another value
  CHECK_FALSE(becomes_await(in_thread("r := x; assert(r == 1);")));
}

TEST_CASE("an assume that can be reached by a jump stays") {
  CHECK_FALSE(becomes_await(in_thread("r := 0; if (y) { r := x; } assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("do { r := x; } while (r == 5); assume(r == 1);")));
  CHECK(becomes_await(in_thread("if (y) { r := x; assume(r == 1); }")));
}

TEST_CASE("a condition that may fault stays where its fault is seen") {
  CHECK_FALSE(becomes_await(in_thread("r := x; assume(1 / r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("r := x; assume((1 << r) == 2);")));
  CHECK(becomes_await(in_thread("k := y; r := a[k]; assume(r == 2);")));  // the address may
}

TEST_CASE("accesses that may race or go wrong stay") {
  CHECK_FALSE(becomes_await(in_thread("r := d; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("r := x@na; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("p := alloc(1); r := *p; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("p := &x; r := *p; assume(r == 1);")));
}

TEST_CASE("a variable that somebody accesses non-atomically is not waited for") {
  const std::string waits = "shared x, y, a[2]; thread t { r := x; assume(r == 2); } thread u { ";
  CHECK(becomes_await(waits + "x := 1; y@na := 1; a[1]@na := 2; }"));
  CHECK_FALSE(becomes_await(waits + "x@na := 1; }"));
  CHECK_FALSE(becomes_await(waits + "r := x@na; }"));
  CHECK_FALSE(becomes_await(waits + "k := y; (*k)@na := 1; }"));  // any cell
  const std::string element = "shared a[2]; thread t { r := a[0]; assume(r == 2); } thread u { ";
  CHECK_FALSE(becomes_await(element + "k := a[1]; a[k]@na := 1; }"));
}

TEST_CASE("a compare-and-swap whose success is assumed becomes an exchange that waits") {
  const Program after =
      with_awaits(testing::program_from(in_thread("assume(cas@acqrel,rlx(x, 3, 4));")));
  const auto* exchange = find_in<AwaitExchange>(after);
  REQUIRE(exchange != nullptr);
  CHECK(exchange->mode == Mode::AcqRel);
  CHECK(exchange->failure_mode == Mode::Rlx);
  CHECK(exchange->is_assumed);
  CHECK(after.threads[0].expressions[exchange->expected].value == 3);
  CHECK(after.threads[0].expressions[exchange->desired].value == 4);

  CHECK(becomes_exchange(in_thread("r := cas(x, 0, 1); assume(r);")));
  CHECK_FALSE(becomes_exchange(in_thread("r := cas(x, 0, 1); assume(r); y := r;")));  // used
  CHECK_FALSE(becomes_exchange(in_thread("r := cas(x, 0, 1); assume(!r);")));
  CHECK_FALSE(becomes_exchange(in_thread("r := cmpxchg(x, 0, 1); assume(r);")));
  CHECK_FALSE(becomes_exchange(in_thread("r := faa(x, 1); assume(r);")));
  CHECK_FALSE(becomes_exchange(in_thread("p := alloc(1); assume(cas(*p, 0, 1));")));
  CHECK_FALSE(becomes_exchange(in_thread("assume(cas(x, 0, 1));") + "thread u { x@na := 1; }"));
  // A condition names the register: the thread's end uses it.
  CHECK_FALSE(becomes_exchange(in_thread("r := cas(x, 0, 1); assume(r);") + "exists (t:r == 1);"));
}

TEST_CASE("awaits of the program's own count, and need no pass") {
  const Program program = testing::program_from(in_thread("await(x == 1);"));
  CHECK(has_awaits(program));
  CHECK(print_program(with_awaits(program)) == print_program(program));
  CHECK(has_awaits(testing::program_from(in_thread("lock(x);"))));
  CHECK_FALSE(has_awaits(testing::program_from(in_thread("x := 1; block;"))));
}

}  // namespace drover
