#pragma once

#include "explorer/cat/code.h"
#include "explorer/models/model_property.h"

namespace drover {

// Proves properties of a model's consistent graphs from the form of its axioms, for every core
// program. Lemmas 22 to 27 (docs/proofs.md).
[[nodiscard]] ModelProofs prove_properties(const cat::Code& code);

// Properties of graphs, besides consistency, when the last reads of threads are removed and events
// are added maximally: the basis of reads that give up (algorithms/trust/giving_up.h).
struct StaleReadProofs {
  bool keeps_order = false;      // no pair of remaining events becomes ordered by happens-before
  bool follows_threads = false;  // what precedes an event in hb precedes all later ones in po
  bool has_no_flags = false;     // no flag is set in a program without non-atomic accesses
};
[[nodiscard]] StaleReadProofs prove_stale_reads(const cat::Code& code);

// True if every thread has a view: of each location, the write that is latest in coherence among
// those that happen before its events, and those that it has read or written. No later read of the
// thread returns an older write, in any consistent graph.
//
// It is enough that happens-before is q+ where q contains po, and that an axiom is
// `irreflexive hb; c` or `irreflexive c; hb` where c contains fr and fr; rf. Let a read r return a
// write older than w, so that w is fr-after r. If w happens before an event before r in po, w
// happens before r; if such an event e reads w, e happens before r. The axiom forbids the cycles
// hb; fr and hb; fr; rf.
[[nodiscard]] bool keeps_views(const cat::Code& code);

}  // namespace drover
