#pragma once

// Memory orders as places of C: arguments of the functions of <stdatomic.h> and of the compiler's
// own.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "input/orders/places.h"
#include "input/subject.h"

namespace drover::input {

// What an access or a fence of a place in the source is; none of those that are non-atomic.
struct AccessAtPlace {
  orders::SiteKind kind = orders::SiteKind::Load;
  Mode mode = Mode::Plain;
  Mode failure_mode = Mode::Plain;
  bool is_unique = true;  // not: there are several, of different kinds
  SourceRange source;
};
using AccessesByPlace = std::map<std::pair<std::uint32_t, std::uint32_t>, AccessAtPlace>;

// Instructions of one place in the source that have their orders from different ones: each gets a
// place of its own.
struct CopiesApart {
  Program program;                   // with all fences
  std::vector<SourceRange> sources;  // by instruction; empty: there are none
};

// Orders that are written in a call, in the program or a file that it includes, and those that come
// from elsewhere: through a macro, from who calls.
[[nodiscard]] CopiesApart find_c_sites(const Subject& subject, const AccessesByPlace& accesses,
                                       OrderSites& out);

// Of the program, which may have more fences of mode rlx.
void tell_apart(const CopiesApart& copies, Program& program);

// How the call of a place is written with another order.
[[nodiscard]] std::vector<TextEdit> c_edits(const std::string& text, const ModePlace& place,
                                            orders::Strength strength);

}  // namespace drover::input
