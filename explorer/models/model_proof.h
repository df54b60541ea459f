#pragma once

#include "explorer/cat/code.h"
#include "explorer/models/model_property.h"

namespace drover {

// What the form of a model's axioms proves of its consistent graphs, for every core program. The
// arguments stand in model_proof.cpp.
[[nodiscard]] ModelProofs prove_properties(const cat::Code& code);

// One of these alone.
[[nodiscard]] PropertyProof prove_causal_acyclicity(const cat::Code& code);

// What a graph shows besides whether it is consistent, where the last reads of threads leave it and
// events are added maximally: what reads that give up rest on (algorithms/trust/giving_up.h).
struct StaleReadProofs {
  bool keeps_order = false;      // no two events that stay come to happen one before the other
  bool follows_threads = false;  // what happens before an event does so before all behind it in po
  bool has_no_flags = false;     // no flag is up in a program without non-atomic accesses
};
[[nodiscard]] StaleReadProofs prove_stale_reads(const cat::Code& code);

}  // namespace drover
