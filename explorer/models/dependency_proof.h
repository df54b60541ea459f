#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/models/memory_model.h"
#include "explorer/models/model_property.h"

namespace drover {

// What a relation that has no cycle, and that contains rfe, puts in order within a thread whatever
// the code is. Sets are those of the model; an event is meant that is in all of a list.
struct LocalOrder {
  using Sets = std::vector<cat::NodeIndex>;
  static constexpr std::size_t MaxBarriers = 64;
  // Reads that are before every write behind them; or, with `fences`, before every write behind a
  // fence that is behind them.
  struct Barrier {
    Sets reads;
    std::optional<Sets> fences = {};
  };
  std::vector<Barrier> barriers = {};
  // Writes that every access before them is before.
  std::vector<Sets> last = {};
  // Whether accesses of a location are before the writes of it behind them.
  bool has_locations = false;
};

// What algorithms/buffering wants to know of a model, besides what ModelProofs has.
struct DependencyProofs {
  // That dependencies and rf have no cycle.
  PropertyProof acyclicity = {};
  // Whether that was said of a D in which what follows a read-modify-write depends on its read; or
  // in which at least its write does.
  bool orders_updates = false;
  bool orders_halves = false;
  // Whether that was said of a D in which an event depends neither on the way to it nor on the
  // addresses of accesses before it; of programs whose accesses are all in a set of the model. And
  // whether the order has what leads from a branch to the writes that depend on it.
  bool promises_ways = false;
  std::optional<cat::NodeIndex> accesses = {};
  bool orders_controls = false;
  LocalOrder local_order = {};
  // Coherence within threads, but for the halves of one instruction; and atomicity of these.
  PropertyProof coherence = {};
  PropertyProof atomicity = {};
  // Axioms that hold in every graph that is coherent in each thread and in which read-modify-writes
  // stand right behind what they read: their numbers in Code::checks.
  std::vector<std::size_t> implied = {};
  // Axioms that may fail of a part of a consistent graph, with events that are open: they are asked
  // of whole executions.
  std::vector<std::size_t> not_of_parts = {};
  // Whether the other axioms hold with an event more that is added maximally
  // (cat::Addition::MaximalEvent) if they did without.
  bool extends_maximally = false;
};
// `causal_acyclicity`: as far as it is proved.
[[nodiscard]] DependencyProofs prove_dependencies(const cat::Code& code,
                                                  const PropertyProof& causal_acyclicity);
[[nodiscard]] DependencyProofs prove_dependencies(const cat::Code& code);
// Of a model, which has been looked at once (ModelProofs::dependencies); nothing is proved of one
// that is not written in cat.
[[nodiscard]] DependencyProofs dependency_proofs(const MemoryModel& model);

}  // namespace drover
