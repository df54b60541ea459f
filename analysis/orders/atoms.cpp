#include "analysis/orders/atoms.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace drover::orders {

namespace {

// Returns groups of sites that change together.
std::vector<std::vector<std::size_t>> linked(const std::vector<Site>& sites) {
  std::vector<std::vector<std::size_t>> out;
  std::map<std::uint32_t, std::size_t> known;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const auto [group, is_new] = known.try_emplace(sites[i].link, out.size());
    if (sites[i].link != 0 && !is_new) {
      out[group->second].push_back(i);
      continue;
    }
    group->second = out.size();
    out.push_back({i});
  }
  return out;
}

// Returns the sites of each thread or function.
std::vector<std::vector<std::size_t>> grouped(const std::vector<Site>& sites) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < sites.size(); ++i) groups[sites[i].group].push_back(i);
  std::vector<std::vector<std::size_t>> out;
  for (auto& [name, members] : groups) out.push_back(std::move(members));
  return out;
}

// Returns the strength that one mode can give to all members: for a load and a store, rlx or sc. A
// failure takes the part of the mode that a load can have.
Strength common_to(const std::vector<Site>& sites, const std::vector<std::size_t>& members) {
  Strength common = Acquire | Release | Total;
  bool is_all_failures = true;
  for (const std::size_t site : members) {
    if (sites[site].kind == SiteKind::Failure) continue;
    is_all_failures = false;
    common = static_cast<Strength>(common & all_of(sites[site].kind));
  }
  return is_all_failures ? all_of(SiteKind::Failure) : common;
}

}  // namespace

Atoms::Atoms(const std::vector<Site>& sites, Assignment least, const Assignment& most,
             Grouping grouping)
    : least_(std::move(least)) {
  const auto open = [&](std::size_t site) {
    return static_cast<Strength>(most[site] & ~least_[site]);
  };
  const bool is_by_site = grouping == Grouping::Sites;
  const auto levels = is_by_site ? std::vector<Strength>{Acquire, Release, Total}
                                 : std::vector<Strength>{Acquire | Release, Total};
  for (const std::vector<std::size_t>& members : is_by_site ? linked(sites) : grouped(sites)) {
    const auto common = static_cast<Strength>(is_by_site ? common_to(sites, members) : ~Nothing);
    const auto own = static_cast<Strength>(common & (Acquire | Release));
    for (const Strength each : levels) {
      if (each != Total && (own & each) == 0) continue;
      // Sc adds the strengths that only some members have.
      const Strength added = each == Total ? static_cast<Strength>(~own) : each;
      std::vector<Part> parts;
      for (const std::size_t site : members) {
        const auto strength = static_cast<Strength>(open(site) & added & Effects);
        if (strength != Nothing) parts.push_back({site, strength});
      }
      if (!parts.empty()) atoms_.push_back({std::move(parts), {}, components_, each});
    }
    for (Strength step = FirstStep; step <= LastStep; step = static_cast<Strength>(step << 1U)) {
      std::vector<Part> parts;
      for (const std::size_t site : members) {
        if ((open(site) & step) != 0) parts.push_back({site, step});
      }
      if (!parts.empty()) atoms_.push_back({std::move(parts), {}, components_, step});
    }
    ++components_;
  }
  close();
}

void Atoms::close() {
  for (std::size_t i = 0; i < size(); ++i) {
    atoms_[i].closure = none();
    insert_bit(atoms_[i].closure, i);
    const Strength added = atoms_[i].added;
    for (std::size_t j = 0; j < size(); ++j) {
      if (atoms_[j].component != atoms_[i].component) continue;
      const bool is_step = (atoms_[j].added & Reach) != 0;
      const bool is_needed = (added == Total && !is_step) ||
                             ((added & Reach) != 0 && is_step && atoms_[j].added < added);
      if (is_needed) insert_bit(atoms_[i].closure, j);
    }
  }
}

AtomSet Atoms::all() const {
  AtomSet set = none();
  for (std::size_t i = 0; i < size(); ++i) insert_bit(set, i);
  return set;
}

Assignment Atoms::assignment(const AtomSet& set) const {
  Assignment out = least_;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!has_bit(set, i)) continue;
    for (const Part& part : atoms_[i].parts) out[part.site] |= part.strength;
  }
  return out;
}

AtomSet Atoms::within(const Assignment& assignment) const {
  AtomSet set = none();
  for (std::size_t i = 0; i < size(); ++i) {
    const bool is_within = std::ranges::all_of(atoms_[i].parts, [&](const Part& part) {
      return is_weaker_or_same(part.strength, assignment[part.site]);
    });
    if (is_within) insert_bit(set, i);
  }
  return set;
}

std::vector<AtomSet> Atoms::below(const AtomSet& set) const {
  std::vector<AtomSet> out;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!has_bit(set, i)) continue;
    AtomSet smaller = set;
    erase_bit(smaller, i);
    bool is_needed = false;
    for_each_bit(smaller,
                 [&](std::size_t j) { is_needed = is_needed || has_bit(atoms_[j].closure, i); });
    if (!is_needed) out.push_back(std::move(smaller));
  }
  return out;
}

double Atoms::assignment_count() const {
  double count = 1;
  for (std::size_t component = 0; component < components_; ++component) {
    std::size_t free = 0;
    std::size_t total = 0;  // 0 or 1
    std::size_t steps = 0;
    for (const Atom& atom : atoms_) {
      if (atom.component != component) continue;
      ((atom.added & Reach) != 0 ? steps : atom.added == Total ? total : free) += 1;
    }
    count *= static_cast<double>(((std::size_t{1} << free) + total) * (steps + 1));
  }
  return count;
}

}  // namespace drover::orders
