#include "explorer/models/incremental/any_checker.h"

#include "explorer/models/incremental/sc_checker.h"
#include "tests/unit/explorer/models/incremental/steps.h"

namespace drover::incremental::any_checker_test {

using testing::Steps;
using testing::X;
using Any = Steps<AnyChecker<1>>;

TEST_CASE("any checker: every step goes to the checker that is held") {
  Any s("sc", 2, AnyChecker<1>::of<ScChecker<1>>());
  const Slot write = s.write(0, X);
  const Slot read = s.new_read(1, X);
  const std::size_t mark = s.checker.mark();
  REQUIRE(s.may_read(read, InitialWrite));
  CHECK(s.checker.happens_before(s.graph, write).contains(read));
  s.checker.undo(mark);
  CHECK_FALSE(s.checker.happens_before(s.graph, write).contains(read));
  s.graph.clear_reads_from(read);
  REQUIRE(s.may_read(read, write));
  CHECK(s.lowest_rank(s.new_read(1, X)) == 1);
}

TEST_CASE("any checker: a copy is made by the checker that is held") {
  Any s("sc", 2, AnyChecker<1>::of<ScChecker<1>>());
  const Slot write = s.write(0, X);
  const Slot read = s.read(1, X, InitialWrite);
  EventBits<1> deleted;
  deleted.insert(read);
  auto copy = AnyChecker<1>::of<ScChecker<1>>();
  copy.copy_without(s.checker, s.graph.events() - deleted, deleted);
  CHECK(copy.happens_before(s.graph, write).is_empty());
}

}  // namespace drover::incremental::any_checker_test
