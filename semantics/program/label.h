#pragma once

#include <cstdint>

#include "semantics/program/access_part.h"
#include "semantics/program/error_kind.h"
#include "semantics/program/mode.h"
#include "semantics/program/tag.h"
#include "semantics/program/value.h"
#include "support/source_range.h"
#include "support/strong_id.h"

namespace drover {

// The next step of a thread, [RCMC] Def. 3.1, with the memory management and call markers of
// [SPORE] App. A. The kinds up to `Join` become events of execution graphs; the others, except
// `Fork`, end a thread.
enum class LabelKind : std::uint8_t {
  Read,
  Write,
  Fence,
  Alloc,     // value: address of the first cell; size: number of cells
  Free,      // value: the address given back
  Call,      // main f(…) or help f(…): detail indexes ThreadAutomaton::call
  Mark,      // begin or end of an operation: detail indexes ThreadAutomaton::call
  Choose,    // takes any of the values 0 … size - 1
  Spawn,     // value: the thread; detail indexes ThreadAutomaton::arguments
  Join,      // value: the thread; returns its result
  Finished,  // the thread has ended
  Block,     // failed assume, or block
  Error,     // failed assert, error, or a fault: detail indexes ThreadAutomaton::fact
  Cut,       // a bound was reached: detail is the loop's index in Program::loops, value a CutReason
  Fork  // a branch on read values, if threads stop at these (UnfoldOptions::branches): returns the
        // way, 0 or 1; value: the way that the values read so far give
};

// The reason why a thread was cut.
enum class CutReason : std::uint8_t {
  LoopBound,   // reached the bound on iterations
  LocalSteps,  // reached the bound on computation without an event
  Endless,     // computes forever: returned to an earlier state without an event
  Threads      // would spawn more threads than allowed
};

constexpr bool is_event(LabelKind kind) { return kind <= LabelKind::Join; }

// A set of values defined by a test.
class ValueTest {
 public:
  virtual ~ValueTest() = default;
  [[nodiscard]] virtual bool contains(Value value) const = 0;
};

// [RCMC] Def. 3.1: the values V of R(x, V) that make a read the first half of a
// read-modify-write.
struct ExclusiveValues {
  enum class Kind : std::uint8_t { None, One, All, Tested };
  Kind kind = Kind::None;
  Value one = 0;
  const ValueTest* test = nullptr;  // Tested; belongs to the thread's automaton

  // A cell that was never written has no value: reading it is an error, and nothing is written.
  [[nodiscard]] bool contains(Value value) const {
    if (value == UnwrittenValue) return false;
    switch (kind) {
      case Kind::None: return false;
      case Kind::One: return value == one;
      case Kind::All: return true;
      case Kind::Tested: return test->contains(value);
    }
    return false;
  }
  bool operator==(const ExclusiveValues&) const = default;
};

// A flat struct, since explorers access labels in their inner loops.
struct Label {
  LabelKind kind = LabelKind::Finished;
  Mode mode = Mode::Plain;          // Read, Write, Fence
  Mode failure_mode = Mode::Plain;  // Read: the mode if the value read is not exclusive
  bool is_await = false;            // Read: only some values pass
  bool is_assumed = false;          // Read: an await that was written as an assume
  bool is_dropped = false;          // Block: the execution does not count
  bool is_spin = false;             // Read, Block: stops a thread in a loop that changes nothing
  bool is_endless = false;          // Block: that loop does not depend on memory
  bool is_exclusive_write = false;  // Write: second half of a read-modify-write
  bool is_main_call = false;        // Call: main, not help
  bool is_begin = false;            // Mark: begin of an operation, not end
  bool is_commuting = false;        // Read: of a fetch-and-add with a dead result
  bool is_fused = false;            // Read, Write: halves of one event in the model
  bool is_of_order = false;         // Choose: of the order of unsequenced accesses
  bool is_of_barrier = false;  // Choose: of a barrier: `detail` is its index, `value` its resource
  std::uint16_t alias = 0;     // Read, Write: number of the virtual address of the location
  ErrorKind error = ErrorKind::Assertion;  // Error
  ExclusiveValues exclusive;               // Read
  TagSet tags;                             // Read, Write, Fence
  TagSet failure_tags;                     // Read: the tags if the value read is not exclusive
  LocationId location;                     // Read, Write; a Fence may have one
  AccessPart part;                         // Read, Write
  Value value = 0;  // Write: the value written; Alloc, Free: address; Spawn, Join: the thread
  Value size = 0;   // Alloc; Choose: the number of choices
  std::uint32_t detail = 0;  // Call, Error, Cut, Spawn
  SourceRange source;

  [[nodiscard]] bool is_read() const { return kind == LabelKind::Read; }
  [[nodiscard]] bool is_write() const { return kind == LabelKind::Write; }
  [[nodiscard]] bool is_fence() const { return kind == LabelKind::Fence; }
  [[nodiscard]] bool is_access() const { return is_read() || is_write(); }
  // True if the thread continues with a value that the label returns.
  [[nodiscard]] bool returns_value() const {
    return is_read() || kind == LabelKind::Choose || kind == LabelKind::Join ||
           kind == LabelKind::Fork;
  }

  // Returns the mode of this label's event when it reads `value`.
  [[nodiscard]] Mode mode_when_reading(Value read_value) const {
    const bool fails =
        exclusive.kind != ExclusiveValues::Kind::None && !exclusive.contains(read_value);
    return fails ? failure_mode : mode;
  }

  [[nodiscard]] TagSet tags_when_reading(Value read_value) const {
    const bool fails =
        exclusive.kind != ExclusiveValues::Kind::None && !exclusive.contains(read_value);
    return fails ? failure_tags : tags;
  }

  // True if a compare-and-swap fails when it reads `value`: only a read for the program, but a
  // machine may do more (tso and pso: it empties the store buffer). An unsatisfied await does not
  // count: it retries, and only its last attempt is in the graph.
  [[nodiscard]] bool fails_when_reading(Value read_value) const {
    return exclusive.kind != ExclusiveValues::Kind::None && !is_await &&
           !exclusive.contains(read_value);
  }

  bool operator==(const Label&) const = default;
};

}  // namespace drover
