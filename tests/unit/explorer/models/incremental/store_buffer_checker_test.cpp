#include "explorer/models/incremental/store_buffer_checker.h"

#include "tests/unit/explorer/models/incremental/steps.h"

// tso and pso: acyclic preserved | rfe | co | fr, and coherence along po.
namespace drover::incremental::store_buffer_checker_test {

using testing::Steps;
using testing::X;
using testing::Y;
using Tso = Steps<StoreBufferChecker<1, BufferKind::Fifo>>;
using Pso = Steps<StoreBufferChecker<1, BufferKind::PerLocation>>;

namespace {

// Store buffering, up to the second read, which has no writer yet.
template <typename S>
Slot store_buffering(S& s, bool has_fences) {
  s.write(0, X);
  if (has_fences) s.fence(0, Mode::Sc);
  s.read(0, Y, InitialWrite);
  s.write(1, Y);
  if (has_fences) s.fence(1, Mode::Sc);
  return s.new_read(1, X);
}

// Message passing, up to the second read.
template <typename S>
Slot message_passing(S& s, bool has_fence) {
  s.write(0, X);
  if (has_fence) s.fence(0, Mode::Rel);
  const Slot flag = s.write(0, Y);
  s.read(1, Y, flag);
  return s.new_read(1, X);
}

// 2+2W, up to the last write, which has no place yet.
template <typename S>
Slot two_writes_each(S& s) {
  s.write(0, X);
  s.write(0, Y);
  s.write(1, Y);
  return s.new_write(1, X);
}

}  // namespace

TEST_CASE("tso: writes wait in a buffer, unless there is a full fence") {
  Tso without("tso", 2);
  CHECK(without.may_read(store_buffering(without, false), InitialWrite));
  Tso with("tso", 2);
  CHECK_FALSE(with.may_read(store_buffering(with, true), InitialWrite));
}

TEST_CASE("tso and pso: a compare-and-swap that fails waits for the buffer, too") {
  const auto store_buffering_with_cas = [](auto& s) {
    s.write(0, X);
    REQUIRE(s.may_read(s.new_failed_read(0, Y), InitialWrite));
    s.write(1, Y);
    return s.new_failed_read(1, X);
  };
  Tso tso("tso", 2);
  CHECK_FALSE(tso.may_read(store_buffering_with_cas(tso), InitialWrite));
  Pso pso("pso", 2);
  CHECK_FALSE(pso.may_read(store_buffering_with_cas(pso), InitialWrite));
}

TEST_CASE("pso: a release store comes after a store barrier") {
  const auto message_passing_with = [](Pso& s, Mode mode) {
    s.write(0, X);
    const Slot flag = s.write(0, Y, mode);
    s.read(1, Y, flag);
    return s.new_read(1, X);
  };
  Pso relaxed("pso", 2);
  CHECK(relaxed.may_read(message_passing_with(relaxed, Mode::Rlx), InitialWrite));
  Pso release("pso", 2);
  CHECK_FALSE(release.may_read(message_passing_with(release, Mode::Rel), InitialWrite));
}

TEST_CASE("pso: the barrier before a release store orders what is before it before later stores") {
  Pso s("pso", 2);
  const Slot before = s.write(0, X);
  s.write(0, X, Mode::Rel);
  const Slot after = s.write(0, Y);
  s.read(1, Y, after);
  const Slot read = s.new_read(1, X);
  const std::size_t mark = s.checker.mark();
  CHECK_FALSE(s.may_read(read, InitialWrite));
  s.checker.undo(mark);
  CHECK(s.may_read(read, before));  // the later store may pass the release store itself
}

TEST_CASE("tso: the read of a read-modify-write waits for the buffer") {
  Tso s("tso", 2);
  s.write(0, X);
  s.update(0, Y, InitialWrite);
  const Slot flag = s.graph.coherence_maximal(Y);
  s.update(1, Y, flag);
  CHECK_FALSE(s.may_read(s.new_read(1, X), InitialWrite));
}

TEST_CASE("a buffer is first in, first out under tso, and one per location under pso") {
  Tso tso("tso", 2);
  CHECK_FALSE(tso.may_read(message_passing(tso, false), InitialWrite));
  Pso pso("pso", 2);
  CHECK(pso.may_read(message_passing(pso, false), InitialWrite));
  Pso fenced("pso", 2);
  CHECK_FALSE(fenced.may_read(message_passing(fenced, true), InitialWrite));
}

TEST_CASE("a place in coherence that closes a cycle: 2+2W under tso, not under pso") {
  Tso tso("tso", 2);
  CHECK_FALSE(tso.may_stand(two_writes_each(tso), 0));
  Pso pso("pso", 2);
  CHECK(pso.may_stand(two_writes_each(pso), 0));
}

TEST_CASE("tso: a thread sees its own write in the buffer, and nothing older") {
  Tso s("tso", 1);
  s.write(0, X);
  CHECK(s.lowest_rank(s.new_read(0, X)) == 1);
}

TEST_CASE("tso: the order that a read adds can be taken back") {
  Tso s("tso", 2);
  const Slot write = s.write(0, X);
  const Slot read = s.new_read(1, X);
  const std::size_t mark = s.checker.mark();
  REQUIRE(s.may_read(read, InitialWrite));
  CHECK(s.checker.happens_before(s.graph, write).contains(read));
  s.checker.undo(mark);
  CHECK_FALSE(s.checker.happens_before(s.graph, write).contains(read));
}

TEST_CASE("tso: a copy without a read has forgotten its order") {
  Tso s("tso", 2);
  const Slot write = s.write(0, X);
  const Slot read = s.read(1, X, InitialWrite);
  EventBits<1> deleted;
  deleted.insert(read);
  Tso copy("tso", 2);
  copy.graph.copy_without(s.graph, deleted);
  copy.checker.copy_without(s.checker, copy.graph.events(), deleted);
  CHECK(copy.checker.happens_before(copy.graph, write).is_empty());
}

}  // namespace drover::incremental::store_buffer_checker_test
