#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/orders/strength.h"
#include "semantics/program/program.h"
#include "support/source_range.h"

namespace drover::orders {

// Accesses or fences of a program whose modes change together: those of one place in the source, in
// however many threads it runs, and those of the same place in threads with the same code.
struct Site {
  SiteKind kind = SiteKind::Load;
  std::vector<SourceRange> sources;  // of the instructions
  Strength now = Nothing;
  bool is_plain = false;   // it is written without a mode, and no mode means the weakest here
  bool is_pinned = false;  // it stays as it is
  bool is_new = false;     // a fence that is not there: `now` is Nothing
  // Not 0: sites of one link have one mode in the source, and change together.
  std::uint32_t link = 0;
  bool is_follower = false;  // another site of the link stands for the change
  std::string group;         // the thread or function that it is in
};

// By site: what each does.
using Assignment = std::vector<Strength>;

// The assignment that the sites have.
[[nodiscard]] Assignment present(const std::vector<Site>& sites);

// The mode that an instruction of the site is to have.
[[nodiscard]] Mode mode_at(const Site& site, Strength strength);

// Sites of threads that are the same but for where they are written become one: which of them each
// site of before has become.
[[nodiscard]] std::vector<std::size_t> merge_symmetric(const Program& program,
                                                       std::vector<Site>& sites);

}  // namespace drover::orders
