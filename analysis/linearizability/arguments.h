#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/linearizability/clients.h"
#include "semantics/program/program.h"

// The arguments that clients give to the calls of an object whose specification is code.
namespace drover::linearizability {

// By parameter of an operation: true if the specification does more with it than to copy, store and
// return it: an index, a key, something that is compared. In doubt, true.
[[nodiscard]] std::vector<std::vector<bool>> examined_parameters(const Program& sequential);

// Chooses arguments for the operations of Program::specified[object]. A parameter that is only
// copied gets inserted values; an examined one takes the first two of 0, 1, 2 for which some call
// does not fail in the initial state of the specification.
void choose_arguments(const Program& program, std::size_t object,
                      std::vector<OperationShape>& shapes);

}  // namespace drover::linearizability
