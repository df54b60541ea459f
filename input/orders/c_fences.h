#pragma once

// Fences that may be put into C programs.

#include <string>

#include "input/orders/places.h"
#include "input/subject.h"

namespace drover::input {

// Puts a fence of mode rlx, a site of its own, before every statement that accesses
// memory itself, and at the end of the body of a loop that does, if the loop does so again.
// Notes where there is no room for one.
void add_c_fences(const Subject& subject, OrderSites& out);

// `atomic_thread_fence(memory_order_release);`, or the compiler's own where <stdatomic.h> is not
// included, or in a file that is included and does not use it itself.
[[nodiscard]] std::string c_fence(const Subject& subject, const SourceRange& at,
                                  orders::Strength strength);

}  // namespace drover::input
