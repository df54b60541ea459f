#pragma once

#include <cstddef>
#include <span>

#include "frontend/c/unit.h"

// Private to lowering.
namespace drover::lowering {

// True if block[index] is the loop of
//
//   pthread_mutex_lock(&m);
//   while (p) pthread_cond_wait(&c, &m);
//
// (or the same of <threads.h>), where evaluating `p` changes nothing. Then a spurious wakeup there
// has no new effect (Lemma 18, docs/proofs.md). Assumes that no thread tries to lock the mutex: the
// caller checks that.
[[nodiscard]] bool is_plain_wait(const c::Unit& unit, std::span<const c::StatementId> block,
                                 std::size_t index);

}  // namespace drover::lowering
