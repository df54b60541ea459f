#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/models/model_property.h"

namespace drover {

// A proof that a model has a property, for all graphs.
struct PropertyProof {
  bool is_proved = false;
  bool only_without_spawns = false;      // in programs whose threads all exist from the beginning
  std::vector<std::string> axioms = {};  // the axioms it follows from, in the order of the model
};

// The order within a thread, independent of the code, that an acyclic relation with rfe gives. Sets
// are sets of the model; a list of sets means the events in all of them.
struct LocalOrder {
  using Sets = std::vector<cat::NodeIndex>;
  static constexpr std::size_t MaxBarriers = 64;
  // Reads ordered before every later write; or, with `fences`, before every write after a later
  // fence.
  struct Barrier {
    Sets reads;
    std::optional<Sets> fences = {};
  };
  std::vector<Barrier> barriers = {};
  // Writes ordered after every earlier access.
  std::vector<Sets> last = {};
  // True if accesses are ordered before later writes of the same location.
  bool has_locations = false;
};

// Properties of a model that algorithms/buffering needs, besides those of ModelProofs.
struct DependencyProofs {
  // Dependencies and rf are acyclic.
  PropertyProof acyclicity = {};
  // True if `acyclicity` holds for a D in which all events after a read-modify-write depend on its
  // read; or in which at least its write does.
  bool orders_updates = false;
  bool orders_halves = false;
  // True if the order includes po from the load of a pair to its store, also behind data
  // dependencies (Lemma 70, docs/proofs.md).
  bool orders_pairs = false;
  // True if `acyclicity` holds only for a D in which an event depends neither on the control path
  // to it nor on the addresses of earlier accesses, and only for programs whose accesses are all in
  // the set `accesses` (Lemma 29, docs/proofs.md).
  bool promises_ways = false;
  std::optional<cat::NodeIndex> accesses = {};
  // Then: true if the order includes ctrl to writes.
  bool orders_controls = false;
  LocalOrder local_order = {};
  // Coherence within threads, except for the halves of one instruction; and their atomicity.
  PropertyProof coherence = {};
  PropertyProof atomicity = {};
  // Axioms that hold in every graph that is coherent in each thread and in which each
  // read-modify-write is right after its source: indices in Code::checks.
  std::vector<std::size_t> implied = {};
  // Axioms that may fail on a part, with open events, of a consistent graph: only complete
  // executions are checked with them.
  std::vector<std::size_t> not_of_parts = {};
  // True if the other axioms stay true when an event is added maximally
  // (cat::Addition::MaximalEvent).
  bool extends_maximally = false;
};

// Properties of graphs, besides consistency, when the last reads of threads are removed and events
// are added maximally: the basis of reads that give up (algorithms/giving_up.h).
struct StaleReadProofs {
  bool keeps_order = false;      // no pair of remaining events becomes ordered by happens-before
  bool follows_threads = false;  // what precedes an event in hb precedes all later ones in po
  bool contains_causes = false;  // happens-before is (po ∪ sync ∪ rf)+ or more
  bool has_no_flags = false;     // no flag is set in a program without non-atomic accesses
  // A flag is set if there is an event of a set that an event is in whatever the others are.
  bool has_flags_of_events = false;
};

// The properties proved from the form of a model's axioms. An unproved property may still hold.
struct ModelProofs {
  std::array<PropertyProof, AllModelProperties.size()> of;
  // An axiom that forbids the empty graph, which is a prefix of every graph: then prefixes of
  // consistent graphs need not be consistent.
  std::optional<std::string> forbids_empty_graph;
  // The assumptions of algorithms/buffering: that dependencies and rf are acyclic; and that a part
  // of a consistent graph, with open events, is not rejected.
  DependencyProofs dependencies = {};
  PropertyProof open_parts = {};
  StaleReadProofs stale_reads = {};
  // True if every thread has a view: of each location, the write that is latest in coherence among
  // those that happen before its events, and those that it has read or written. No later read of
  // the thread returns an older write, in any consistent graph.
  //
  // It is enough that happens-before is q+ where q contains po, and that an axiom is
  // `irreflexive hb; c` or `irreflexive c; hb` where c contains fr and fr; rf. Let a read r return
  // a write older than w, so that w is fr-after r. If w happens before an event before r in po, w
  // happens before r; if such an event e reads w, e happens before r. The axiom forbids the cycles
  // hb; fr and hb; fr; rf.
  bool keeps_views = false;
  // Axioms that follow from others, in all programs: indices in Code::checks.
  std::vector<std::size_t> implied;

  [[nodiscard]] const PropertyProof& operator[](ModelProperty property) const {
    return of[static_cast<std::size_t>(property)];
  }
  [[nodiscard]] PropertyProof& operator[](ModelProperty property) {
    return of[static_cast<std::size_t>(property)];
  }
};

// Proves properties of a model's consistent graphs from the form of its axioms, for every core
// program. Lemmas 22 to 27 (docs/proofs.md).
[[nodiscard]] ModelProofs prove_properties(const cat::Code& code);

// DependencyProofs::extends_maximally of a model for some programs alone; `implied` as there.
[[nodiscard]] bool extends_maximally(const cat::Code& code,
                                     const std::vector<std::size_t>& implied);

}  // namespace drover
