#include "input/history_instance.h"

#include <doctest/doctest.h>

#include <vector>

namespace drover::input {

TEST_CASE("a read of a history may read from each write of its value") {
  History history;
  history.threads = {"a", "b"};
  history.variables = {"x"};
  history.initial = {1};
  history.operations.resize(3);
  // a: x := 1; x := 2. b: reads 1.
  history.operations[0].kind = History::Kind::Write;
  history.operations[0].written = 1;
  history.operations[1].kind = History::Kind::Write;
  history.operations[1].written = 2;
  history.operations[2].thread = 1;
  history.operations[2].kind = History::Kind::Read;
  history.operations[2].read = 1;
  const vsc::VscInstance instance = instance_of(history);
  REQUIRE(instance.size() == 4);
  REQUIRE(instance.readers().size() == 1);
  // Event 0 is the initial write, which has the value too.
  using Trace = std::vector<vsc::VscIndex>;
  CHECK(vsc::is_witness(instance, Trace{3, 1, 2}));
  CHECK(vsc::is_witness(instance, Trace{1, 3, 2}));
  CHECK_FALSE(vsc::is_witness(instance, Trace{1, 2, 3}));
}

}  // namespace drover::input
