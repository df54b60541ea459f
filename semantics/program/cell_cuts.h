#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "semantics/program/value.h"

namespace drover {

// For C: where cells, and the accesses to them, are cut, since other accesses begin or end there.
struct CellCuts {
  std::set<std::int32_t> opened;  // Program::structs, whose cells are no longer those of the types
  // By AccessSite::number: the distances from the beginning of the access.
  std::map<std::uint32_t, std::set<std::uint32_t>> sites;
  std::set<Value> initial;  // addresses inside initial values

  [[nodiscard]] bool is_empty() const { return opened.empty() && sites.empty() && initial.empty(); }
  // Returns whether there was anything new.
  bool add(const CellCuts& others) {
    const CellCuts before = *this;
    opened.insert(others.opened.begin(), others.opened.end());
    initial.insert(others.initial.begin(), others.initial.end());
    for (const auto& [site, cuts] : others.sites) sites[site].insert(cuts.begin(), cuts.end());
    return *this != before;
  }
  bool operator==(const CellCuts&) const = default;
};

}  // namespace drover
