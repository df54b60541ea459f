#pragma once

#include <cstddef>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "semantics/program/location_table.h"
#include "semantics/program/value.h"
#include "support/strong_id.h"

namespace drover {

// Where a block was allocated.
struct AllocationSite {
  ThreadId thread;
  NodeId node;
};

// Finds the memory that is lost when all threads of a C program have ended: blocks that nobody has
// freed, and that no pointer leads to, from a variable that is still there by pointers in blocks
// that are not lost. (A pointer into a block leads to it, so that one with a mark in its low bits
// does; what was computed otherwise, such as the difference of two, does not.)
//
// The owner of an execution says what is in memory; the object is used again for the next one.
class LostMemory {
 public:
  // Must outlive it.
  explicit LostMemory(const LocationTable& locations) : locations_(&locations) {}

  [[nodiscard]] const LocationTable& locations() const { return *locations_; }
  void clear();
  void add_allocation(Value address, AllocationSite site);
  void add_free(Value address);
  // What is in a cell at the end, if it was written.
  void add_cell(Value address, Value content);

  // In the order of addresses.
  [[nodiscard]] std::vector<AllocationSite> find();

 private:
  struct Block {
    Value base = 0;
    AllocationSite site;
    bool is_freed = false;
    bool is_reached = false;
  };
  struct Pointer {
    Value from = 0;  // the block that it is in; 0: a variable
    Value to = 0;    // the block that it points into
  };

  [[nodiscard]] Block* block_at(Value base);

  const LocationTable* locations_;
  std::vector<Block> blocks_;
  std::vector<Value> frees_;
  std::vector<Pointer> pointers_;
};

// All that there is in the memory of a graph with coherence.
void describe_memory(const ExecutionGraph& graph, LostMemory& memory);

}  // namespace drover
