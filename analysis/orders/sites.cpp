#include "analysis/orders/sites.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "analysis/orders/moded_program.h"
#include "semantics/passes/symmetry.h"

namespace drover::orders {

namespace {

// Returns the representative of a number's class.
std::size_t root_of(const std::vector<std::size_t>& parents, std::size_t at) {
  while (parents[at] != at) at = parents[at];
  return at;
}

bool may_merge(const Site& a, const Site& b) {
  return a.kind == b.kind && a.now == b.now && a.scopes.size() == b.scopes.size() &&
         a.is_scope_written == b.is_scope_written && a.is_scope_only == b.is_scope_only &&
         a.is_plain == b.is_plain && a.is_new == b.is_new && a.link == 0 && b.link == 0;
}

}  // namespace

Assignment present(const std::vector<Site>& sites) {
  Assignment out;
  for (const Site& site : sites) out.push_back(site.now);
  return out;
}

Mode mode_at(const Site& site, Strength strength) {
  return site.is_plain && effects_of(strength) == Nothing ? Mode::Plain : mode_of(strength);
}

std::string_view scope_at(const Site& site, Strength strength) {
  const bool is_fence = site.kind == SiteKind::Fence && effects_of(strength) == Nothing;
  if (site.scopes.empty() || is_fence) return {};
  const std::size_t level = level_of(strength, site.scopes.size());
  return level == 0 && !site.is_scope_written ? std::string_view() : site.scopes[level];
}

std::string mode_text(const Site& site, Strength strength) {
  const std::string_view scope = scope_at(site, strength);
  std::string text(mode_name(mode_of(strength)));
  if (!scope.empty()) text.append(".").append(scope);
  return text;
}

Strength strongest(const Site& site) {
  const Strength reach = site.scopes.empty() ? Nothing : reach_of(0, site.scopes.size());
  return static_cast<Strength>(all_of(site.kind) | reach);
}

std::vector<std::size_t> merge_symmetric(const Program& program, std::vector<Site>& sites) {
  std::vector<std::size_t> parents(sites.size());
  std::iota(parents.begin(), parents.end(), 0);
  const SiteIndex index(sites);
  for (const passes::SymmetricThreads& group : passes::find_symmetric_threads(program)) {
    const std::vector<Instruction>& first = program.threads[group.front().value].code;
    for (const ThreadId other : group) {
      const std::vector<Instruction>& code = program.threads[other.value].code;
      for (std::size_t i = 0; i < std::min(first.size(), code.size()); ++i) {
        const std::vector<std::size_t>& ours = index.at(first[i].source);
        const std::vector<std::size_t>& theirs = index.at(code[i].source);
        for (std::size_t k = 0; k < std::min(ours.size(), theirs.size()); ++k) {
          if (!may_merge(sites[ours[k]], sites[theirs[k]])) continue;
          const std::size_t a = root_of(parents, ours[k]);
          const std::size_t b = root_of(parents, theirs[k]);
          parents[std::max(a, b)] = std::min(a, b);
        }
      }
    }
  }
  std::vector<Site> merged;
  std::vector<std::size_t> became(sites.size());
  std::map<std::size_t, std::size_t> numbers;  // by representative
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const auto [known, is_new] = numbers.try_emplace(root_of(parents, i), merged.size());
    became[i] = known->second;
    if (is_new) {
      merged.push_back(sites[i]);
      continue;
    }
    Site& into = merged[known->second];
    into.sources.insert(into.sources.end(), sites[i].sources.begin(), sites[i].sources.end());
    into.is_pinned = into.is_pinned || sites[i].is_pinned;
  }
  sites = std::move(merged);
  return became;
}

}  // namespace drover::orders
