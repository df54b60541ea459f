#pragma once

#include <cstdint>
#include <vector>

#include "explorer/cat/code.h"
#include "support/enum_set.h"

// Derives, from the form of a model's expressions, how their values change when events are removed
// from a graph or added to it. The facts hold for every graph of a core program: they are proofs by
// induction over expressions. If the form does not show a fact, it is not claimed.
namespace drover::cat {

// H is G without some events; H inherits rf, co and all other relations between the remaining
// events.
enum class Removal : std::uint8_t {
  // H is closed under po, sync and rf predecessors.
  ToPrefix,
  // H is closed under po and sync predecessors. Some rf and co edges between remaining events are
  // removed too: events may be open (algorithms/buffering). The halves of read-modify-writes are
  // known.
  ToOpenPrefix,
  // Removes reads and fences that are not part of a read-modify-write, at any place.
  OfReadsAndFences,
};

enum class RemovalFact : std::uint8_t {
  Within,    // in H it has only pairs (elements) that it has in G
  Kept,      // in H it has every pair of G between remaining events
  Forward,   // relations: the first event of each pair is before the second, or equal to it
  Backward,  // the second event is before the first, or equal to it
};
using UnderRemoval = EnumSet<RemovalFact>;
// Returns the facts of each node.
[[nodiscard]] std::vector<UnderRemoval> analyse_removal(const Code& code, Removal removal);

// G is H plus one event e.
enum class Addition : std::uint8_t {
  // e is the next event of a thread, added maximally: a read reads from the last write of its
  // location, a write follows the last one. Every read-modify-write in H without its write reads
  // from a last write of H. If e is such a write, the *partner* is its read.
  MaximalEvent,
  // e is the initial write of a location that no event of H accesses.
  InitialWrite,
};

enum class AdditionFact : std::uint8_t {
  Within,   // between events of H, G has only pairs of H
  Kept,     // G has every pair of H
  OutFree,  // no pair leads from e to an event of H
  InFree,   // no pair leads from an event of H to e
  OwnFree,  // e is not related to itself
  // For the partner: no pair leads from it to another event of H; to itself; to e.
  PartnerOutFree,
  PartnerOwnFree,
  PartnerFree,
  OfPartner,  // pairs from an event of H to e start at the partner
};
using UnderAddition = EnumSet<AdditionFact>;
[[nodiscard]] std::vector<UnderAddition> analyse_addition(const Code& code, Addition addition);

}  // namespace drover::cat
