#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/orders/sites.h"
#include "support/bit_set.h"

namespace drover::orders {

// A set of atoms, as bits.
using AtomSet = std::vector<BitWord>;

// Assignments are made of atoms. An atom adds one strength, such as acquire, to some sites. The
// assignments between a weakest and a strongest one are the closed sets of atoms: sc needs acquire
// and release, and a wider scope the narrower ones.
class Atoms {
 public:
  enum class Grouping : std::uint8_t {
    Sites,     // each site separately
    Functions  // all sites of a thread or function: rlx, acquire and release, sc
  };

  // `least` and `most` bound the strength of each site.
  Atoms(const std::vector<Site>& sites, Assignment least, const Assignment& most,
        Grouping grouping);

  [[nodiscard]] std::size_t size() const { return atoms_.size(); }
  [[nodiscard]] AtomSet none() const { return AtomSet(words_for(size())); }
  [[nodiscard]] AtomSet all() const;
  // Returns the atom and the atoms it needs.
  [[nodiscard]] const AtomSet& closure(std::size_t atom) const { return atoms_[atom].closure; }
  [[nodiscard]] Assignment assignment(const AtomSet& set) const;
  // Returns the largest set whose assignment is not stronger.
  [[nodiscard]] AtomSet within(const Assignment& assignment) const;
  // Returns the sets one step smaller: without one atom and the atoms that need it.
  [[nodiscard]] std::vector<AtomSet> below(const AtomSet& set) const;
  // Number of assignments: a float, since it may exceed an integer.
  [[nodiscard]] double assignment_count() const;

 private:
  struct Part {
    std::size_t site = 0;
    Strength strength = Nothing;
  };
  struct Atom {
    std::vector<Part> parts;
    AtomSet closure;
    std::size_t component = 0;  // atoms of one component may depend on each other
    Strength added = Nothing;   // Total, a step of the reach, or other effects
  };
  void close();

  Assignment least_;
  std::vector<Atom> atoms_;
  std::size_t components_ = 0;
};

}  // namespace drover::orders
