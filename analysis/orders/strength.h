#pragma once

#include <cstdint>

#include "semantics/program/mode.h"

namespace drover::orders {

// Kinds of places that have a mode.
enum class SiteKind : std::uint8_t {
  Load,
  Store,
  Update,   // a read-modify-write
  Failure,  // the read of a compare-and-swap that fails, where it has a mode of its own
  Fence     // which may be left out altogether
};

// A mode as the set of what it does: rlx does nothing of it, and the stronger of two modes does
// more. Modes of one kind are ordered as these sets are.
using Strength = std::uint8_t;
inline constexpr Strength Nothing = 0;
inline constexpr Strength Acquire = 1;
inline constexpr Strength Release = 2;
inline constexpr Strength Total = 4;  // sc; not without the others that the kind can have

// All that something of a kind can do.
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

// Of an explicit mode, not `na`.
constexpr Strength strength_of(Mode mode, SiteKind kind) {
  Strength strength = Nothing;
  if (at_least(mode, Mode::Acq)) strength |= Acquire;
  if (at_least(mode, Mode::Rel)) strength |= Release;
  if (mode == Mode::Sc) strength |= Total;
  return strength & all_of(kind);
}

// Of a fence, `rlx` stands for none at all: no model of those that have modes gives such a fence a
// meaning.
constexpr Mode mode_of(Strength strength) {
  if ((strength & Total) != 0) return Mode::Sc;
  if ((strength & (Acquire | Release)) == (Acquire | Release)) return Mode::AcqRel;
  if ((strength & Acquire) != 0) return Mode::Acq;
  return (strength & Release) != 0 ? Mode::Rel : Mode::Rlx;
}

constexpr bool is_weaker_or_same(Strength a, Strength b) { return (a & ~b) == 0; }

// Whether some mode of the kind does just this.
constexpr bool is_mode(Strength strength, SiteKind kind) {
  if ((strength & ~all_of(kind)) != 0) return false;
  return (strength & Total) == 0 || strength == all_of(kind);
}

}  // namespace drover::orders
