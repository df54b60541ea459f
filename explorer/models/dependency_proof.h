#pragma once

#include "explorer/models/model_proof.h"

namespace drover {

// Proves the assumptions of algorithms/buffering: Lemmas 28 to 31 (docs/proofs.md).
// `causal_acyclicity` is what is already proved of it.
[[nodiscard]] DependencyProofs prove_dependencies(const cat::Code& code,
                                                  const PropertyProof& causal_acyclicity);

}  // namespace drover
