#pragma once

#include <string>
#include <string_view>

#include "explorer/findings/exploration_result.h"
#include "explorer/models/model_property.h"
#include "explorer/plan/choice.h"
#include "explorer/plan/plan_reasons.h"

// Reasons for a run's choices, in sentences, with the options that change them.
namespace drover::words {

// Returns why an algorithm does not fit a model, and an alternative.
[[nodiscard]] std::string misfit_text(const Misfit& misfit);

// Returns why no algorithm takes a program, with a line on what can be done. Each line ends with a
// line break.
[[nodiscard]] std::string refusal_text(const Refusal& refusal);
// Returns why the requested algorithm does not take the program, without the way out.
[[nodiscard]] std::string machine_refusal_words(const Refusal& refusal);

// Returns why `auto` chose the algorithm.
[[nodiscard]] std::string choice_text(const AlgorithmReason& reason);

// Returns why a reduction was not used.
[[nodiscard]] std::string remark_text(const PlanRemark& remark);

// Returns whether an algorithm uses a reduction, or why not.
[[nodiscard]] std::string reduction_text(const ReductionUse& use, std::string_view algorithm);

// Returns a property of models in one line, and its source.
[[nodiscard]] std::string_view property_statement(ModelProperty property);
[[nodiscard]] std::string_view property_source(ModelProperty property);

}  // namespace drover::words
