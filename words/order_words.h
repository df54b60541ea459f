#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/orders/costs.h"
#include "analysis/orders/model_orders.h"
#include "analysis/orders/search.h"

// Sentences about the modes that a program needs, the same in all reports.
namespace drover::words {

// Returns "rlx"; "rel.cta"; "no fence".
[[nodiscard]] std::string mode_words(const orders::Site& site, orders::Strength strength);

// Returns the modes without effect in a model. Empty if all have effects.
[[nodiscard]] std::string meaningless_modes(const orders::ModelOrders& model);

// Returns what is wrong with a fault's execution.
[[nodiscard]] std::string fault_text(const orders::Fault& fault);

// Returns the error of a table of costs.
[[nodiscard]] std::string cost_fault_text(const orders::CostFault& fault);

// Reason why a search is unreliable.
inline constexpr std::string_view NotMonotone =
    "weaker modes were right where stronger ones were not, which the search does not expect";

// Returns the loops that were cut, which limit the answer.
[[nodiscard]] std::vector<std::string> bound_sentences(const orders::SearchResult& result,
                                                       const Program& program,
                                                       std::uint32_t unroll);

// Returns "12 explorations; there are 243 assignments of modes".
[[nodiscard]] std::string effort_sentence(const orders::SearchResult& result);

}  // namespace drover::words
