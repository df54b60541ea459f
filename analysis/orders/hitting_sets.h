#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "analysis/orders/atoms.h"

namespace drover::orders {

// Enumerates the smallest sets of atoms with an atom of each clause, the cheapest first. Clauses
// may be added during the search.
//
// Best-first search that branches on each atom of the first clause that a set misses. The cost must
// not fall when atoms are added. Among sets of equal cost, those with fewer atoms come first. So
// when a set comes up that misses no clause, every smaller one has come up before: it is a smallest
// one for the clauses so far, unless it contains an excluded set.
class HittingSets {
 public:
  using Cost = std::function<double(const AtomSet&)>;
  // The search gives up once it has opened more sets than this.
  static constexpr std::size_t MaxOpen = 1'000'000;

  HittingSets(const Atoms& atoms, Cost cost);

  void add_clause(AtomSet clause);
  // Skips all sets that contain this one from now on.
  void exclude(const AtomSet& set);

  struct Candidate {
    AtomSet set;
    double cost = 0;
  };
  // Returns the next set. The same set comes up again unless it is excluded or a clause that it
  // misses is added. Nothing if there is none, or the search has given up.
  [[nodiscard]] std::optional<Candidate> next();
  [[nodiscard]] bool has_given_up() const { return has_given_up_; }

 private:
  struct Open {
    double cost = 0;
    std::size_t size = 0;
    AtomSet set;

    auto operator<=>(const Open&) const = default;
  };
  void push(AtomSet set);
  [[nodiscard]] bool is_excluded(const AtomSet& set) const;

  const Atoms& atoms_;
  Cost cost_;
  std::vector<AtomSet> clauses_;
  std::vector<AtomSet> excluded_;
  std::set<Open> open_;
  std::set<AtomSet> seen_;
  bool has_given_up_ = false;
};

}  // namespace drover::orders
