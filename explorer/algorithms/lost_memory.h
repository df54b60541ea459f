#pragma once

#include <cstddef>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "semantics/program/location_table.h"
#include "semantics/program/value.h"
#include "support/strong_id.h"

namespace drover {

struct AllocationSite {
  ThreadId thread;
  NodeId node;
};

// Finds the lost memory when all threads of a C program have ended: blocks that are not freed and
// not reachable by pointers from a variable that still exists. (A pointer into a block reaches it,
// even with a mark in its low bits; other computed values, such as the difference of two pointers,
// do not.)
//
// Execution::describe fills it in; it is cleared and reused for the next execution.
class LostMemory {
 public:
  // `locations` must outlive this.
  explicit LostMemory(const LocationTable& locations) : locations_(&locations) {}

  [[nodiscard]] const LocationTable& locations() const { return *locations_; }
  void clear();
  void add_allocation(Value address, AllocationSite site);
  void add_free(Value address);
  // Adds the final content of a written cell.
  void add_cell(Value address, Value content);

  [[nodiscard]] std::vector<AllocationSite> find();

 private:
  struct Block {
    Value base = 0;
    AllocationSite site;
    bool is_freed = false;
    bool is_reached = false;
  };
  struct Pointer {
    Value from = 0;  // its containing block; 0: a variable
    Value to = 0;    // its target block
  };

  [[nodiscard]] Block* block_at(Value base);

  const LocationTable* locations_;
  std::vector<Block> blocks_;
  std::vector<Value> frees_;
  std::vector<Pointer> pointers_;
};

// Adds the whole memory of a graph with coherence.
void describe_memory(const ExecutionGraph& graph, LostMemory& memory);

}  // namespace drover
