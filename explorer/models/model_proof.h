#pragma once

#include "explorer/cat/code.h"
#include "explorer/models/memory_model.h"
#include "explorer/models/model_property.h"

namespace drover {

// What the form of a model's axioms proves of its consistent graphs, for every core program. The
// arguments stand in model_proof.cpp.
[[nodiscard]] ModelProofs prove_properties(const cat::Code& code);

// What else algorithms/buffering wants to know of a model whose dependencies and rf have no cycle.
struct DependencyProofs {
  // Whether that was said of a D in which what follows a read-modify-write depends on its read; or
  // in which at least its write does; and of one in which what is behind a barrier, in the modes of
  // C11, depends on the reads before it.
  bool orders_updates = false;
  bool orders_halves = false;
  bool orders_barriers = false;
  // Coherence within threads, but for the halves of one instruction; and atomicity of these.
  PropertyProof coherence = {};
  PropertyProof atomicity = {};
};
[[nodiscard]] DependencyProofs prove_dependencies(const cat::Code& code);
// The same of a model; nothing is proved of one that is not written in cat.
[[nodiscard]] DependencyProofs prove_dependencies(const MemoryModel& model);

}  // namespace drover
