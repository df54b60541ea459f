#include "semantics/passes/purity/eliminate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "semantics/passes/await_pass.h"
#include "semantics/program/program_printer.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

const std::string Shared =
    "struct Node { next; } shared x, y, z, a[4]; shared na d; fn f() { x := 3; }";

std::string thread(const std::string& code) { return Shared + " thread t { " + code + " }"; }

// The instructions as `show --after lower` prints them, without numbers and lines.
std::vector<std::string> listing(const Program& program) {
  std::vector<std::string> lines;
  std::istringstream text(print_program(program));
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line.front() != ' ') continue;
    line = line.substr(line.find_first_not_of("0123456789 "));
    line = line.substr(0, line.find("//"));
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

// What is assumed, and behind which instruction, after elimination.
std::vector<std::string> stops(const std::string& text, passes::Liberties liberties = {}) {
  const passes::PurityElimination result =
      passes::eliminate_pure_iterations(testing::program_from(text), liberties);
  const std::vector<std::string> lines = listing(result.program);
  std::vector<std::string> found;
  std::size_t at = 0;
  for (const Instruction& instruction : result.program.threads.at(0).code) {
    const auto* assume = std::get_if<Assume>(&instruction.body);
    if (assume != nullptr && assume->spin_loop) {
      found.push_back((at == 0 ? "" : lines[at - 1]) + " | " + lines[at]);
    }
    ++at;
  }
  return found;
}

using Stops = std::vector<std::string>;

bool is_always_pure(const std::string& text) {
  const passes::PurityElimination result =
      passes::eliminate_pure_iterations(testing::program_from(text));
  return std::ranges::any_of(result.loops, &passes::EliminatedLoop::is_always_pure);
}

}  // namespace

TEST_CASE("[Godot] Fig. 2: a loop that waits for one value") {
  const std::string text = thread("do { r := x; } while (r != 1); y := 1;");
  CHECK(stops(text) == Stops{"r.0 := load(&x) | assume((r.0 == 1))"});
  CHECK(is_always_pure(text));
  // And the await that the two become.
  const Program after =
      passes::with_awaits(passes::eliminate_pure_iterations(testing::program_from(text)).program);
  const auto& code = after.threads[0].code;
  CHECK(std::ranges::count_if(code, [](const Instruction& instruction) {
          const auto* await = std::get_if<Await>(&instruction.body);
          return await != nullptr && !await->is_assumed && await->spin_loop == 0U;
        }) == 1);
  CHECK(std::ranges::none_of(code, [](const Instruction& instruction) {
    return std::holds_alternative<Assume>(instruction.body);
  }));
}

TEST_CASE("[Godot] Fig. 6: two conditions on one value become one") {
  const std::string text =
      thread("do { a0 := x; b := y; if (a0 == 4) { z := b; } } while (a0 >= 4);");
  CHECK(stops(text) == Stops{"a0.0 := load(&x) | assume((a0.0 <= 4))"});
  CHECK_FALSE(is_always_pure(text));  // the way on which z is written
}

TEST_CASE("each instruction is pure under its condition") {
  const auto in_loop = [](const std::string& code) {
    return stops(thread("k := y; while (1) { " + code + " }"));
  };
  CHECK(in_loop("x := 1;").empty());
  CHECK(in_loop("x := k;").empty());
  CHECK(in_loop("r := x;") == Stops{"loop 0 starts | assume(0)"});
  CHECK(in_loop("faa(x, k);") == Stops{"loop 0 starts | assume((k.0 != 0))"});
  CHECK(in_loop("fas(x, k);") == Stops{"loop 0 starts | assume((k.0 != 0))"});
  CHECK(in_loop("fxor(x, k);") == Stops{"loop 0 starts | assume((k.0 != 0))"});
  CHECK(in_loop("faa(x, 1);").empty());
  CHECK(in_loop("r := xchg(x, 3);") == Stops{"r.1 := xchg(&x, 3) | assume((r.1 != 3))"});
  CHECK(in_loop("r := xchg(x, k);") == Stops{"r.1 := xchg(&x, k.0) | assume((k.0 != r.1))"});
  CHECK(in_loop("r := for(x, 4);") == Stops{"r.1 := for(&x, 4) | assume((r.1 != (r.1 | 4)))"});
  CHECK(in_loop("r := fand(x, 4);") == Stops{"r.1 := fand(&x, 4) | assume((r.1 != (r.1 & 4)))"});
  CHECK(in_loop("r := cas(x, 0, 1);") == Stops{"r.1 := cas(&x, 0, 1) | assume(r.1)"});
  CHECK(in_loop("r := cmpxchg(x, 0, 1);") ==
        Stops{"r.1 := cmpxchg(&x, 0, 1) | assume((r.1 == 0))"});
  CHECK(in_loop("r := await(x == 1);") == Stops{"loop 0 starts | assume(0)"});
  CHECK(in_loop("fence@sc;") == Stops{"loop 0 starts | assume(0)"});
  CHECK(in_loop("lock(x);").empty());
  CHECK(in_loop("unlock(x);").empty());
  CHECK(in_loop("p := alloc Node;").empty());
  CHECK(in_loop("free(k);").empty());
  CHECK(in_loop("error;").empty());
  CHECK(in_loop("block;").empty());
  CHECK(in_loop("r := x; assume(r == 2);") == Stops{"r.1 := load(&x) | assume((r.1 != 2))"});
  CHECK(in_loop("r := x; assert(r == 2);") == Stops{"r.1 := load(&x) | assume((r.1 != 2))"});
}

TEST_CASE("an iteration that changes memory or a live register is not pure") {
  CHECK(stops(thread("i := 0; while (x != 1) { i := i + 1; } y := i;")).size() == 0);
  CHECK(stops(thread("i := 0; while (x != 1) { i := i + 1; }") + " exists (t:i == 3);").empty());
  CHECK(stops(thread("i := 0; while (x != 1) { i := i + 1; if (i == 3) { y := 1; } }")).empty());
  // Nobody looks at it.
  CHECK(stops(thread("i := 0; while (x != 1) { i := i + 1; }")).size() == 1);
  // It is not used afterwards.
  CHECK(stops(thread("i := 0; while (x != 1) { i := 5; }")) ==
        Stops{"t2 := load(&x) | assume((t2 == 1))"});
  // The value of the last iteration is used, but not that of one before.
  CHECK(stops(thread("r := 0; while (r == 0) { r := x; } y := r;")).size() == 1);
  // The value of an earlier iteration may be used.
  CHECK(stops(thread("r := 0; while (y == 0) { r := x; } z := r;")).empty());
}

TEST_CASE("a register that is assigned its own value is unchanged") {
  CHECK(stops(thread("done := 0; while (!done) { v := x; if (v == 1) { done := 1; } else { done "
                     ":= 0; } }")) == Stops{"v.1 := load(&x) | assume((v.1 == 1))"});
}

TEST_CASE("a register may change between values that no later code distinguishes") {
  CHECK(stops(thread("r := cmpxchg(x, 0, 1); while (r != 0) { r := cmpxchg(x, 0, 1); }")).size() ==
        1);
  // The register is 0 behind the loop.
  CHECK(stops(thread("r := 5; while (r != 0) { r := cmpxchg(x, 0, 1); } y := r;")).size() == 1);
  // Somebody asks which of the others it is.
  CHECK(stops(thread("r := 5; while (r != 0) { r := cmpxchg(x, 0, 1); if (r == 2) { y := 1; } }"))
            .size() == 1);
  CHECK(stops(thread("r := 5; while (r != 0) { if (r == 2) { y := 1; } r := cmpxchg(x, 0, 1); }"))
            .empty() == false);
  CHECK(stops(thread("r := 5; while (r != 0) { y := r; r := cmpxchg(x, 0, 1); }")).empty());
  CHECK(stops(thread("r := 5; while (r != 0) { s := r; r := cmpxchg(x, 0, 1); } y := s;")).empty());
  CHECK(stops(thread("r := 5; while (r % 3 != 0) { r := faa(x, 0); }")).empty());
  CHECK(stops(thread("r := 5; while (r != 0) { r := cmpxchg(x, 0, 1); if (r == 7) { break; } }") +
              " exists (t:r == 7);")
            .size() == 1);
}

TEST_CASE("a load before the loop takes the place of a failed compare-and-swap") {
  const std::string retry = "{ s := cmpxchg(x, r, 5); if (s == r) { break; } r := s; }";
  CHECK(stops(thread("r := x; while (1) " + retry)).size() == 1);
  CHECK(stops(thread("r := x; u := 3; while (1) " + retry + " y := u;")).size() == 1);
  // Nobody uses the copy.
  CHECK(stops(thread("r := x; u := r; while (1) " + retry)).size() == 1);
  // The copy would have the later value, too.
  CHECK(stops(thread("r := x; u := r; while (1) " + retry + " y := u;")).empty());
  CHECK(stops(thread("r := x; v := r; u := v + 1; while (1) " + retry + " y := u;")).empty());
  CHECK(stops(thread("r := x; u := 1 / r; while (1) " + retry)).empty());
}

TEST_CASE("Lemma 20: stops that add no dependency") {
  const passes::Liberties keeping{.adds_dependencies = false};
  const auto kept = [&](const std::string& code) { return stops(thread(code), keeping); };
  // The program branches on the value at once.
  CHECK(kept("do { r := x; } while (r != 1); y := 1;") ==
        Stops{"r.0 := load(&x) | assume((r.0 == 1))"});
  CHECK(kept("do { r := x; s := r == 1; } while (!s); y := 1;").size() == 1);
  // Later than the next event: at the end of the iteration, where there is nothing to ask.
  const Stops at_end = kept("do { r := x; s := y; } while (r != 1); z := 1;");
  REQUIRE(at_end.size() == 1);
  CHECK(at_end[0].ends_with("assume(0)"));
  // One of the values decides alone if it is 1.
  const Stops polled =
      kept("while (1) { r := x; s := y; if (r == 1) { break; } if (s == 1) { break; } } z := 1;");
  REQUIRE(polled.size() == 1);
  CHECK(polled[0].ends_with("assume(0)"));
  // Registers that get the value they have, on which what follows depends.
  const std::string sets = "s := 0; while (s == 0) { s := x; if (s == 0) { r := 0; } } y := r + 1;";
  CHECK(stops(thread("r := y; " + sets)).size() == 1);
  CHECK(kept("r := y; " + sets).empty());
  CHECK(kept("r := y; r := r * 0; " + sets).empty());
  // They depended on nothing.
  CHECK(kept("e := 0; while (!cas(x, e, 1)) { e := 0; } y := 1;").size() == 1);
  CHECK(kept("e := y; while (!cas(x, e, 1)) { e := 0; } y := 1;").empty());
  // A fence need not depend on the value, where models take nothing from that.
  const passes::Liberties strict{.adds_dependencies = false, .adds_dependencies_of_fences = false};
  const std::string waits = "do { r := x; fence@acq; } while (r == 0); y := 1;";
  CHECK(kept(waits) == Stops{"r.0 := load(&x) | assume((r.0 != 0))"});
  const Stops behind_fence = stops(thread(waits), strict);
  REQUIRE(behind_fence.size() == 1);
  CHECK(behind_fence[0].ends_with("assume(0)"));
  const std::string dekker =
      "while (y == 1) { r := x; fence@acq; if (r != 0) { y := 0; while (x != 0) { } } }";
  CHECK(kept(dekker).size() == 2);
  CHECK(stops(thread(dekker), strict).size() == 1);
  // They only decide the way to the next read.
  CHECK(kept("r := x; while (r == 0) { r := x; } y := r;").size() == 1);
  CHECK(kept("r := x; while (r == 0) { y := r; r := x; }").empty());
}

TEST_CASE("Lemma 73: an update that waits alone, and what it reads decides") {
  const passes::Liberties waiting{.removes_updates = false, .adds_dependencies = false};
  const auto kept = [&](const std::string& code) { return stops(thread(code), waiting); };
  CHECK(kept("while (xchg(x, 1) != 0) { }").size() == 1);
  CHECK(kept("while (xchg(x, 1) != 0) { fence@acq; }").size() == 1);
  CHECK(kept("do { r := for(x, 1); } while (r & 1);").size() == 1);
  CHECK(stops(thread("while (xchg(x, 1) != 0) { }"),
              {.removes_updates = false, .removes_spinning_updates = false})
            .empty());
  // The next exchange may read from the one before and end the loop.
  const std::string polling = "do { r := xchg(x, 1); s := y; } while (r != 0 && s != 1);";
  CHECK(stops(thread(polling)).size() == 1);
  CHECK(kept(polling).empty());
  CHECK(kept("do { s := x; r := xchg(x, 1); } while (r != 0);").empty());
  CHECK(kept("do { r := xchg(x, 1); s := xchg(x, 1); } while (r != 0 && s != 0);").empty());
}

TEST_CASE("Lemma 84: stores to memory of which no other thread knows") {
  const auto in_loop = [](const std::string& code, const std::string& before = "",
                          passes::Liberties liberties = {}) {
    return stops(thread("n := alloc Node; " + before + " while (1) { " + code + " }"), liberties);
  };
  const std::string read = "t := x;";
  const std::string store = "n->next := t;";
  const std::string publish = "if (cas(x, t, n)) { break; }";
  CHECK(in_loop(read + store + publish).size() == 1);
  CHECK(in_loop(read + "m := n; m->next := t;" + publish).empty());  // a copy for each iteration
  CHECK(in_loop(read + "m->next := t;" + publish, "m := n;").size() == 1);
  CHECK(in_loop(read + store + "if (t == 2) { break; }").size() == 1);
  CHECK(in_loop(read + "n->next := t;" + publish, "n->next := 1; r := n->next;").size() == 1);
  // (a)
  CHECK(in_loop(read + "if (t == 2) { break; }" + store + publish).empty());
  CHECK(in_loop(read + "if (t == 2) { " + store + " } " + publish) ==
        in_loop(read + "if (t == 2) { y := t; } " + publish));
  CHECK(in_loop("n := alloc Node;" + read + store + publish).empty());
  CHECK(stops(thread("n := alloc Node; do { while (1) { " + read + store + publish +
                     " } } while (y == 0);"))
            .empty());
  CHECK(stops(thread("n := y; while (1) { " + read + store + publish + " }")).empty());
  CHECK(in_loop(read + store + publish, "if (y) { n := z; }").empty());
  CHECK(in_loop(read + store + publish, "m := n; n := alloc Node; y := m;").size() == 1);
  CHECK(in_loop(read + "m->next := t;" + publish, "m := n; n := alloc Node; y := m;").empty());
  // (b)
  CHECK(in_loop(read + store + publish, "y := n;").empty());
  CHECK(in_loop(read + store + publish, "m := n + 0; y := m;").empty());
  CHECK(in_loop(read + store + publish, "r := xchg(y, n);").empty());
  CHECK(in_loop(read + store + publish, "r := cas(y, 0, n);").empty());
  CHECK(in_loop(read + store + "n->next := n;" + publish).empty());
  CHECK(in_loop(read + store + "s := cas(x, t, n); if (y) { break; }").empty());
  CHECK(in_loop(read + store + "s := cas(x, t, n); if (!s) { break; }").empty());
  CHECK(in_loop(read + store + "s := cas(x, n, t); if (s) { break; }").empty());
  CHECK(in_loop(read + "r := n->next;" + store + publish).empty());
  CHECK(in_loop(read + store + "free(n);" + publish).empty());
  // (c)
  CHECK(in_loop(read + store + publish, "s := spawn f();").empty());
  // Models with dependencies.
  CHECK(in_loop(read + store + publish, "", {.adds_dependencies = false}).empty());
  CHECK(in_loop(read + store + publish, "", {.removes_updates = false}).empty());
}

TEST_CASE("a loop is stopped as early as its condition is known") {
  CHECK(stops(thread("do { r := x; s := y; } while (r != 1);")) ==
        Stops{"r.0 := load(&x) | assume((r.0 == 1))"});
  CHECK(stops(thread("do { r := x; s := y; } while (r != s);")) ==
        Stops{"s.1 := load(&y) | assume((s.1 == r.0))"});
  CHECK(stops(thread(
            "while (1) { r := x; if (r == 1) { break; } s := y; if (s == 2) { break; } }")) ==
        Stops{"s.1 := load(&y) | assume((s.1 == 2))"});  // where it is known that r is not 1
}

TEST_CASE("a loop is not stopped before an access that may fault or race") {
  CHECK(stops(thread("do { r := x; s := d; } while (r != 1);")) ==
        Stops{"s.1 := load@na(&d) | assume((r.0 == 1))"});
  CHECK(stops(thread("p := alloc Node; do { r := x; s := p->next; } while (r != 1);")) ==
        Stops{"s.2 := load(p.0) | assume((r.1 == 1))"});
  CHECK(stops(thread("k := y; do { r := x; s := a[k]; } while (r != 1);")) ==
        Stops{"s.2 := load(&a[k.0]) | assume((r.1 == 1))"});
  CHECK(stops(thread("do { r := x; s := a[2]; } while (r != 1);")) ==
        Stops{"r.0 := load(&x) | assume((r.0 == 1))"});
  CHECK(stops(thread("k := y; do { r := x; s := 1 / k; } while (r != 1);")).size() == 1);
  // An expression that might fault is evaluated where the program has evaluated it, or after a
  // test.
  CHECK(stops(thread("k := y; do { r := x; } while (1 / k != r);")) ==
        Stops{"if ((1 / k.0) != r.1) goto 5 else 7 | assume(0)"});
}

TEST_CASE("inner loops are eliminated") {
  // The test-and-test-and-set lock: both loops.
  CHECK(stops(thread("while (1) { while (x != 0) {} if (xchg(x, 1) == 0) { break; } }")) ==
        Stops{"t2 := load(&x) | assume((t2 == 0))", "t1 := xchg(&x, 1) | assume((t1 != 1))"});
  // An inner loop that counts may have been repeated: a register says whether it was.
  const Stops counted = stops(
      thread("while (1) { i := 0; while (i < y) { i := i + 1; z := i; } if (x == 1) { break; } }"));
  REQUIRE(counted.size() == 1);
  CHECK(counted[0].find("||") != std::string::npos);
}

TEST_CASE("a register that an inner loop overwrites only when repeated keeps its value before") {
  // The temporary of `x <= 1` holds the result of the swap, too.
  const Stops stopped = stops(thread(
      "while (1) { while (1) { if (x <= 1) { r := 0; break; } s := y; if (cas(y, s, 1)) { r := 1; "
      "break; } z := s; } if (r != 0) { break; } }"));
  REQUIRE(stopped.size() == 1);
  CHECK(stopped[0].find(":= load(&x) | assume((") != std::string::npos);
  const std::size_t begin = stopped[0].find('t');
  const std::string read = stopped[0].substr(begin, stopped[0].find(' ', begin) - begin);
  CHECK(stopped[0].find("(" + read + " > 1)") != std::string::npos);
}

TEST_CASE("a value that is overwritten is kept for the condition") {
  const Stops kept =
      stops(thread("while (1) { r := x; s := r; r := y; if (s + r == 3) { break; } }"));
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].starts_with("r.0 := load(&y) | "));
}

TEST_CASE("a program without loops is unchanged") {
  const Program program = testing::program_from(thread("x := 1; if (y == 0) { z := 1; }"));
  const passes::PurityElimination result = passes::eliminate_pure_iterations(program);
  CHECK(result.loops.empty());
  CHECK(print_program(result.program) == print_program(program));
}

}  // namespace drover
