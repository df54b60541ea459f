#pragma once

// Fences that may be put into C programs.

#include <string>

#include "input/orders/places.h"
#include "input/subject.h"

namespace drover::input {

// Puts a fence of mode rlx, a site of its own, before every statement that accesses memory itself.
// Puts one at the end of a loop body that accesses memory, if the loop does so again. Notes the
// places without room for a fence.
void add_c_fences(const Subject& subject, OrderSites& out);

// Returns `atomic_thread_fence(memory_order_release);`. Returns the compiler's own fence if
// <stdatomic.h> is not included, or in an included file that does not use it.
[[nodiscard]] std::string c_fence(const Subject& subject, const SourceRange& at,
                                  orders::Strength strength);

}  // namespace drover::input
