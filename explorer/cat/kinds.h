#pragma once

#include <cstdint>
#include <vector>

#include "explorer/cat/code.h"
#include "support/enum_set.h"

// Abstract domain: the events that a value depends on. It decides how the checkers on working
// graphs compute the value (models/incremental/cat_engine.h).
namespace drover::cat {

enum class DependsOn : std::uint8_t {
  // The predecessors of an event are events before it in its thread, or itself, and depend on these
  // events alone; likewise whether it is in a set.
  Thread,
  Pair,  // relations: the two events decide whether they are related
};
using Dependence = EnumSet<DependsOn>;
// Returns the facts of each node. A `let rec` has none.
[[nodiscard]] std::vector<Dependence> analyse_dependence(const Code& code);

enum class Kind : std::uint8_t {
  Kept,       // its rows are kept from graph to graph
  OfPair,     // computed from the two events, and never stored
  Reflexive,  // the operand's rows plus the identity: not stored either
  Whole,      // evaluated for each graph
};
// `is_kept`: a checker keeps the node.
[[nodiscard]] Kind kind_of(const Node& node, Dependence dependence, bool is_kept);

// Forms with special evaluation. NotAllAccesses: a difference of accesses of one location and a
// product of sets, which is empty if both sets contain all accesses.
enum class Form : std::uint8_t { Any, FromRead, Communication, NotAllAccesses };
// Returns FromRead for fr, Communication for (rf | co | fr)+, otherwise Any.
[[nodiscard]] Form form_of(const Code& code, const Node& node);

// The kinds and forms of all nodes.
struct Kinds {
  std::vector<Kind> kinds;
  std::vector<Form> forms;
};
// Returns those of a checker that keeps the sets and relations of threads.
[[nodiscard]] Kinds kinds_of_threads(const Code& code);

}  // namespace drover::cat
