#pragma once

// A cycle whose directions and annotations are known, and what follows from it: which thread and
// location each access is in, and which values make the outcome of the cycle.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "generate/edge.h"

namespace drover::generate {

// A fault of a cycle. `begin` and `end` are where in its text; equal: in the whole of it.
struct CycleError {
  std::string message;
  std::size_t begin = 0;
  std::size_t end = 0;
};

template <typename Value>
using OrError = std::variant<Value, CycleError>;

struct Cycle {
  const Architecture* architecture = nullptr;
  std::vector<Edge> edges;

  friend bool operator==(const Cycle&, const Cycle&) = default;
};

[[nodiscard]] inline std::string print(const Cycle& cycle) {
  return print(cycle.edges, *cycle.architecture);
}
// The cycle begun at another edge.
[[nodiscard]] Cycle rotated(const Cycle& cycle, std::size_t first);

// An edge, or the annotation of the access between two edges.
using CycleItem = std::variant<Edge, Annotation>;

// Reads a cycle: `PodWW L Rfe A PodRR Fre` or `PodWWPL RfeLA PodRRAP Fre`.
[[nodiscard]] OrError<Cycle> read_cycle(std::string_view text, const Architecture& architecture);
// Settles directions (a star takes that of its neighbour) and annotations.
[[nodiscard]] OrError<Cycle> settle(const std::vector<CycleItem>& items,
                                    const Architecture& architecture);

// An access of the cycle.
struct Event {
  Direction direction = Direction::Read;
  Annotation annotation = 0;
  std::size_t in = 0;  // the edges beside it, by number in `edges`
  std::size_t out = 0;
  std::size_t thread = 0;
  std::size_t location = 0;
  std::uint64_t value = 0;                // what it reads, or what memory holds when it has written
  std::uint64_t operand = 0;              // of a write: what is stored, added, …
  std::uint64_t before = 0;               // of a write: the value that it overwrites
  std::vector<std::size_t> inserts = {};  // insert edges in the edge before it
  std::optional<std::uint64_t> store = {};  // the value of a store edge at it
};

enum class Locations : std::uint8_t { Several, One };
// The values of writes: diy numbers them, and an addition makes a value that another write may
// store, too. Distinct values tell the writes apart.
enum class Values : std::uint8_t { Distinct, Numbered };

struct Layout {
  std::vector<Event> events;                       // in the order of the cycle
  std::vector<std::vector<std::size_t>> threads;   // events in program order
  std::vector<std::vector<std::uint64_t>> writes;  // by location: values in coherence order
};

[[nodiscard]] OrError<Layout> lay_out(const Cycle& cycle, Locations locations,
                                      Values values = Values::Distinct);

[[nodiscard]] std::string location_name(std::size_t location);

// What memory holds after an update of `now`. Exchange: whatever writes its operand.
[[nodiscard]] std::uint64_t updated(RmwKind kind, std::uint64_t now, std::uint64_t operand);

}  // namespace drover::generate
