#pragma once

#include <cstdint>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/fold.h"

// How the values of a model's expressions change when events are taken out of a graph or added to
// it, as far as their form tells. Whatever is said here is said of every graph of a core program:
// these are proofs, by induction over expressions. Where the form does not tell, nothing is
// claimed.
namespace drover::cat {

// H is G without some events; rf, co and all else are those of G between the events that stay.
enum class Removal : std::uint8_t {
  // What stays contains with an event all that is before it in po, sync and rf.
  ToPrefix,
  // What stays contains with an event all that is before it in po and sync. Of rf and co between
  // what stays some are taken away, too: events may be open (algorithms/buffering). Which are
  // halves of a read-modify-write is known.
  ToOpenPrefix,
  // Reads and fences that are not part of a read-modify-write, wherever they are.
  OfReadsAndFences,
};

enum class RemovalFact : std::uint8_t {
  Within,    // in H it has no pair (element) that it does not have in G
  Kept,      // in H it has every pair of G between events that stay
  Forward,   // relations: of each pair, the first is before the second or the same
  Backward,  // the second is before the first or the same
};
using UnderRemoval = FactSet<RemovalFact>;
// For each node.
[[nodiscard]] std::vector<UnderRemoval> analyse_removal(const Code& code, Removal removal);

// G is H and one event e.
enum class Addition : std::uint8_t {
  // The next event of a thread, added maximally: a read reads from the last write of its location,
  // a write stands behind the last. Every read-modify-write in H whose write is yet to come reads
  // from a last write of H. If e is such a write, the *partner* is its read.
  MaximalEvent,
  // The initial write of a location that no event of H accesses.
  InitialWrite,
};

enum class AdditionFact : std::uint8_t {
  Within,   // between events of H, G has no pair that H does not have
  Kept,     // and every pair that H has
  OutFree,  // no pair leads from e to an event of H
  InFree,   // none leads from an event of H to e
  OwnFree,  // e is not related to itself
  // The partner: no pair leads from it to another event of H; to itself; to e.
  PartnerOutFree,
  PartnerOwnFree,
  PartnerFree,
  OfPartner,  // what leads from an event of H to e leads from the partner
};
using UnderAddition = FactSet<AdditionFact>;
[[nodiscard]] std::vector<UnderAddition> analyse_addition(const Code& code, Addition addition);

}  // namespace drover::cat
