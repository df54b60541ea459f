#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/orders/sites.h"
#include "frontend/source.h"
#include "semantics/program/program.h"

// Places of a text that have a mode or could have one.
namespace drover::input {

// Replaces bytes [begin, end) of a text.
struct TextEdit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;
};
// Applies edits. Edits at one place keep their order.
[[nodiscard]] std::string edited(const std::string& text, std::vector<TextEdit> edits);

// Returns the begin of the line, if only blanks are between it and the place.
[[nodiscard]] std::optional<std::size_t> line_begin_if_first(const std::string& text,
                                                             std::size_t at);
// Returns the edit that removes a statement; its line goes too if it has nothing else.
[[nodiscard]] TextEdit removed_statement(const std::string& text, const SourceRange& whole);

// Returns the changed files after edits of the subject's whole source.
[[nodiscard]] std::vector<SourcePart> edited_files(const SourceBuffer& source,
                                                   std::vector<TextEdit> edits);

// The form of a mode in the text.
enum class PlaceKind : std::uint8_t {
  Written,      // the mode is [begin, end) of `mode`
  LeftOut,      // no mode; it would stand at `mode`
  Enclosed,     // as LeftOut, and `whole`, the access, would need parentheses
  Fence,        // a fence statement, `whole`; its mode is at `mode`, which may be empty
  NewFence,     // a fence would stand before `whole`
  NewBlock,     // as NewFence, and `whole` would need braces
  NewEnd,       // a fence would stand before the closing brace `whole`
  NewEndBlock,  // a fence would stand behind `whole`, which would need braces
  Scope,        // litmus tests: `mode` is the scope of the instruction `whole`
  // C only:
  CallOrder,         // `mode` is the order argument of the call `whole`
  CallWithoutOrder,  // `mode` is the name of the called function, which takes no order
  CallFence          // as CallOrder, for a fence, which may be removed
};

struct ModePlace {
  PlaceKind kind = PlaceKind::Written;
  SourceRange mode;
  SourceRange whole;                   // the access or the statement; the definition of a macro
  std::vector<SourceRange> uses = {};  // places of the accesses, if they are elsewhere
};

// The reason why a mode is not changed.
enum class LeftAlone : std::uint8_t {
  NotWritten,   // no mode can be written, or the access may be non-atomic
  NotFound,     // C: no `memory_order_…` or `__ATOMIC_…` for the access was found
  CommandLine,  // a macro of the command line decides the order
  OtherFile,    // the order is in a file that must not be changed
  Entangled,    // several orders decide the mode, or the order decides more than modes
  Compiler,     // a compiler's preprocessor is needed, and the order is in an included file
  TooMany       // too many orders to try
};
struct LeftAlonePlace {
  SourceRange at;
  LeftAlone why = LeftAlone::NotWritten;
};

// The changes to a program that are allowed.
enum class OrderChanges : std::uint8_t {
  Modes,     // modes; fences may be removed
  AndFences  // modes; fences may be removed or added
};

struct OrderSites {
  Program program;                             // with the possible fences, of mode rlx
  std::vector<orders::Site> sites;             // symmetric threads share their sites
  std::vector<std::vector<ModePlace>> places;  // by site
  std::vector<LeftAlonePlace> left_alone;      // accesses whose modes cannot be changed
  // C with new fences: statements that access memory
  std::vector<SourceRange> without_room = {};         // no fence fits before them
  std::vector<SourceRange> without_room_inside = {};  // no fence fits between their accesses
  bool are_fences_too_many = false;                   // no fence is added: the program would change
};

// True if the place is for a new fence.
[[nodiscard]] constexpr bool is_new_fence(PlaceKind kind) {
  return kind == PlaceKind::NewFence || kind == PlaceKind::NewBlock || kind == PlaceKind::NewEnd ||
         kind == PlaceKind::NewEndBlock;
}
// True if the new fence would stand at the end of its place.
[[nodiscard]] constexpr bool is_at_end(PlaceKind kind) {
  return kind == PlaceKind::NewEnd || kind == PlaceKind::NewEndBlock;
}

}  // namespace drover::input
