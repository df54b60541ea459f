#pragma once

#include "explorer/cat/code.h"
#include "explorer/models/model_property.h"

namespace drover {

// What the form of a model's axioms proves of its consistent graphs, for every core program. The
// arguments stand in model_proof.cpp.
[[nodiscard]] ModelProofs prove_properties(const cat::Code& code);

// One of these alone.
[[nodiscard]] PropertyProof prove_causal_acyclicity(const cat::Code& code);

}  // namespace drover
