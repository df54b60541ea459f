#pragma once

#include <cstddef>
#include <cstdint>

#include "semantics/program/label.h"
#include "semantics/program/mode.h"
#include "semantics/program/tag.h"

// The base sets and relations of memory models, and the sets of an event. Their values on an
// execution graph are in base_values.h.
namespace drover {

enum class Base : std::uint8_t {
  // Sets of events. An event is in the set of its written mode; accesses and fences without a mode
  // are in SC and in PLAIN.
  All,
  Writes,
  Reads,
  Fences,
  Rmw,
  Failed,
  InitialWrites,
  FinalWrites,
  NonAtomicLocation,
  Na,
  Rlx,
  Acq,
  Rel,
  AcqRel,
  Sc,
  Plain,
  Allocations,
  Spawns,
  Joins,
  Frees,
  Calls,
  // Relations.
  Po,
  Sync,
  Rf,
  Co,
  Fr,
  RmwPairs,
  Loc,
  Int,
  Addr,
  Data,
  Ctrl,
  PickAddr,
  PickData,
  PickCtrl,
  Pick,
  Amo,
  SameValue,
  Si,
  // Relations of machines with scopes (Topology).
  SameCta,
  SameSubgroup,
  SameWorkgroup,
  SameQueueFamily,
  SameDevice,
  ScopesReach,
  VirtualLoc,
  BarrierSync,
  SystemSync,
  FenceOrder,
  FirstTag,  // and one set for each tag: see base_of
};
inline constexpr std::size_t BaseCount = static_cast<std::size_t>(Base::FirstTag) + TagCount;
static_assert(BaseCount <= 256);

// Returns the set of the events with a tag.
[[nodiscard]] constexpr Base base_of(Tag tag) {
  return static_cast<Base>(static_cast<std::size_t>(Base::FirstTag) +
                           static_cast<std::size_t>(tag));
}
[[nodiscard]] constexpr Tag tag_of(Base base) {
  return static_cast<Tag>(static_cast<std::size_t>(base) -
                          static_cast<std::size_t>(Base::FirstTag));
}
[[nodiscard]] constexpr bool is_set(Base base) { return base < Base::Po || base >= Base::FirstTag; }
[[nodiscard]] constexpr bool is_mode(Base base) { return base >= Base::Na && base <= Base::Plain; }
[[nodiscard]] constexpr bool is_dependency(Base base) {
  return base >= Base::Addr && base <= Base::Pick;
}
// True for relations of machines with scopes.
[[nodiscard]] constexpr bool is_scoped(Base base) {
  return base >= Base::SameCta && base <= Base::FenceOrder;
}
// True if the event alone decides whether it is in the set.
[[nodiscard]] constexpr bool is_of_event(Base base) {
  return is_set(base) && base != Base::FinalWrites && base != Base::NonAtomicLocation;
}

// The properties of an event that decide its sets, besides its tags. Events of all kinds of graphs
// have them.
struct EventClass {
  LabelKind kind = LabelKind::Read;
  Mode mode = Mode::Plain;
  bool is_initial = false;
  bool is_exclusive_read = false;
  bool is_exclusive_write = false;
  bool is_failed_exclusive = false;
};

// A set of base sets, as bits.
using BaseSets = std::uint64_t;
[[nodiscard]] constexpr BaseSets just(Base base) {
  return BaseSets{1} << static_cast<std::size_t>(base);
}
[[nodiscard]] constexpr bool is_among(Base base, BaseSets sets) {
  return base < Base::FirstTag && (sets & just(base)) != 0;
}

// Returns the set of accesses and fences with this mode; without a mode they are in Plain, too.
[[nodiscard]] constexpr Base set_of(Mode mode) {
  switch (mode) {
    case Mode::Na: return Base::Na;
    case Mode::Rlx: return Base::Rlx;
    case Mode::Acq: return Base::Acq;
    case Mode::Rel: return Base::Rel;
    case Mode::AcqRel: return Base::AcqRel;
    case Mode::Plain:
    case Mode::Sc: break;
  }
  return Base::Sc;
}

// Returns the sets of an event for which `is_of_event` holds, without tags.
[[nodiscard]] constexpr BaseSets sets_of(const EventClass& event) {
  BaseSets sets = just(Base::All);
  switch (event.kind) {
    case LabelKind::Read: sets |= just(Base::Reads); break;
    case LabelKind::Write: sets |= just(Base::Writes); break;
    case LabelKind::Fence: sets |= just(Base::Fences); break;
    case LabelKind::Alloc: return sets | just(Base::Allocations);
    case LabelKind::Spawn: return sets | just(Base::Spawns);
    case LabelKind::Join: return sets | just(Base::Joins);
    case LabelKind::Free: return sets | just(Base::Frees);
    case LabelKind::Call: return sets | just(Base::Calls);
    default: return sets;
  }
  if (event.is_initial) sets |= just(Base::InitialWrites);
  if (event.is_exclusive_read || event.is_exclusive_write) sets |= just(Base::Rmw);
  if (event.is_failed_exclusive) sets |= just(Base::Failed);
  sets |= just(set_of(event.mode));
  return event.mode == Mode::Plain ? sets | just(Base::Plain) : sets;
}

}  // namespace drover
