#include "explorer/plan/program_features.h"

#include <doctest/doctest.h>

#include "tests/support/program_text.h"

namespace drover::program_features_test {

using testing::program_from;

TEST_CASE("a read-modify-write is an update, a compare-and-swap or a lock, not a load or a store") {
  CHECK(has_read_modify_write(program_from("shared x; thread t { faa(x, 1); }")));
  CHECK(has_read_modify_write(program_from("shared x; thread t { r := cas(x, 0, 1); }")));
  CHECK_FALSE(has_read_modify_write(program_from("shared x; thread t { x := 1; r := x; }")));
}

TEST_CASE("a thread may block at an assumption, not at an await of its own") {
  CHECK(may_block(program_from("shared x; thread t { r := x; assume(r == 1); }")));
  CHECK_FALSE(may_block(program_from("shared x; thread t { await(x == 1); }")));
  CHECK_FALSE(may_block(program_from("shared x; thread t { x := 1; }")));
}

TEST_CASE("a program may race if an access is non-atomic") {
  CHECK(may_race(program_from("shared x; thread t { x@na := 1; }")));
  CHECK(may_race(program_from("shared x; thread t { r := x@na; }")));
  CHECK_FALSE(may_race(program_from("shared x; thread t { x@rlx := 1; }")));
}

TEST_CASE("allocations and frees are told apart") {
  const Program keeps = program_from("shared x; thread t { p := alloc(1); }");
  CHECK(has_allocations(keeps));
  CHECK_FALSE(has_frees(keeps));
  const Program frees = program_from("shared x; thread t { p := alloc(1); free(p); }");
  CHECK(has_allocations(frees));
  CHECK(has_frees(frees));
}

}  // namespace drover::program_features_test
