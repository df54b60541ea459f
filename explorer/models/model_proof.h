#pragma once

#include "explorer/cat/code.h"
#include "explorer/models/model_property.h"

namespace drover {

// Proves properties of a model's consistent graphs from the form of its axioms, for every core
// program. Lemmas 22 to 27 (docs/proofs.md).
[[nodiscard]] ModelProofs prove_properties(const cat::Code& code);

// Properties of graphs, besides consistency, when the last reads of threads are removed and events
// are added maximally: the basis of reads that give up (algorithms/trust/giving_up.h).
struct StaleReadProofs {
  bool keeps_order = false;      // no pair of remaining events becomes ordered by happens-before
  bool follows_threads = false;  // what precedes an event in hb precedes all later ones in po
  bool has_no_flags = false;     // no flag is set in a program without non-atomic accesses
};
[[nodiscard]] StaleReadProofs prove_stale_reads(const cat::Code& code);

}  // namespace drover
