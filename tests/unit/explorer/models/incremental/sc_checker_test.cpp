#include "explorer/models/incremental/sc_checker.h"

#include "tests/unit/explorer/models/incremental/steps.h"

// sc: acyclic po | sync | rf | co | fr.
namespace drover::incremental::sc_checker_test {

using testing::Steps;
using testing::X;
using testing::Y;
using Sc = Steps<ScChecker<1>>;

TEST_CASE("sc: a read of a thread that has seen nothing may read from any write") {
  Sc s("sc", 2);
  s.write(0, X);
  CHECK(s.lowest_rank(s.new_read(1, X)) == 0);
}

TEST_CASE("sc: a thread does not read older writes than it has seen") {
  Sc s("sc", 2);
  const Slot write = s.write(0, X);
  s.read(1, X, write);
  CHECK(s.lowest_rank(s.new_read(1, X)) == 1);
  CHECK(s.lowest_rank(s.new_write(1, X)) == 1);
}

TEST_CASE("sc: store buffering, the second read sees the write that the first came before") {
  Sc s("sc", 2);
  s.write(0, X);
  s.read(0, Y, InitialWrite);
  s.write(1, Y);
  CHECK(s.lowest_rank(s.new_read(1, X)) == 1);
}

TEST_CASE("sc: a read comes before the write that overwrites what it reads, until that is undone") {
  Sc s("sc", 2);
  const Slot write = s.write(0, X);
  const Slot read = s.new_read(1, X);
  const std::size_t mark = s.checker.mark();
  REQUIRE(s.may_read(read, InitialWrite));
  CHECK(s.checker.happens_before(s.graph, write).contains(read));
  s.checker.undo(mark);
  CHECK_FALSE(s.checker.happens_before(s.graph, write).contains(read));
}

TEST_CASE("sc: a write comes after the one it stands behind and its readers, before the next") {
  Sc s("sc", 3);
  const Slot first = s.write(0, X);
  const Slot last = s.write(0, X);
  const Slot read = s.read(1, X, first);
  const Slot write = s.new_write(2, X);
  REQUIRE(s.may_stand(write, 1));
  CHECK(s.checker.happens_before(s.graph, write).contains(first));
  CHECK(s.checker.happens_before(s.graph, write).contains(read));
  CHECK(s.checker.happens_before(s.graph, last).contains(write));
}

TEST_CASE("sc: a copy without a read has forgotten what that read saw") {
  Sc s("sc", 2);
  const Slot write = s.write(0, X);
  const Slot read = s.read(1, X, write);
  EventBits<1> deleted;
  deleted.insert(read);
  Sc copy("sc", 2);
  copy.graph.copy_without(s.graph, deleted);
  copy.checker.copy_without(s.checker, copy.graph.events(), deleted);
  const Slot again = copy.open_read(1, X, Mode::Rlx);
  copy.checker.on_add(copy.graph, again);
  CHECK(copy.lowest_rank(again) == 0);
}

}  // namespace drover::incremental::sc_checker_test
