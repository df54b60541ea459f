#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drawing/picture.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/graph/relation.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// Reason why a thread stopped. Empty if it finished.
struct ThreadEnding {
  std::string text;
  bool is_alarming = false;
};

// A relation that no model defines.
struct NamedRelation {
  std::string name;
  Relation pairs;
};

// Contents of a picture besides events and program order.
struct PictureRequest {
  std::string title;
  std::vector<Caption> captions;
  std::vector<std::string> relations;  // names, in the order of the legend
  std::vector<std::string> asked_for;  // subset of `relations`: reported if empty
  std::vector<NamedRelation> own;      // subset of `relations` that the model does not define
  InitialWrites initial = InitialWrites::WhereRead;
  PictureParts parts = {};
  std::vector<EventRemark> remarks;
  std::vector<ThreadEnding> endings;   // by thread; may be shorter
  std::optional<Violation> violation;  // its cycle is always drawn
};

// Returns the drawn edges for one pair of a cycle: program order and coherence go through all
// events in between. No inverses.
[[nodiscard]] std::vector<CycleEdge> drawn_edges(const ExecutionGraph& graph,
                                                 const CycleEdge& edge);

// Omits the accesses that only keep spawned threads in variables, unless `parts` has them; `sync`
// that is not from a spawn or to a join, unless asked for; the pairs that useful_pairs omits, edges
// between the halves of an RMW, and, if rf is drawn, coherence from an RMW's source to its write.
[[nodiscard]] Picture compose_picture(const ExecutionGraph& graph, const GraphNames& names,
                                      const MemoryModel& model, const PictureRequest& request);

// Returns the pairs of a relation that are worth an edge, in order. The others follow from them.
//  - fr: to the coherence successor of the source, if there is coherence, unless that write is
//    later in the same thread;
//  - sw: pairs that do not follow from program order and other pairs, as happens-before;
//  - a relation that strictly contains program order: pairs that are not program order;
//  - a relation that is transitive, or closed under program order on both sides: pairs without a
//    detour through another event (the transitive reduction);
//  - every other relation, and every cyclic relation: all pairs.
// No pair of an event with itself.
[[nodiscard]] std::vector<std::pair<EventId, EventId>> useful_pairs(const ExecutionGraph& graph,
                                                                    std::string_view name,
                                                                    const Relation& relation);

}  // namespace drover::drawing
