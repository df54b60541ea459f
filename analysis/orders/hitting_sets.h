#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "analysis/orders/atoms.h"

namespace drover::orders {

// The smallest sets of atoms that have an atom of each clause, the cheapest first. New clauses may
// be added on the way.
//
// A branch for each atom of the first clause that a set misses, the best set first. What it costs
// must not fall where atoms are added. Of sets that cost the same, those with fewer atoms come
// first. So, when a set comes up that misses no clause, every smaller one has come up before: it is
// a smallest one for the clauses so far, unless it contains one that was excluded.
class HittingSets {
 public:
  using Cost = std::function<double(const AtomSet&)>;
  // With more open sets than this, the search gives up.
  static constexpr std::size_t MaxOpen = 1'000'000;

  HittingSets(const Atoms& atoms, Cost cost);

  void add_clause(AtomSet clause);
  // From now on, sets that contain this one are left out.
  void exclude(const AtomSet& set);

  struct Candidate {
    AtomSet set;
    double cost = 0;
  };
  // The next one. It comes up again unless a clause that it misses is added, or it is excluded.
  // Nothing: there is none, or too many are open.
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
