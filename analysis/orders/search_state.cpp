#include "analysis/orders/search_state.h"

#include <algorithm>

namespace drover::orders {

namespace {

constexpr std::uint64_t Strengths = 2 * LastStep;

}  // namespace

const KeptExploration* SearchState::find(const KeptExploration& about) const {
  const auto known = std::ranges::find_if(explorations, [&](const KeptExploration& each) {
    return each.assignment == about.assignment && each.is_under_sc == about.is_under_sc;
  });
  return known == explorations.end() ? nullptr : &*known;
}

void SearchState::write(ByteWriter& out) const {
  out.put(explorations.size());
  for (const KeptExploration& each : explorations) {
    out.put(each.assignment.size());
    for (const Strength strength : each.assignment) out.put(strength);
    out.put(each.is_under_sc ? 1U : 0U);
    each.state.write(out);
  }
}

SearchState SearchState::read(ByteReader& in) {
  SearchState state;
  const std::size_t count = in.get_count();
  for (std::size_t i = 0; i < count && !in.has_failed(); ++i) {
    KeptExploration& each = state.explorations.emplace_back();
    each.assignment.resize(in.get_count());
    for (Strength& strength : each.assignment) {
      strength = static_cast<Strength>(in.get_below(Strengths));
    }
    each.is_under_sc = in.get_below(2) == 1;
    each.state = ExplorationState::read(in);
  }
  return state;
}

}  // namespace drover::orders
