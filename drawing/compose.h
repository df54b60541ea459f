#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drawing/picture.h"
#include "drawing/picture_options.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/graph/relation.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// Why a thread went no further. Empty where it finished.
struct ThreadEnding {
  std::string text;
  bool is_alarming = false;
};

// A relation that no model defines.
struct NamedRelation {
  std::string name;
  Relation pairs;
};

// What a picture is to show besides the events and their program order.
struct PictureRequest {
  std::string title;
  std::vector<Caption> captions;
  std::vector<std::string> relations;  // names, in the order of the legend
  std::vector<std::string> asked_for;  // those of them of which it is said where they are empty
  std::vector<NamedRelation> own;      // those of `relations` that the model does not know
  InitialWrites initial = InitialWrites::WhereRead;
  PictureParts parts = {};
  std::vector<EventRemark> remarks;
  std::vector<ThreadEnding> endings;   // by thread; may be shorter
  std::optional<Violation> violation;  // its cycle is drawn whatever relations are asked for
};

// The edges that one pair of a cycle is drawn as: those of program order and coherence go by way of
// all events in between. No inverses.
[[nodiscard]] std::vector<CycleEdge> drawn_edges(const ExecutionGraph& graph,
                                                 const CycleEdge& edge);

// Besides the pairs that drawing/useful_pairs.h leaves out there are no edges between the halves
// of a read-modify-write, and, where rf is drawn, no coherence from the write that one reads from
// to its own.
[[nodiscard]] Picture compose_picture(const ExecutionGraph& graph, const GraphNames& names,
                                      const MemoryModel& model, const PictureRequest& request);

}  // namespace drover::drawing
