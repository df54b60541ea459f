#pragma once

#include <string>

#include "semantics/program/program.h"
#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// Compares `spore` with `enumerate` under examples/gpu/scoped-rc11.cat, of which only proved
// properties are known: the same counts, outcomes and errors. With all threads in one place, that
// model and rc11 agree. Every outcome of a program without scopes, which has the widest, is one
// with scopes.
[[nodiscard]] CrossCheckResult check_scopes(const Program& program);

// Compares the models of GPUs with those of C on the program without its scopes and places,
// compiled, and with stronger modes: without relaxed accesses, what synchronises is the same.
//   - opencl, without sc: the final states of rc11;
//   - vulkan, without sc: the final states of rc20, which has its release sequences;
//   - ptx, also with sc: no final state that rc11 does not have, as its mapping is sound;
//   - opencl with relaxed accesses, without sc: all final states of rc11, which only forbids more.
// Programs that are wrong under a model of C, or are not compiled, are too large.
[[nodiscard]] CrossCheckResult check_machines(const Program& program);

// The program without its scopes and places.
[[nodiscard]] Program without_scopes(Program program);

}  // namespace drover::oracle
