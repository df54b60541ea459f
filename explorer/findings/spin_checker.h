#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "semantics/automaton/interpreter.h"
#include "semantics/program/location_table.h"
#include "semantics/program/program.h"

namespace drover {

// A value that a thread waits for and that never comes.
struct Spin {
  std::optional<Value> address;       // the cell it read last; empty: none
  Value value = 0;                    // the cell's final value
  SourceRange source;                 // the place of the read or of the stop
  std::optional<std::uint32_t> loop;  // Program::loops; empty: at an await
  std::string awaited;                // the awaited condition in words, if requested
};

// Included: also describes in words what a thread waits for, which takes time.
enum class WaitText : std::uint8_t { LeftOut, Included };

// Returns the condition of the await or stop of a thread. `target` is the register of the value it
// has read, `cell` the name of the cell; other registers are replaced by their values.
[[nodiscard]] std::string awaited_text(const Program& program, ThreadId thread,
                                       const ThreadState& state, RegisterId target,
                                       const std::string& cell);

// Decides whether a thread stopped in a pure iteration of a loop would loop forever without the
// stop, once all other threads have come to rest.
//
// The thread runs on alone, and every read returns the final value in memory. Values read before
// the stop may be older; later ones are not. The thread may pass each stop twice. When it reaches a
// stop the second time, the iteration of that loop has read only final values, and has changed
// neither memory nor the relevant registers, except one that may have been read again (see
// PurityAnalysis). At the third time that register holds a final value too, and all further
// iterations are the same.
class SpinChecker {
 public:
  // By thread and instruction of a program with awaits: the original instruction.
  using Origins = std::vector<std::vector<InstructionIndex>>;

  // `program` is the program before loops were turned into awaits; it must outlive this. `origins`
  // is empty if there were none.
  SpinChecker(const Program& program, Origins origins, UnfoldOptions options);

  // Returns the final value of a cell, by address.
  using Memory = std::function<Value(Value)>;
  // True if no other thread knows the block of an address: what is stored there changes nothing
  // for them.
  using Secrets = std::function<bool(Value)>;

  // For a thread at an await: returns its state where a failed assumption stops it once it has read
  // `value`; empty if the await is of the original program.
  [[nodiscard]] std::optional<ThreadState> stop_behind(ThreadId thread, ThreadState state,
                                                       Value value);
  // Returns what the thread waits for, if it waits forever. `state` is where it was stopped: at a
  // failed assume, or at the await made from a read and the assume after it.
  [[nodiscard]] std::optional<Spin> run_on(ThreadId thread, ThreadState state, const Memory& memory,
                                           WaitText text, const Secrets& is_secret = {});

 private:
  [[nodiscard]] ThreadState without_awaits(ThreadId thread, ThreadState state) const;

  const Program* program_;
  Origins origins_;
  LocationTable locations_;
  std::vector<Interpreter> threads_;
};

}  // namespace drover
