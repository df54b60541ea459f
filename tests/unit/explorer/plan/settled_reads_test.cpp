#include "explorer/plan/settled_reads.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "explorer/models/model_registry.h"
#include "explorer/plan/buffering_limits.h"
#include "mapping/compile.h"
#include "tests/support/program_text.h"

namespace drover::settled_reads_test {

namespace {

std::optional<BufferingObstacle> obstacle(const std::string& text, const char* name) {
  const MemoryModel& model = *find_model(name);
  DiagnosticSink sink;
  const auto mapping = mapping::find_mapping(model.traits().mapping);
  return buffering_obstacle(*mapping::compile(testing::program_from(text), *mapping, sink), model);
}

std::string thread(const std::string& code) {
  return "shared x, y, z, a[2]; thread t { " + code + " }";
}

}  // namespace

// Lemma 74 (a)
TEST_CASE("Arm's compare-and-swap may expect what a branch or an address depends on") {
  const auto refused = [](const std::string& code) {
    const auto found = obstacle(thread(code), "aarch64");
    CHECK((!found || found == BufferingObstacle::ExpectsRead));
    return found.has_value();
  };
  const std::string swap = "q := cas@rlx(x, r, 2); ";
  const std::string write = "y@rlx := 1;";
  CHECK(refused("r := z@rlx; " + swap + write));
  CHECK(refused("r := z@acq; " + swap + write));
  CHECK_FALSE(refused("r := z@rlx; " + swap));
  CHECK_FALSE(refused("r := 1; " + swap + write));
  // Before it, and behind.
  CHECK_FALSE(refused("r := z@rlx; if (r == 0) { } " + swap + write));
  CHECK_FALSE(refused("r := z@rlx; assume(r != 1); " + swap + write));
  CHECK_FALSE(refused("r := z@rlx; s := a[r * 0]@rlx; " + swap + write));
  CHECK_FALSE(refused("r := z@rlx; " + swap + "s := q + 1; if (s) { } " + write));
  CHECK(refused("r := z@rlx; s := y@rlx; if (s) { } " + swap + write));
  CHECK(refused("r := z@rlx; " + swap + write + " if (q) { } z@rlx := 1;"));
  // A branch on what was computed from the read settles it; so it does for others.
  CHECK_FALSE(refused("r := z@rlx; s := r * 0; if (s) { } " + swap + write));
  CHECK(refused("r := z@rlx; s := r * 0; r := z@rlx; if (s) { } " + swap + write));
  // Only if the thread has come that way, and if the register was computed from it on both.
  const std::string ways = "if (y@rlx) { if (r) { } } else { } ";
  CHECK(refused("r := z@rlx; " + ways + swap + write));
  CHECK(refused("r := z@rlx; s := 0; if (y@rlx) { s := r; } if (s) { } " + swap + write));
  CHECK_FALSE(refused("r := z@rlx; s := r; if (y@rlx) { s := r + 1; } if (s) { } " + swap + write));
  // The old value of one that fails does not depend on the expected one.
  CHECK(refused("r := z@rlx; q := cmpxchg@rlx(x, r, 2); if (q) { } " + write));
  CHECK_FALSE(refused("r := z@rlx; q := cmpxchg@rlx(x, r, 2); if (q == r) { } " + write));
  // What the iteration before has read.
  const std::string again = "r := 0; for (i := 0; i < 2; i := i + 1) { q := cmpxchg@rlx(x, r, 2); ";
  CHECK(refused(again + "r := q; } " + write));
  CHECK_FALSE(refused(again + "if (q) { } r := q; } " + write));
  CHECK_FALSE(
      refused("for (i := 0; i < 2; i := i + 1) { r := z@rlx; if (r) { } " + swap + "} " + write));
  // A register may come from one read or another: a branch on it settles either.
  const auto retries = [&](const std::string& behind) {
    return "i := z@rlx; r := z@rlx; while (1) { e := r; q := cmpxchg@rlx(x, e, 2); " + behind +
           " r := q; } " + write;
  };
  CHECK_FALSE(refused(retries("if (q == e) { break; }")));
  CHECK_FALSE(refused(retries("s := e + 1; if (s == 7) { break; }")));
  CHECK(refused(retries("s := e + 1; s := 0; if (s == 7) { break; }")));
  CHECK(refused(retries("e := 0; if (e == 7) { break; }")));
  CHECK(refused(retries("s := 0; if (y@na) { s := e; } if (s == 7) { break; }")));
  // Waiting is a loop, which ends with a branch on its condition.
  CHECK_FALSE(refused("r := z@rlx; xchgawait@rlx(x == r, 2); " + write));
}

// Lemma 74 (b)
TEST_CASE("in lkmm, what is compared, and addresses with writes behind, come from barriers") {
  const std::string write = "y@rlx := 1;";
  const auto swap = [&](const std::string& read) {
    return obstacle(thread("r := " + read + "; q := cas@rlx(x, r, 2); " + write), "lkmm");
  };
  CHECK(swap("z@rlx") == BufferingObstacle::ExpectsRead);
  CHECK(swap("z@rlx; if (r == 0) { z@rlx := 1; }") == BufferingObstacle::ExpectsRead);
  CHECK_FALSE(swap("z@acq"));
  CHECK_FALSE(swap("z@rlx; fence@sc"));
  CHECK(swap("z@rlx; fence@sc; r := y@rlx") == BufferingObstacle::ExpectsRead);
  CHECK_FALSE(swap("xchg@acq(z, 1)"));
  CHECK_FALSE(swap("xchg@sc(z, 1)"));
  CHECK(swap("xchg@rel(z, 1)") == BufferingObstacle::ExpectsRead);
  CHECK(swap("cas@sc,rlx(z, 0, 1)") == BufferingObstacle::ExpectsRead);
  CHECK(swap("cas@acq,rlx(z, 0, 1)") == BufferingObstacle::ExpectsRead);
  const auto address = [&](const std::string& read, const std::string& behind) {
    return obstacle(thread("r := " + read + "; s := load@rlx(*(&x + r * 0)); " + behind), "lkmm");
  };
  CHECK(address("z@rlx", write) == BufferingObstacle::WriteBehindRead);
  CHECK_FALSE(address("z@rlx", ""));
  CHECK_FALSE(address("z@acq", write));
  const auto wait = [&](const std::string& read, const std::string& condition) {
    return obstacle(thread("r := " + read + "; " + condition + write), "lkmm");
  };
  // A thread promises that it gets past an await: Lemma 13.
  CHECK_FALSE(wait("z@rlx", "await@rlx(x == r); "));
  CHECK(wait("z@rlx", "xchgawait@acq(x == r, 1); ") == BufferingObstacle::Waits);
  CHECK_FALSE(wait("z@acq", "xchgawait@acq(x == r, 1); "));
}

// Lemma 75
TEST_CASE("in lkmm, nothing may depend on plain accesses") {
  const auto refused = [](const std::string& code) {
    const auto found = obstacle("shared x, y; shared na d, e; thread t { " + code + " }", "lkmm");
    CHECK((!found || found == BufferingObstacle::UnorderedAccesses));
    return found.has_value();
  };
  CHECK_FALSE(refused("d := 1; r := d; assert(r == 1); x@rlx := 1;"));
  CHECK_FALSE(refused("r := x@rlx; d := r; if (d == 1) { y@rlx := 2; }"));
  CHECK(refused("r := d; x@rlx := r;"));
  CHECK(refused("r := d; s := r + 1; e := s;"));
  CHECK(refused("r := d; s := load@rlx(*(&x + r * 0));"));
  CHECK(refused("r := d; q := cas@rlx(x, r, 1);"));
  CHECK(refused("r := x@acq; store@na(*(&d + r * 0), 1);"));
}

}  // namespace drover::settled_reads_test
