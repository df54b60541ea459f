#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/orders/costs.h"
#include "analysis/orders/model_orders.h"
#include "analysis/orders/search.h"

// Sentences about the modes that a program needs, the same in all reports.
namespace drover::words {

// "rlx"; "no fence".
[[nodiscard]] std::string mode_words(const orders::Site& site, orders::Strength strength);

// Which modes mean nothing to a model; empty if all of them mean something.
[[nodiscard]] std::string meaningless_modes(const orders::ModelOrders& model);

// What is wrong with a table of costs.
[[nodiscard]] std::string cost_fault_text(const orders::CostFault& fault);

// Why the search cannot be relied on.
inline constexpr std::string_view NotMonotone =
    "weaker modes were right where stronger ones were not, which the search does not expect";

// Loops that were cut: what the answer holds for.
[[nodiscard]] std::vector<std::string> bound_sentences(const orders::SearchResult& result,
                                                       const Program& program,
                                                       std::uint32_t unroll);

// "12 explorations; trying all 243 assignments would have taken as many".
[[nodiscard]] std::string effort_sentence(const orders::SearchResult& result);

// "243", "about 3.2 million"
[[nodiscard]] std::string assignments_words(double count);

}  // namespace drover::words
