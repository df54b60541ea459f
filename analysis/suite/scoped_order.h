#pragma once

#include <functional>

#include "analysis/suite/find_suite.h"
#include "explorer/models/memory_model.h"

namespace drover::suite {

// True if stronger modes of the vocabulary, and wider scopes, forbid only more outcomes: of all
// programs of up to three events, at all places. Calls `may_go_on` before each program; once it
// returns false, false.
[[nodiscard]] bool is_scoped_order(const MemoryModel& model, const SuiteOptions& options,
                                   const std::function<bool()>& may_go_on);

}  // namespace drover::suite
