#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "semantics/program/thread_role.h"
#include "support/strong_id.h"

namespace drover::drawing {

enum class NodeKind : std::uint8_t {
  Initial,  // an initial write: belongs to no thread
  Read,
  Write,
  Fence,
  Other,  // allocations, frees, markers of calls
  Ending  // no event: why a thread goes no further
};

struct PictureNode {
  NodeKind kind = NodeKind::Other;
  EventId event = {};                     // none() for an ending
  std::string letter = {};                // what the event is called; initial writes have none
  ThreadId thread = {};                   // none() for an initial write
  std::string text = {};                  // `W@rel x = 1`
  std::uint32_t line = 0;                 // of the source; 0: none
  std::vector<std::size_t> remarks = {};  // indices into Picture::remarks
  bool is_alarming = false;               // has a remark, or is an ending at an error
  // The write of a read-modify-write: stands directly below its read.
  bool is_joined = false;
};

// One line. Where several relations have the same pair they share it.
struct PictureEdge {
  std::size_t from = 0;  // Picture::nodes
  std::size_t to = 0;
  std::string relation;                // the first of them: the line looks as its
  bool is_in_cycle = false;            // part of what breaks an axiom
  std::vector<std::string> also = {};  // the others

  bool operator==(const PictureEdge&) const = default;

  [[nodiscard]] bool has(const std::string& name) const {
    return relation == name || std::ranges::find(also, name) != also.end();
  }
  // `rf, sw`.
  [[nodiscard]] std::string names() const {
    std::string text = relation;
    for (const std::string& name : also) text += ", " + name;
    return text;
  }
};

struct PictureThread {
  std::string name;
  ThreadRole role = ThreadRole::Worker;
  std::vector<std::size_t> nodes;  // in program order

  bool is_shown = true;  // GraphNames::is_shown

  // What runs before or after the workers has no place where it does nothing.
  [[nodiscard]] bool is_drawn() const {
    return is_shown && (role == ThreadRole::Worker || !nodes.empty());
  }
};

// A relation that was asked for and has no edges.
struct MissingRelation {
  std::string relation;
  bool is_empty = true;  // else its pairs follow from others, or lead out of initial writes

  bool operator==(const MissingRelation&) const = default;
};

// A line of text below the title.
struct Caption {
  std::string text;
  bool is_alarming = false;
};

// What a drawing of an execution shows, before anything has a place. The same for all
// formats.
struct Picture {
  std::string title;
  std::vector<Caption> captions;
  std::vector<PictureNode> nodes;
  std::vector<PictureThread> threads;  // by ThreadId
  std::vector<std::size_t> initial;    // nodes of initial writes
  std::vector<PictureEdge> edges;      // program order first, then by relation as asked for
  std::vector<std::string> relations;  // those that have edges, program order first
  std::vector<std::string> remarks;    // `c (writer:4): race: one access`
  std::vector<MissingRelation> missing;
  bool has_legend = true;
  // Writes and who reads from them, whether or not rf is drawn: rows follow it.
  std::vector<std::pair<std::size_t, std::size_t>> reads_from;
};

}  // namespace drover::drawing
