#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/outcome.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/shape.h"
#include "explorer/models/memory_model.h"

namespace drover::suite {

// The modes that a model tells apart, weaker before stronger, by kind of instruction. The weakest
// is `rlx`; for fences it stands for none.
struct Vocabulary {
  std::vector<Mode> reads;
  std::vector<Mode> writes;
  std::vector<Mode> updates;
  std::vector<Mode> fences;

  [[nodiscard]] static Vocabulary all();

  [[nodiscard]] const std::vector<Mode>& modes_of(shapes::InstructionKind kind) const;
  // Returns the strongest mode of the vocabulary that is no stronger than `mode`.
  [[nodiscard]] Mode effective(shapes::InstructionKind kind, Mode mode) const;
  // Returns the modes that are one step weaker: for a fence, `rlx` is none.
  [[nodiscard]] std::vector<Mode> one_weaker(shapes::InstructionKind kind, Mode mode) const;
  [[nodiscard]] std::vector<Mode> one_stronger(shapes::InstructionKind kind, Mode mode) const;
};

// A program with an outcome: a part of the sources of its reads and of its final values. As in
// compare::Outcome, and `Free` for what the outcome leaves open.
struct PartialOutcome {
  static constexpr std::uint8_t Free = 0xFE;

  std::vector<std::uint8_t> reads_from;   // by event
  std::vector<std::uint8_t> last_writes;  // by location
};

// The property of a model that a test shows.
enum class Notion : std::uint8_t {
  // The values of reads, and those of memory at the end: it is forbidden if all executions with
  // them are.
  Outcomes,
  // One execution, as in the artifact of the paper. A read whose write is removed comes before no
  // write.
  Executions,
  // One execution. A read whose write is removed still comes before the writes that it came before.
  OrderedExecutions
};

// What a model says of the tests of a suite.
enum class Side : std::uint8_t { Forbidden, Allowed };

// A program and what it is tested for.
struct TestedProgram {
  shapes::EventLayout layout;
  shapes::ModeAssignment modes;  // by instruction
  PartialOutcome outcome;
  Notion notion = Notion::Outcomes;
  // The coherence orders of the execution, by location, without the initial writes.
  std::vector<std::vector<std::uint8_t>> coherence = {};
  // OrderedExecutions, by event: how many writes of its location a free read may come after.
  std::vector<std::uint8_t> earlier = {};
};

// Calculates the indices of a layout from its events; threads and locations are those of `like`.
[[nodiscard]] shapes::EventLayout layout_of(std::vector<shapes::ShapeEvent> events,
                                            std::vector<shapes::InstructionKind> instructions,
                                            const shapes::EventLayout& like);

// The program without the events of one instruction.
[[nodiscard]] TestedProgram without(const TestedProgram& program, std::uint8_t instruction);

// The program with the scope of an instruction so many levels further inwards, or, if negative,
// outwards; nothing if there is no such level.
[[nodiscard]] std::optional<TestedProgram> with_scope_moved(const TestedProgram& program,
                                                            std::size_t instruction, int levels);

// True if an execution of the program makes it undefined: then it may end in anything. In models
// from files, atomic accesses may race whose scopes do not reach; in those that come with Drover,
// only accesses that are not atomic do.
[[nodiscard]] bool is_undefined(const MemoryModel& model, const shapes::EventLayout& layout,
                                const shapes::ModeAssignment& modes);

// True if the model allows the execution, or one with the outcome.
[[nodiscard]] bool is_reached(const MemoryModel& model, const TestedProgram& program);

// True if it is reached, or the program is undefined.
[[nodiscard]] bool is_allowed(const MemoryModel& model, const TestedProgram& program);
using Allows = std::function<bool(const TestedProgram&)>;

// A way to weaken a program, [Lustig, Wright, Papakonstantinou, Giroux, ASPLOS'17].
enum class Weakening : std::uint8_t {
  Remove,  // an instruction; a read-modify-write goes as a whole
  Split,   // a read-modify-write: its halves stay
  Demote,  // a mode, by one step; a fence of the weakest mode goes
  Narrow,  // a scope, by one level
  Cut      // a dependency
};

// Calls `visit` on every program that one weakening gives, with the outcome that is left of it: the
// read of a value whose write is gone may read anything, and a location whose last write is gone
// may end with anything. Until it returns false; true if all were visited.
bool for_each_weaker(const TestedProgram& program, const Vocabulary& vocabulary,
                     const std::function<bool(Weakening, const TestedProgram&)>& visit);

}  // namespace drover::suite
