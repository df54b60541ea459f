#pragma once

// Memory orders in the text of C: arguments of the functions of <stdatomic.h> and of the compiler's
// own functions.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "input/orders/places.h"
#include "input/subject.h"

namespace drover::input {

// An atomic access or a fence at a place of the source.
struct AccessAtPlace {
  orders::SiteKind kind = orders::SiteKind::Load;
  Mode mode = Mode::Plain;
  Mode failure_mode = Mode::Plain;
  bool is_unique = true;  // false: accesses of several kinds are at this place
  SourceRange source;
  TagSet scope = {};  // empty: none is written
};
using AccessesByPlace = std::map<std::pair<std::uint32_t, std::uint32_t>, AccessAtPlace>;

// Instructions of one place in the source whose orders come from different places. Each instruction
// gets a source of its own.
struct CopiesApart {
  Program program;                   // with all fences
  std::vector<SourceRange> sources;  // by instruction; empty: no such instructions
};

// Finds orders that are written in a call, in the program or in a file that it includes, and orders
// that come from elsewhere: from a macro or from a caller.
[[nodiscard]] CopiesApart find_c_sites(const Subject& subject, const AccessesByPlace& accesses,
                                       OrderSites& out);

// Gives copies their own sources in the program, which may have more fences of mode rlx.
void tell_apart(const CopiesApart& copies, Program& program);

// Returns the edits that give the call of a place another order.
[[nodiscard]] std::vector<TextEdit> c_edits(const std::string& text, const ModePlace& place,
                                            orders::Strength strength);

// Puts a fence of mode rlx, a site of its own, before every statement that accesses memory itself.
// Puts one at the end of a loop body that accesses memory, if the loop does so again. Notes the
// places without room for a fence.
void add_c_fences(const Subject& subject, OrderSites& out);

// Returns `atomic_thread_fence(memory_order_release);`. Returns the compiler's own fence if
// <stdatomic.h> is not included, or in an included file that does not use it.
[[nodiscard]] std::string c_fence(const Subject& subject, const SourceRange& at,
                                  orders::Strength strength);

}  // namespace drover::input
