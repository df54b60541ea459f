#include "semantics/passes/await_pass.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "semantics/passes/purity/eliminate.h"
#include "semantics/program/program_printer.h"
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
  const Program after = passes::with_awaits(program);
  const bool has_changed = find_in<Await>(after) != nullptr;
  CHECK(passes::has_awaits(program) == has_changed);
  return has_changed;
}

bool becomes_exchange(const std::string& text) {
  const Program program = testing::program_from(text);
  const Program after = passes::with_awaits(program);
  const bool has_changed = find_in<AwaitExchange>(after) != nullptr;
  CHECK(passes::has_awaits(program) == has_changed);
  return has_changed;
}

std::string in_thread(const std::string& code) {
  return "shared x, y, a[2]; shared na d; thread t { " + code + " }";
}

}  // namespace

TEST_CASE("a load whose value is assumed becomes an await that is not a deadlock") {
  const Program after =
      passes::with_awaits(testing::program_from(in_thread("r := x@acq; assume(r > 1);")));
  const auto* await = find_in<Await>(after);
  REQUIRE(await != nullptr);
  CHECK(await->mode == Mode::Acq);
  CHECK(await->is_assumed);
  CHECK(after.threads[0].registers[await->target.value].name == "r");
  CHECK(find_in<Load>(after) == nullptr);
  CHECK(find_in<Assume>(after) == nullptr);
}

TEST_CASE("the await pass leaves other instructions unchanged") {
  const Program before = testing::program_from(
      in_thread("x := 1; while (y == 0) { r := x; assume(r == 1); y := r; } x := 2;"));
  const Program after = passes::with_awaits(before);
  // The load has changed, the assume is gone; jumps go where they went.
  REQUIRE(before.threads[0].code.size() == after.threads[0].code.size() + 1);
  CHECK(find_in<Assume>(after) == nullptr);
  CHECK(print_program(after) ==
        "thread t:\n"
        "    0  store(&x, 1)                                          // 1\n"
        "    1  loop 0 starts                                         // 1\n"
        "    2  t2 := load(&y)                                        // 1\n"
        "    3  if (t2 == 0) goto 4 else 8                            // 1\n"
        "    4  loop 0 iteration                                      // 1\n"
        "    5  r.0 := assume await(&x) until (r.0 == 1)              // 1\n"
        "    6  store(&y, r.0)                                        // 1\n"
        "    7  goto 2                                                // 1\n"
        "    8  store(&x, 2)                                          // 1\n"
        "    9  finish                                                // 1\n");
}

TEST_CASE("a load becomes an await if what follows decides on its value") {
  CHECK(becomes_await(in_thread("assume(x == 1);")));
  CHECK(becomes_await(in_thread("assume(a[1] == 1);")));
  CHECK(becomes_await(in_thread("k := y; r := x; assume(r == k);")));
  CHECK(becomes_await(in_thread("r := x; assume(r == 1); y := r;")));  // the value is used later
  CHECK(becomes_await(in_thread("r := x; s := r + 1; assume(s == 1);")));
  CHECK(becomes_await(in_thread("k := y; assume(k > 2 && x == 1);")));
  CHECK(becomes_await(in_thread("assume(x == 1 && y == 1);")));
  CHECK(becomes_await(in_thread("if (x == 0) { block; }")));
  CHECK(becomes_await(in_thread("if (x != 0) { y := 1; } else { assume(0); }")));
  CHECK_FALSE(becomes_await(in_thread("if (x == 0) { y := 1; block; }")));
  CHECK_FALSE(becomes_await(in_thread("if (x == 0) { s := 1 / x; block; }")));
  CHECK_FALSE(becomes_await(in_thread("r := x; y := 2; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("k := 2; r := x; assume(k == 1);")));  // of another value
  CHECK(becomes_await(in_thread("k := y; r := x; s := 1 / k; assume(r == 1);")));  // a fault
  CHECK_FALSE(becomes_await(in_thread("r := x; r := 1; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("r := x; assert(r == 1);")));
}

TEST_CASE("a thread that stops anyway stops before the loads and fences in between") {
  const Program after =
      passes::with_awaits(testing::program_from(in_thread("k := y; r := x; assume(k == 1);")));
  CHECK(print_program(after) ==
        "thread t:\n"
        "    0  k.0 := assume await(&y) until (k.0 == 1)              // 1\n"
        "    1  r.1 := load(&x)                                       // 1\n"
        "    2  finish                                                // 1\n");
  CHECK(becomes_await(in_thread("k := y; r := x; fence@acq; if (k) { s := x; block; }")));
  CHECK(becomes_await(in_thread("k := y; r := x; r := r + k; assume(k == 1);")));
  CHECK_FALSE(becomes_await(in_thread("k := y; k := d + k; s := x; assume(k == 1);")));
  CHECK_FALSE(becomes_await(in_thread("k := y; r := d; assume(k == 1);")));          // it may race
  CHECK_FALSE(becomes_await(in_thread("k := y; r := a[k]; assume(k == 1);")));       // or go wrong
  CHECK_FALSE(becomes_await(in_thread("k := y; r := 1 / x; assume(k == 1);")));      // or this
  CHECK_FALSE(becomes_await(in_thread("k := y; r := faa(x, 1); assume(k == 1);")));  // is seen
}

TEST_CASE("conditions are in terms of the value read and of what was known before") {
  const auto condition = [](const std::string& code) {
    const std::string text =
        print_program(passes::with_awaits(testing::program_from(in_thread(code))));
    const std::size_t begin = text.find("until ") + 6;
    const std::string found = text.substr(begin, text.find_first_of("/\n", begin) - begin);
    return found.substr(0, found.find_last_not_of(' ') + 1);
  };
  CHECK(condition("r := x; s := r + 1; r := s * 2; assume(r == 4);") == "(((r.0 + 1) * 2) == 4)");
  CHECK(condition("k := y; r := x; k := k + r; assume(k < 3);") == "((k.0 + r.1) < 3)");
  CHECK(condition("r := x; assume(r > 1); assume(r < 4);") == "((r.0 > 1) && (r.0 < 4))");
  CHECK(condition("if (x == 2) { block; }") == "(t0 != 2)");
}

TEST_CASE("an assume that can be reached by a jump stays, behind the await") {
  const std::string code = "r := 0; if (y) { r := x; } assume(r == 1);";
  const Program after = passes::with_awaits(testing::program_from(in_thread(code)));
  CHECK(find_in<Await>(after) != nullptr);
  CHECK(find_in<Assume>(after) != nullptr);
  CHECK(becomes_await(in_thread("do { r := x; } while (r == 5); assume(r == 1);")));
  CHECK(becomes_await(in_thread("if (y) { r := x; assume(r == 1); }")));
}

TEST_CASE("a condition that may fault lets the thread continue to the fault") {
  for (const char* faulting : {"r := x; assume(1 / r == 1);", "r := x; assume((1 << r) == 2);"}) {
    const Program after = passes::with_awaits(testing::program_from(in_thread(faulting)));
    CHECK(find_in<Await>(after) != nullptr);
    CHECK(find_in<Assume>(after) != nullptr);
  }
  CHECK(becomes_await(in_thread("k := y; r := a[k]; assume(r == 2);")));  // the address may
}

TEST_CASE("accesses that may race or fail do not become awaits") {
  CHECK_FALSE(becomes_await(in_thread("r := d; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("r := x@na; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("p := alloc(1); r := *p; assume(r == 1);")));
  CHECK_FALSE(becomes_await(in_thread("p := &x; r := *p; assume(r == 1);")));
}

TEST_CASE("an exchange that waits writes what its register held before") {
  const Program stopped =
      passes::eliminate_pure_iterations(
          testing::program_from(
              "shared x, y; thread t { r := y; while (1) { s := r; s := xchg(x, s); "
              "if (s == 2) { break; } } }"))
          .program;
  const Program after = passes::with_awaits(stopped);
  const auto* exchange = find_in<AwaitExchange>(after);
  REQUIRE(exchange != nullptr);
  const ExpressionNode& desired = after.threads[0].expressions[exchange->desired];
  REQUIRE(desired.op == Operator::Register);
  CHECK(desired.reg != exchange->target);
  CHECK(after.threads[0].registers[desired.reg.value].name == "s");
}

TEST_CASE("a variable with non-atomic accesses is not awaited") {
  const std::string waits = "shared x, y, a[2]; thread t { r := x; assume(r == 2); } thread u { ";
  CHECK(becomes_await(waits + "x := 1; y@na := 1; a[1]@na := 2; }"));
  CHECK_FALSE(becomes_await(waits + "x@na := 1; }"));
  CHECK_FALSE(becomes_await(waits + "r := x@na; }"));
  CHECK(becomes_await(waits + "k := alloc(1); (*k)@na := 1; }"));  // no thread has x's address
  CHECK_FALSE(becomes_await(waits + "k := y; (*k)@na := 1; y := &x; }"));
  CHECK_FALSE(becomes_await(waits + "k := &x + y; (*k)@na := 1; }"));
  const std::string element = "shared a[2]; thread t { r := a[0]; assume(r == 2); } thread u { ";
  CHECK_FALSE(becomes_await(element + "k := a[1]; a[k]@na := 1; }"));
}

TEST_CASE("a compare-and-swap whose success is assumed becomes an exchange that waits") {
  const Program after =
      passes::with_awaits(testing::program_from(in_thread("assume(cas@acqrel,rlx(x, 3, 4));")));
  const auto* exchange = find_in<AwaitExchange>(after);
  REQUIRE(exchange != nullptr);
  CHECK(exchange->mode == Mode::AcqRel);
  CHECK(exchange->failure_mode == Mode::Rlx);
  CHECK(exchange->is_assumed);
  const ExpressionPool& pool = after.threads[0].expressions;
  CHECK(pool[exchange->condition].op == Operator::Equal);
  CHECK(pool[pool[exchange->condition].b].value == 3);
  CHECK(pool[exchange->desired].value == 4);

  for (const std::string success :
       {"r", "r == 1", "r != 0", "!!r", "1 == r", "r > 0", "!(r == 0)"}) {
    CAPTURE(success);
    CHECK(becomes_exchange(in_thread("r := cas(x, 0, 1); assume(" + success + ");")));
  }
  CHECK(becomes_exchange(in_thread("if (!cas(x, 0, 1)) { block; }")));
  CHECK(becomes_exchange(in_thread("r := cmpxchg(x, 2, 1); assume(r == 2);")));
  CHECK(becomes_exchange(in_thread("k := y; r := cmpxchg(x, k + 1, 1); assume(k + 1 == r);")));
  CHECK(becomes_exchange(in_thread("r := cmpxchg(x, 0, 1); assume(!r);")));
  CHECK(becomes_exchange(in_thread("if (cmpxchg(x, 5, 1) != 5) { block; }")));
  CHECK_FALSE(becomes_exchange(in_thread("r := cas(x, 0, 1); assume(!r);")));
  CHECK_FALSE(becomes_exchange(in_thread("r := cas(x, 0, 1); assume(r >= 0);")));
  CHECK_FALSE(becomes_exchange(in_thread("k := y; r := cas(x, 0, 1); assume(r && k);")));
  CHECK_FALSE(becomes_exchange(in_thread("r := cmpxchg(x, 0, 1); assume(r);")));
  CHECK_FALSE(becomes_exchange(in_thread("r := cmpxchg(x, 2, 1); assume(r == 1);")));
  CHECK_FALSE(becomes_exchange(in_thread("p := alloc(1); assume(cas(*p, 0, 1));")));
  CHECK_FALSE(becomes_exchange(in_thread("assume(cas(x, 0, 1));") + "thread u { x@na := 1; }"));
}

TEST_CASE("the result of a compare-and-swap that is used later is set") {
  const auto code = [](const std::string& text) {
    std::string out;
    const Program after = passes::with_awaits(testing::program_from(text));
    for (std::size_t i = 0; i < after.threads[0].code.size(); ++i) {
      const auto* assign = std::get_if<Assign>(&after.threads[0].code[i].body);
      const auto* exchange = std::get_if<AwaitExchange>(&after.threads[0].code[i].body);
      if (assign != nullptr) out += "assign " + std::to_string(assign->target.value) + " ";
      if (exchange != nullptr) out += "exchange " + std::to_string(exchange->target.value) + " ";
    }
    return out;
  };
  CHECK(code(in_thread("r := cas(x, 0, 1); assume(r); y := r;")) == "exchange 0 assign 0 ");
  CHECK(code(in_thread("r := cas(x, 0, 1); assume(r);") + "exists (t:r == 1);") ==
        "exchange 0 assign 0 ");
  CHECK(code(in_thread("r := cas(x, 0, 1); assume(r); y := 1;")) == "exchange 0 ");
  CHECK(code(in_thread("r := cmpxchg(x, 2, 1); assume(r == 2); y := r;")) == "exchange 0 ");
  // The operands name the register: the value read has to go elsewhere.
  CHECK(code(in_thread("r := y; r := cas(x, 0, r); assume(r); y := r;")) == "exchange 1 assign 0 ");
}

TEST_CASE("other read-modify-writes become awaits only if failing would change nothing") {
  CHECK(becomes_exchange(in_thread("r := xchg(x, 1); assume(r == 0);")));
  CHECK(becomes_exchange(in_thread("r := for(x, 1); assume(!(r & 1));")));
  CHECK(becomes_exchange(in_thread("r := xchg(x, 3); assume(r != 3);") + "thread u { x := 7; }"));
  CHECK_FALSE(becomes_exchange(in_thread("r := xchg(x, 1); assume(r == 1);")));
  CHECK_FALSE(becomes_exchange(in_thread("r := faa(x, 1); assume(r);")));
  const std::string lock = in_thread("r := xchg(x, 1); assume(r == 0);");
  CHECK(becomes_exchange(lock + "thread u { unlock(x); x := 1; cas(x, 0, 1); fand(x, 1); }"));
  CHECK_FALSE(becomes_exchange(lock + "thread u { x := 2; }"));
  CHECK_FALSE(becomes_exchange(lock + "thread u { k := y; x := k; }"));
  CHECK_FALSE(becomes_exchange(lock + "thread u { y := &x; k := y; *k := 2; }"));
  CHECK(becomes_exchange(lock + "thread u { k := y; *k := 2; }"));  // y never holds its address
  CHECK_FALSE(becomes_exchange(lock + "thread u { faa(x, 1); }"));
  const Program program = testing::program_from(lock);
  CHECK_FALSE(passes::insert_awaits(program, {.removes_updates = false}).has_changed);
}

TEST_CASE("Lemma 72: waits that leave dependencies as they are") {
  const passes::Liberties keeping{.removes_updates = false, .adds_dependencies = false};
  const auto kept = [&](const std::string& code) {
    const passes::AwaitPass pass =
        passes::insert_awaits(testing::program_from(in_thread(code)), keeping);
    std::string out;
    for (const Instruction& each : pass.program.threads[0].code) {
      if (std::holds_alternative<Await>(each.body)) out += "await ";
      if (std::holds_alternative<AwaitExchange>(each.body)) out += "exchange ";
      if (std::holds_alternative<Assume>(each.body)) out += "assume ";
      if (std::holds_alternative<Branch>(each.body)) out += "branch ";
    }
    return out;
  };
  // What depended on the assumption still does.
  CHECK(kept("r := x; assume(r == 1); y := 1;") == "await assume ");
  CHECK(kept("r := x; s := y; assume(r == 1); y := 1;") == "await assume ");
  CHECK(kept("r := cas(x, 0, 1); assume(r); y := 1;") == "exchange assume ");
  CHECK(kept("r := cas(x, 0, 1); if (!r) { block; } y := 1;") == "exchange branch ");
  // The result of a comparison that has failed.
  CHECK(kept("r := x; if (r == 3) { y := 1; } s := r == 3; assume(s); y := 2;") ==
        "await branch assume ");
  CHECK(kept("r := x; if (r == 3) { y := 1; } s := r == 4; assume(s); y := 2;") ==
        "branch assume ");
  // On one way only: the other would depend on `r`, too.
  CHECK(kept("s := y; r := x; if (s) { assume(r == 1); } y := 1;") == "branch assume ");
  // A value that nothing was computed from.
  CHECK(kept("r := x; s := 1 / r; assume(r == 1); y := 1;") == "assume ");
  // The result of an exchange that waits depends on nothing.
  CHECK(kept("r := cas(x, 0, 1); assume(r); y := r;") == "assume ");
}

TEST_CASE("awaits of the program's own count, and need no pass") {
  const Program program = testing::program_from(in_thread("await(x == 1);"));
  CHECK(passes::has_awaits(program));
  CHECK(print_program(passes::with_awaits(program)) == print_program(program));
  CHECK(passes::has_awaits(testing::program_from(in_thread("lock(x);"))));
  CHECK_FALSE(passes::has_awaits(testing::program_from(in_thread("x := 1; block;"))));
}

}  // namespace drover
