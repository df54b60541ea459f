#include "explorer/algorithms/lost_memory.h"

#include <doctest/doctest.h>

#include "semantics/program/address.h"
#include "tests/support/program_text.h"

namespace drover::lost_memory_test {

namespace {

// Two layouts in bytes: what has to be freed, and what goes with its function.
Program program_with_layouts() {
  Program program = testing::program_from("shared x; thread t { x := 1; }");
  program.structs = {{.name = "owned", .fields = {}, .stride = 8, .is_owned = true},
                     {.name = "local", .fields = {}, .stride = 8}};
  return program;
}

Value block(int layout, std::uint32_t count) {
  return address::of_allocation(ThreadId(0), layout, count);
}

AllocationSite site(std::uint32_t node) { return {ThreadId(0), NodeId(node)}; }

std::vector<std::uint32_t> nodes_of(const std::vector<AllocationSite>& sites) {
  std::vector<std::uint32_t> nodes;
  for (const AllocationSite& each : sites) nodes.push_back(each.node.value);
  return nodes;
}

}  // namespace

TEST_CASE("a block that is neither freed nor reachable is lost") {
  const Program program = program_with_layouts();
  const LocationTable locations(program);
  LostMemory memory(locations);
  for (std::uint32_t i = 0; i < 6; ++i) memory.add_allocation(block(0, i), site(i));
  memory.add_allocation(block(1, 6), site(6));
  memory.add_free(block(0, 0));
  const Value variable = address::of_object(0);
  memory.add_cell(variable, block(0, 1) + 3);     // into the block
  memory.add_cell(block(0, 1) + 8, block(0, 2));  // and on from it
  memory.add_cell(block(0, 0), block(0, 3));      // from memory that is freed
  memory.add_cell(block(0, 4), block(0, 5));      // from memory that is lost,
  memory.add_cell(block(0, 5), block(0, 4));      // in a circle
  memory.add_cell(block(1, 6), block(0, 3));      // from a variable that is gone
  memory.add_cell(address::of_object(0, 1), 7);
  CHECK(nodes_of(memory.find()) == std::vector<std::uint32_t>{3, 4, 5});
  memory.clear();
  CHECK(memory.find().empty());
}

}  // namespace drover::lost_memory_test
