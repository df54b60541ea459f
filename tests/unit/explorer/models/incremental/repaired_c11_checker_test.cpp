#include "explorer/models/incremental/repaired_c11_checker.h"

#include "tests/unit/explorer/models/incremental/steps.h"

// rc11 and rc20, [RCMC] Def. 3.7: irreflexive eco; hb, and acyclic psc.
namespace drover::incremental::repaired_c11_checker_test {

using testing::Steps;
using testing::X;
using testing::Y;
using Rc11 = Steps<RepairedC11Checker<1, ReleaseSequence::WithOwnWrites>>;
using Rc20 = Steps<RepairedC11Checker<1, ReleaseSequence::RmwsOnly>>;

namespace {

// Message passing over Y; the rank that a read of X may begin with.
template <typename S>
std::size_t rank_after_message(S& s, Mode write_mode, Mode read_mode) {
  s.write(0, X);
  const Slot flag = s.write(0, Y, write_mode);
  s.read(1, Y, flag, read_mode);
  return s.lowest_rank(s.new_read(1, X));
}

// The same, where the message is the second write of Y, which is relaxed, after a release.
template <typename S>
std::size_t rank_after_own_sequence(S& s) {
  s.write(0, X);
  s.write(0, Y, Mode::Rel);
  const Slot flag = s.write(0, Y);
  s.read(1, Y, flag, Mode::Acq);
  return s.lowest_rank(s.new_read(1, X));
}

Slot store_buffering(Rc11& s, Mode mode) {
  s.write(0, X, mode);
  s.read(0, Y, InitialWrite, mode);
  s.write(1, Y, mode);
  return s.new_read(1, X, mode);
}

}  // namespace

TEST_CASE("rc11: a release that is acquired makes writes visible, relaxed accesses do not") {
  Rc11 synchronised("rc11", 2);
  CHECK(rank_after_message(synchronised, Mode::Rel, Mode::Acq) == 1);
  Rc11 without_release("rc11", 2);
  CHECK(rank_after_message(without_release, Mode::Rlx, Mode::Acq) == 0);
  Rc11 without_acquire("rc11", 2);
  CHECK(rank_after_message(without_acquire, Mode::Rel, Mode::Rlx) == 0);
}

TEST_CASE("release sequences: with writes of the own thread in rc11, not in rc20") {
  Rc11 rc11("rc11", 2);
  CHECK(rank_after_own_sequence(rc11) == 1);
  Rc20 rc20("rc20", 2);
  CHECK(rank_after_own_sequence(rc20) == 0);
}

TEST_CASE("rc11: store buffering of SC accesses closes a cycle in psc") {
  Rc11 relaxed("rc11", 2);
  CHECK(relaxed.may_read(store_buffering(relaxed, Mode::Rlx), InitialWrite));
  Rc11 sc("rc11", 2);
  CHECK_FALSE(sc.may_read(store_buffering(sc, Mode::Sc), InitialWrite));
}

TEST_CASE("rc11: a place in coherence may close a cycle in psc") {
  for (const Mode mode : {Mode::Rlx, Mode::Sc}) {
    Rc11 s("rc11", 2);
    s.write(0, X, mode);
    s.write(0, Y, mode);
    s.write(1, Y, mode);
    CHECK(s.may_stand(s.new_write(1, X, mode), 0) == (mode == Mode::Rlx));
  }
}

TEST_CASE("rc11: a copy without an acquiring read does not happen after the release") {
  Rc11 s("rc11", 2);
  const Slot write = s.write(0, X, Mode::Rel);
  const Slot read = s.read(1, X, write, Mode::Acq);
  CHECK(s.checker.happens_before(s.graph, read).contains(write));
  EventBits<1> deleted;
  deleted.insert(read);
  Rc11 copy("rc11", 2);
  copy.graph.copy_without(s.graph, deleted);
  copy.checker.copy_without(s.checker, copy.graph.events(), deleted);
  CHECK(copy.lowest_rank(copy.new_read(1, X)) == 0);
}

}  // namespace drover::incremental::repaired_c11_checker_test
