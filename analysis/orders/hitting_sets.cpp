#include "analysis/orders/hitting_sets.h"

#include <algorithm>
#include <utility>

namespace drover::orders {

HittingSets::HittingSets(const Atoms& atoms, Cost cost) : atoms_(atoms), cost_(std::move(cost)) {
  push(atoms_.none());
}

void HittingSets::add_clause(AtomSet clause) { clauses_.push_back(std::move(clause)); }

void HittingSets::exclude(const AtomSet& set) { excluded_.push_back(set); }

bool HittingSets::is_excluded(const AtomSet& set) const {
  return std::ranges::any_of(excluded_, [&](const AtomSet& each) { return is_subset(each, set); });
}

void HittingSets::push(AtomSet set) {
  if (is_excluded(set) || !seen_.insert(set).second) return;
  const double cost = cost_(set);
  const std::size_t size = count_bits(set);
  open_.insert({cost, size, std::move(set)});
  if (seen_.size() > MaxOpen) has_given_up_ = true;
}

std::optional<HittingSets::Candidate> HittingSets::next() {
  while (!open_.empty() && !has_given_up_) {
    const Open best = *open_.begin();
    if (is_excluded(best.set)) {
      open_.erase(open_.begin());
      continue;
    }
    const auto missed = std::ranges::find_if(
        clauses_, [&](const AtomSet& clause) { return !have_common_bit(clause, best.set); });
    if (missed == clauses_.end()) return Candidate{best.set, best.cost};
    open_.erase(open_.begin());
    for (std::size_t atom = 0; atom < atoms_.size(); ++atom) {
      if (!has_bit(*missed, atom)) continue;
      AtomSet larger = best.set;
      insert_bits(larger, atoms_.closure(atom));
      push(std::move(larger));
    }
  }
  return std::nullopt;
}

}  // namespace drover::orders
