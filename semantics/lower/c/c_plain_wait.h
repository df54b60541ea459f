#pragma once

#include <cstddef>
#include <span>

#include "frontend/c/unit.h"

// Private to lowering.
namespace drover::lowering {

// Whether block[index] is the loop of
//
//   pthread_mutex_lock(&m);
//   while (p) pthread_cond_wait(&c, &m);
//
// (or the same of <threads.h>) where to evaluate `p` changes nothing. Then a thread that wakes
// there spuriously does nothing new. It has locked the mutex, found `p`, and unlocked the mutex; it
// locks it again and is where it was after the first time. In the execution without all that, it
// has come later: it locks the mutex once, where it did so last, and reads the same there. Who
// locked the mutex after the first time finds it as free as before. Fewer events order less, so
// that no error goes away. (If the thread was woken before, instead of having come, it has locked
// the mutex later.) Only somebody who tries to lock the mutex can tell the two apart: whoever asks
// sees to that.
//
// With anything between the lock and the loop this would not be so: a load there gives another
// value later, as in `old = turn; while (turn == old) …`.
[[nodiscard]] bool is_plain_wait(const c::Unit& unit, std::span<const c::StatementId> block,
                                 std::size_t index);

}  // namespace drover::lowering
