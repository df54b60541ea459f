#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/models/memory_model.h"
#include "explorer/models/model_property.h"

namespace drover {

// The order within a thread, independent of the code, that an acyclic relation with rfe gives. Sets
// are sets of the model; a list of sets means the events in all of them.
struct LocalOrder {
  using Sets = std::vector<cat::NodeIndex>;
  static constexpr std::size_t MaxBarriers = 64;
  // Reads ordered before every later write; or, with `fences`, before every write after a later
  // fence.
  struct Barrier {
    Sets reads;
    std::optional<Sets> fences = {};
  };
  std::vector<Barrier> barriers = {};
  // Writes ordered after every earlier access.
  std::vector<Sets> last = {};
  // True if accesses are ordered before later writes of the same location.
  bool has_locations = false;
};

// Properties of a model that algorithms/buffering needs, besides those of ModelProofs.
struct DependencyProofs {
  // Dependencies and rf are acyclic.
  PropertyProof acyclicity = {};
  // True if `acyclicity` holds for a D in which all events after a read-modify-write depend on its
  // read; or in which at least its write does.
  bool orders_updates = false;
  bool orders_halves = false;
  // True if `acyclicity` holds only for a D in which an event depends neither on the control path
  // to it nor on the addresses of earlier accesses, and only for programs whose accesses are all in
  // the set `accesses` (Lemma 29, docs/proofs.md).
  bool promises_ways = false;
  std::optional<cat::NodeIndex> accesses = {};
  // Then: true if the order includes ctrl to writes.
  bool orders_controls = false;
  LocalOrder local_order = {};
  // Coherence within threads, except for the halves of one instruction; and their atomicity.
  PropertyProof coherence = {};
  PropertyProof atomicity = {};
  // Axioms that hold in every graph that is coherent in each thread and in which each
  // read-modify-write is right after its source: indices in Code::checks.
  std::vector<std::size_t> implied = {};
  // Axioms that may fail on a part, with open events, of a consistent graph: only complete
  // executions are checked with them.
  std::vector<std::size_t> not_of_parts = {};
  // True if the other axioms stay true when an event is added maximally
  // (cat::Addition::MaximalEvent).
  bool extends_maximally = false;
};
// `causal_acyclicity` is what is already proved of it.
[[nodiscard]] DependencyProofs prove_dependencies(const cat::Code& code,
                                                  const PropertyProof& causal_acyclicity);
// Returns the cached proofs of a model (ModelProofs::dependencies); nothing is proved for a model
// that is not written in cat.
[[nodiscard]] DependencyProofs dependency_proofs(const MemoryModel& model);

}  // namespace drover
