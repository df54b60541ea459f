#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/orders/strength.h"
#include "semantics/program/program.h"
#include "support/source_range.h"

namespace drover::orders {

// Accesses or fences whose modes change together: those of one source place, in all threads that
// execute it, and those of the same place in threads with equal code.
struct Site {
  SiteKind kind = SiteKind::Load;
  std::vector<SourceRange> sources;  // source places of the instructions
  Strength now = Nothing;
  // The scopes that its modes can have, the widest first; empty if they have none.
  std::span<const std::string_view> scopes = {};
  bool is_scope_written = false;  // false: without one, it has the widest
  bool is_scope_only = false;     // its mode stays: only the scope changes
  bool is_plain = false;          // written without a mode, which means the weakest here
  bool is_pinned = false;         // its mode is fixed
  bool is_new = false;            // a fence not in the program yet: `now` is Nothing
  // If not 0: all sites with this link share one mode in the source, and change together.
  std::uint32_t link = 0;
  bool is_follower = false;  // another site of the link represents the change
  std::string group;         // its thread or function
};

// The strength of each site.
using Assignment = std::vector<Strength>;

// Returns the current assignment of the sites.
[[nodiscard]] Assignment present(const std::vector<Site>& sites);

// Returns the mode of the site's instructions at this strength.
[[nodiscard]] Mode mode_at(const Site& site, Strength strength);
// Returns the scope of the site's instructions at this strength; empty if none is to be written.
[[nodiscard]] std::string_view scope_at(const Site& site, Strength strength);
// Returns the mode and the scope as they are written: `rel`, `rel.cta`.
[[nodiscard]] std::string mode_text(const Site& site, Strength strength);

// Returns the greatest strength of the site.
[[nodiscard]] Strength strongest(const Site& site);

// Merges the sites of threads that differ only in their source places. Returns the new index of
// each old site.
[[nodiscard]] std::vector<std::size_t> merge_symmetric(const Program& program,
                                                       std::vector<Site>& sites);

}  // namespace drover::orders
