#pragma once

#include <string>
#include <string_view>

#include "explorer/findings/exploration_result.h"
#include "explorer/plan/plan_reasons.h"

// Why a run does what it does, in sentences, with the options that change it.
namespace drover::words {

// Why an algorithm does not fit a model, and what would.
[[nodiscard]] std::string misfit_text(const Misfit& misfit);

// Why `auto` has chosen the algorithm.
[[nodiscard]] std::string choice_text(const AlgorithmReason& reason);

// Why a reduction was not used.
[[nodiscard]] std::string remark_text(const PlanRemark& remark);

// Whether a reduction is at work in an algorithm, or why not.
[[nodiscard]] std::string reduction_text(const ReductionUse& use, std::string_view algorithm);

}  // namespace drover::words
