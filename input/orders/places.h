#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/orders/sites.h"
#include "frontend/source.h"
#include "semantics/program/program.h"

// Places of a text where modes stand, or would stand.
namespace drover::input {

// Bytes [begin, end) of a text become another text.
struct TextEdit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;
};
// Of edits at one place, those that come first are before the others.
[[nodiscard]] std::string edited(const std::string& text, std::vector<TextEdit> edits);

// Where the line of a place begins, if there is nothing before it but blanks.
[[nodiscard]] std::optional<std::size_t> line_begin_if_first(const std::string& text,
                                                             std::size_t at);
// What is left of a text without a statement, which goes with its line if nothing else is there.
[[nodiscard]] TextEdit removed_statement(const std::string& text, const SourceRange& whole);

// The files that edits of the subject's whole source change, as they are then.
[[nodiscard]] std::vector<SourcePart> edited_files(const SourceBuffer& source,
                                                   std::vector<TextEdit> edits);

// How a mode is written.
enum class PlaceKind : std::uint8_t {
  Written,      // it is there: [begin, end) of `mode`
  LeftOut,      // it is not: it would stand at `mode`
  Enclosed,     // the same, and what it is the mode of, `whole`, would need parentheses
  Fence,        // a statement, `whole`; its mode is at `mode`, which may be empty
  NewFence,     // a fence would stand before `whole`
  NewBlock,     // the same, and `whole` would need braces
  NewEnd,       // a fence would stand before the brace that `whole` is
  NewEndBlock,  // a fence would stand behind `whole`, which would need braces
  // Of C:
  CallOrder,         // the argument of a call, `whole`, that `mode` is
  CallWithoutOrder,  // the call is of a function without orders, whose name `mode` is
  CallFence          // as CallOrder, of a fence, which may go altogether
};

struct ModePlace {
  PlaceKind kind = PlaceKind::Written;
  SourceRange mode;
  SourceRange whole;                   // the access or the statement; the definition of a macro
  std::vector<SourceRange> uses = {};  // where the accesses are, if they are somewhere else
};

// Why a mode stays as it is.
enum class LeftAlone : std::uint8_t {
  NotWritten,   // none can be written there, or it is not known whether the access is atomic
  NotFound,     // of C: the order is not written as `memory_order_…` or `__ATOMIC_…` anywhere
  CommandLine,  // a macro that makes it is defined on the command line
  OtherFile,    // it is in a file that is not to be changed
  Entangled,    // several orders make it, or more than orders depends on it
  Compiler,     // a compiler's preprocessor is needed, and the order is in a file that is included
  TooMany       // orders could make it
};
struct LeftAlonePlace {
  SourceRange at;
  LeftAlone why = LeftAlone::NotWritten;
};

// What may be changed.
enum class OrderChanges : std::uint8_t {
  Modes,     // and fences may go
  AndFences  // modes, and fences may be put in
};

struct OrderSites {
  Program program;                             // with the fences that may be put in, of mode rlx
  std::vector<orders::Site> sites;             // those of symmetric threads are one
  std::vector<std::vector<ModePlace>> places;  // by site
  std::vector<LeftAlonePlace> left_alone;      // accesses whose modes cannot be changed
  // Of C, where fences may be put in: statements that access memory
  std::vector<SourceRange> without_room = {};         // before which no fence fits
  std::vector<SourceRange> without_room_inside = {};  // between whose accesses none does
  bool are_fences_too_many = false;                   // none is put in: it would be another program
};

// Whether a place is one for a fence that is not there.
[[nodiscard]] constexpr bool is_new_fence(PlaceKind kind) {
  return kind == PlaceKind::NewFence || kind == PlaceKind::NewBlock || kind == PlaceKind::NewEnd ||
         kind == PlaceKind::NewEndBlock;
}
// Whether the fence would stand behind what is at its place.
[[nodiscard]] constexpr bool is_at_end(PlaceKind kind) {
  return kind == PlaceKind::NewEnd || kind == PlaceKind::NewEndBlock;
}

}  // namespace drover::input
