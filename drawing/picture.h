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
  Initial,  // an initial write, without a thread
  Read,
  Write,
  Fence,
  Other,  // allocations, frees, markers of calls
  Ending  // not an event: why a thread stopped
};

struct PictureNode {
  NodeKind kind = NodeKind::Other;
  EventId event = {};                     // none() for an ending
  std::string letter = {};                // the event's name; initial writes have none
  ThreadId thread = {};                   // none() for an initial write
  std::string text = {};                  // `W@rel x = 1`
  std::uint32_t line = 0;                 // in the text of all files; 0: none
  std::string place = {};                 // "9", "lock.h:9"; empty: none
  std::string calls = {};                 // CodePlaces::wrapped_calls_text
  std::vector<std::size_t> remarks = {};  // indices into Picture::remarks
  bool is_alarming = false;               // has a remark, or is an ending at an error
  // The write of an RMW: directly below its read.
  bool is_joined = false;
};

// A drawn line. Relations with the same pair share it.
struct PictureEdge {
  std::size_t from = 0;  // Picture::nodes
  std::size_t to = 0;
  std::string relation;                // the first relation: determines the style
  bool is_in_cycle = false;            // part of a cycle that violates an axiom
  std::vector<std::string> also = {};  // other relations

  bool operator==(const PictureEdge&) const = default;

  [[nodiscard]] bool has(const std::string& name) const {
    return relation == name || std::ranges::find(also, name) != also.end();
  }
  // Returns `rf, sw`.
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

  // False for a hidden thread, and for an init or final thread without nodes.
  [[nodiscard]] bool is_drawn() const {
    return is_shown && (role == ThreadRole::Worker || !nodes.empty());
  }
};

// A box around neighbouring threads of a machine with scopes: `cta 0`.
struct PictureGroup {
  std::string name;
  std::size_t first = 0;   // threads
  std::size_t last = 0;    // included
  std::size_t height = 0;  // of the boxes inside: 0 for the innermost
};

// A requested relation without edges.
struct MissingRelation {
  std::string relation;
  bool is_empty = true;  // false: its pairs follow from others, or begin at initial writes

  bool operator==(const MissingRelation&) const = default;
};

// A line of text below the title.
struct Caption {
  std::string text;
  bool is_alarming = false;
};

// Contents of a drawing before layout, the same for all formats.
struct Picture {
  std::string title;
  std::vector<Caption> captions;
  std::vector<PictureNode> nodes;
  std::vector<PictureThread> threads;  // by ThreadId
  std::vector<PictureGroup> groups;    // outer ones before inner ones
  std::vector<std::size_t> initial;    // nodes of initial writes
  std::vector<PictureEdge> edges;      // program order first, then in the requested order
  std::vector<std::string> relations;  // relations with edges, program order first
  std::vector<std::string> remarks;    // `c (writer:4): race: one access`
  std::vector<MissingRelation> missing;
  bool has_legend = true;
  // Writes and their readers, even if rf is not drawn: rows depend on them.
  std::vector<std::pair<std::size_t, std::size_t>> reads_from;
  // Spawns and first nodes of their threads, last nodes of threads and joins, likewise.
  std::vector<std::pair<std::size_t, std::size_t>> synchronised;
};

enum class PictureFormat : std::uint8_t {
  Text,
  Dot,
  Svg,
  Png,
  Pdf,
  Tikz,         // a LaTeX document
  TikzFragment  // a tikzpicture for a document
};

// Parts around events and edges.
struct PictureParts {
  bool has_title = true;  // includes the captions below it
  bool has_legend = true;
  bool has_lines = true;  // source lines in nodes
  // Accesses to variables that only ever hold spawned threads (C: `pthread_t threads[2]`).
  bool has_bookkeeping = false;
};

// Initial writes to draw, with their outgoing edges. WhereRead: those that are read or on a cycle,
// without coherence edges, as they always come first; if these are too many, only those on a cycle.
enum class InitialWrites : std::uint8_t { WhereRead, All, None };

enum class Theme : std::uint8_t {
  Light,
  Dark,
  Mono,   // black on white
  Viewer  // light, or dark if the viewer prefers
};

}  // namespace drover::drawing
