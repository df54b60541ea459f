#pragma once

#include <cstdint>

#include "semantics/program/mode.h"

namespace drover::orders {

// The kinds of instructions that have a mode.
enum class SiteKind : std::uint8_t {
  Load,
  Store,
  Update,   // a read-modify-write
  Failure,  // the read of a failed compare-and-swap, if it has its own mode
  Fence     // may be absent
};

// A mode as a set of ordering effects: rlx has none, and a stronger mode has more. The order of the
// modes of one kind is inclusion.
using Strength = std::uint8_t;
inline constexpr Strength Nothing = 0;
inline constexpr Strength Acquire = 1;
inline constexpr Strength Release = 2;
inline constexpr Strength Total = 4;  // sc; only with all other effects of the kind

// Returns all effects that a kind can have.
constexpr Strength all_of(SiteKind kind) {
  switch (kind) {
    case SiteKind::Load:
    case SiteKind::Failure: return Acquire | Total;
    case SiteKind::Store: return Release | Total;
    case SiteKind::Update:
    case SiteKind::Fence: return Acquire | Release | Total;
  }
  return Nothing;
}

// Returns the effects of an explicit mode other than `na`.
constexpr Strength strength_of(Mode mode, SiteKind kind) {
  Strength strength = Nothing;
  if (at_least(mode, Mode::Acq)) strength |= Acquire;
  if (at_least(mode, Mode::Rel)) strength |= Release;
  if (mode == Mode::Sc) strength |= Total;
  return strength & all_of(kind);
}

// Returns the mode with these effects. For a fence, `rlx` means no fence: no model with modes gives
// a relaxed fence a meaning.
constexpr Mode mode_of(Strength strength) {
  if ((strength & Total) != 0) return Mode::Sc;
  if ((strength & (Acquire | Release)) == (Acquire | Release)) return Mode::AcqRel;
  if ((strength & Acquire) != 0) return Mode::Acq;
  return (strength & Release) != 0 ? Mode::Rel : Mode::Rlx;
}

constexpr bool is_weaker_or_same(Strength a, Strength b) { return (a & ~b) == 0; }

// True if some mode of the kind has exactly these effects.
constexpr bool is_mode(Strength strength, SiteKind kind) {
  if ((strength & ~all_of(kind)) != 0) return false;
  return (strength & Total) == 0 || strength == all_of(kind);
}

}  // namespace drover::orders
