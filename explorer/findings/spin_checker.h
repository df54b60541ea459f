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

// A value that a thread waits for and that will not come.
struct Spin {
  std::optional<Value> address;       // the cell that it read last; nothing: it reads none
  Value value = 0;                    // which stays that
  SourceRange source;                 // where it reads it, or stops
  std::optional<std::uint32_t> loop;  // Program::loops; nothing: at an await
  std::string awaited;                // what it waits for, in words, if that was asked for
};

// Whether to say in words what a thread waits for, which takes time.
enum class WaitText : std::uint8_t { LeftOut, Included };

// The condition of the await, or of the stop, that a thread is at. `target` is where what it has
// read is, `cell` the name of the cell; other registers are put in as values.
[[nodiscard]] std::string awaited_text(const Program& program, ThreadId thread,
                                       const ThreadState& state, RegisterId target,
                                       const std::string& cell);
// The same at an await.
[[nodiscard]] std::string awaited_text(const Program& program, ThreadId thread,
                                       const ThreadState& state, const std::string& cell);

// Whether a thread that was stopped in a pure iteration of a loop would go round forever, were
// it not stopped, once all other threads have come to rest.
//
// It is run on, alone, with every read returning what memory holds at the end. What it had read
// before it was stopped may be older; what it reads from then on is not. It is let through each
// stop twice. When it comes to a stop a second time, the iteration of that loop has read final
// values only, and has changed nothing, neither in memory nor in the registers that matter, but
// for one that may have been read again (see PurityAnalysis). At the third time that one holds a
// final value too, and all further iterations are the same.
class SpinChecker {
 public:
  // By thread and instruction of a program with awaits: the instruction it comes from.
  using Origins = std::vector<std::vector<InstructionIndex>>;

  // `program` is as it was before awaits were made of its loops; it must outlive this. `origins`
  // is empty if none were.
  SpinChecker(const Program& program, Origins origins, UnfoldOptions options);

  // The values of cells at the end, by address.
  using Memory = std::function<Value(Value)>;

  // What it waits for, if it does forever. `state` is where it was stopped, at a failed assume
  // or at the await that was made of a read and the assume after it.
  [[nodiscard]] std::optional<Spin> run_on(ThreadId thread, ThreadState state, const Memory& memory,
                                           WaitText text);

 private:
  // The state in the program without awaits.
  [[nodiscard]] ThreadState without_awaits(ThreadId thread, ThreadState state) const;

  const Program* program_;
  Origins origins_;
  LocationTable locations_;
  std::vector<Interpreter> threads_;
};

}  // namespace drover
