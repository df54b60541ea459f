#pragma once

#include <bit>
#include <cstddef>
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
inline constexpr Strength Effects = Acquire | Release | Total;
// On machines with scopes, also its reach: a bit for each step from the narrowest scope to its own.
inline constexpr Strength FirstStep = 8;
inline constexpr Strength Reach = 8 | 16 | 32;
inline constexpr Strength LastStep = 32;

constexpr Strength effects_of(Strength strength) { return strength & Effects; }

// Returns the reach of a scope, by its index in the machine's levels, of which the first is the
// widest.
constexpr Strength reach_of(std::size_t level, std::size_t levels) {
  return static_cast<Strength>(((1U << (levels - 1 - level)) - 1) * FirstStep);
}
constexpr std::size_t level_of(Strength strength, std::size_t levels) {
  return levels - 1 - static_cast<std::size_t>(std::popcount<Strength>(strength & Reach));
}

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

// Returns the mode with the effects of a strength. For a fence, `rlx` means no fence: no model with
// modes gives a relaxed fence a meaning.
constexpr Mode mode_of(Strength strength) {
  if ((strength & Total) != 0) return Mode::Sc;
  if ((strength & (Acquire | Release)) == (Acquire | Release)) return Mode::AcqRel;
  if ((strength & Acquire) != 0) return Mode::Acq;
  return (strength & Release) != 0 ? Mode::Rel : Mode::Rlx;
}

constexpr bool is_weaker_or_same(Strength a, Strength b) { return (a & ~b) == 0; }

// True if some mode of the kind has exactly these effects, and some scope of the machine this reach
// (`levels` is 0 on a machine without scopes). A fence that is absent has no reach.
constexpr bool is_mode(Strength strength, SiteKind kind, std::size_t levels) {
  const Strength most = levels == 0 ? Nothing : reach_of(0, levels);
  const auto reach = static_cast<Strength>(strength & Reach);
  const Strength effects = effects_of(strength);
  if ((effects & ~all_of(kind)) != 0 || (reach & ~most) != 0) return false;
  if (levels != 0 && reach_of(level_of(reach, levels), levels) != reach) return false;
  if (kind == SiteKind::Fence && effects == Nothing && reach != Nothing) return false;
  return (effects & Total) == 0 || effects == all_of(kind);
}

}  // namespace drover::orders
