#pragma once

// Memory orders as places of C: arguments of the functions of <stdatomic.h> and of the compiler's
// own.

#include <map>
#include <string>
#include <utility>

#include "input/order_sites.h"

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

// Calls in the file itself, not in what it includes, that are written out: those that a macro
// makes stay as they are.
void find_c_sites(const Subject& subject, const AccessesByPlace& accesses, OrderSites& out);

// `memory_order_release`, or the compiler's name for it.
[[nodiscard]] std::string c_order_name(Mode mode, bool is_compiler);

// How the call of a place is written with another order.
[[nodiscard]] std::vector<TextEdit> c_edits(const std::string& text, const ModePlace& place,
                                            orders::SiteKind kind, orders::Strength strength);

}  // namespace drover::input
