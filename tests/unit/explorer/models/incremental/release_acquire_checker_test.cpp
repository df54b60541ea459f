#include "explorer/models/incremental/release_acquire_checker.h"

#include "tests/unit/explorer/models/incremental/steps.h"

// ra: irreflexive hb; eco with hb = (po | sync | rf)+, and acyclic psc of fences.
// sra: moreover acyclic hb | co.
namespace drover::incremental::release_acquire_checker_test {

using testing::Steps;
using testing::X;
using testing::Y;
using Ra = Steps<RaChecker<1>>;
using Sra = Steps<SraChecker<1>>;

namespace {

// 2+2W, up to the last write, which has no place yet.
template <typename S>
Slot two_writes_each(S& s, bool has_fences) {
  s.write(0, X);
  if (has_fences) s.fence(0, Mode::Sc);
  s.write(0, Y);
  s.write(1, Y);
  if (has_fences) s.fence(1, Mode::Sc);
  return s.new_write(1, X);
}

// Store buffering, up to the second read.
Slot store_buffering(Ra& s, bool has_fences) {
  s.write(0, X);
  if (has_fences) s.fence(0, Mode::Sc);
  s.read(0, Y, InitialWrite);
  s.write(1, Y);
  if (has_fences) s.fence(1, Mode::Sc);
  return s.new_read(1, X);
}

}  // namespace

TEST_CASE("ra: the reader of a message sees earlier writes of its writer") {
  Ra s("ra", 2);
  s.write(0, X);
  const Slot flag = s.write(0, Y);
  const Slot early = s.new_read(1, X);
  CHECK(s.lowest_rank(early) == 0);
  REQUIRE(s.may_read(early, InitialWrite));
  s.read(1, Y, flag);
  CHECK(s.lowest_rank(s.new_read(1, X)) == 1);
}

TEST_CASE("ra: store buffering, unless there are SC fences") {
  Ra without("ra", 2);
  CHECK(without.may_read(store_buffering(without, false), InitialWrite));
  Ra with("ra", 2);
  CHECK_FALSE(with.may_read(store_buffering(with, true), InitialWrite));
}

TEST_CASE("ra: 2+2W, unless there are SC fences") {
  Ra without("ra", 2);
  CHECK(without.may_stand(two_writes_each(without, false), 0));
  Ra with("ra", 2);
  CHECK_FALSE(with.may_stand(two_writes_each(with, true), 0));
}

TEST_CASE("sra: no 2+2W, but either write may be the last") {
  Sra first("sra", 2);
  CHECK_FALSE(first.may_stand(two_writes_each(first, false), 0));
  Sra last("sra", 2);
  CHECK(last.may_stand(two_writes_each(last, false), 1));
}

TEST_CASE("sra: a coherence position that was taken back orders nothing") {
  Sra s("sra", 2);
  s.write(0, X);
  s.write(0, Y);
  const Slot write = s.new_write(1, Y);
  const std::size_t mark = s.checker.mark();
  REQUIRE(s.may_stand(write, 1));
  s.checker.undo(mark);
  s.graph.unplace(write);
  REQUIRE(s.may_stand(write, 0));
  CHECK(s.may_stand(s.new_write(1, X), 0));
}

TEST_CASE("sra: a copy without a write has forgotten its place") {
  Sra s("sra", 2);
  s.write(0, X);
  s.write(0, Y);
  const Slot deleted_write = s.write(1, Y);
  EventBits<1> deleted;
  deleted.insert(deleted_write);
  Sra copy("sra", 2);
  copy.graph.copy_without(s.graph, deleted);
  copy.checker.copy_without(s.checker, copy.graph.events(), deleted);
  const Slot write = copy.open_write(1, X, Mode::Rlx);
  copy.checker.on_add(copy.graph, write);
  copy.graph.place(write, 0);
  CHECK(copy.checker.on_place(copy.graph, write));
}

}  // namespace drover::incremental::release_acquire_checker_test
