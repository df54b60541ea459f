// An instruction of the new code is an old one with the iteration counts of the loops around it.
// Equal positions are written once: after a loop its iteration count does not matter, since its
// counter is dead there.
#include "semantics/passes/unroll_pass.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/automaton/liveness.h"
#include "semantics/program/code_writer.h"
#include "semantics/program/control_flow.h"

namespace drover::passes {

namespace {

// A position of a thread: the instruction, and the live counters.
struct Position {
  InstructionIndex at = 0;
  std::vector<std::uint32_t> counts;  // by loop of the thread; 0 if its counter is dead

  auto operator<=>(const Position&) const = default;
};

// Writes the new code of one thread. A short-lived worker.
class Unroller {
 public:
  Unroller(const Program& program, ThreadId id, std::uint32_t bound)
      : thread_(program.threads[id.value]), liveness_(program, id), bound_(bound) {
    const std::vector<bool> is_local = find_local_loops(thread_);
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const InstructionBody& body = thread_.code[at].body;
      if (const auto* start = std::get_if<LoopStart>(&body)) add(start->counter);
      if (const auto* loop = std::get_if<LoopIteration>(&body)) {
        add(loop->counter);
        if (is_local[at]) local_.push_back(loop->loop);
      }
    }
  }

  // Nothing if the code is too long.
  std::optional<std::vector<Instruction>> run() {
    write_from({0, std::vector<std::uint32_t>(counters_.size(), 0)});
    while (!open_.empty()) {
      const Position position = std::move(open_.back());
      open_.pop_back();
      if (!code_.is_placed(target_of(position))) write_from(position);
      if (code_.size() > MaxUnrolledInstructions) break;
    }
    if (code_.size() > MaxUnrolledInstructions) return std::nullopt;
    code_.place(end_);
    const Instruction& last = thread_.code.back();
    code_.emit(last.body, last.source);
    return code_.finish();
  }

 private:
  using Target = CodeWriter::Target;

  void add(RegisterId counter) {
    if (std::ranges::find(counters_, counter) == counters_.end()) counters_.push_back(counter);
  }
  // True if a loop has no events: such loops stay.
  [[nodiscard]] bool is_local(std::uint32_t loop) const {
    return std::ranges::find(local_, loop) != local_.end();
  }
  [[nodiscard]] std::uint32_t& count_of(Position& position, RegisterId counter) const {
    const auto index = std::ranges::find(counters_, counter) - counters_.begin();
    return position.counts[static_cast<std::size_t>(index)];
  }

  [[nodiscard]] Position at(InstructionIndex index, Position position) const {
    position.at = index;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      if (!liveness_.is_live_before(index, counters_[i].value)) position.counts[i] = 0;
    }
    return position;
  }

  // Returns the target of a position in the new code.
  Target target_of(const Position& position) {
    const auto known = targets_.find(position);
    if (known != targets_.end()) return known->second;
    return targets_.emplace(position, code_.make_target()).first->second;
  }

  // Writes code until the thread ends, branches, or reaches a written position.
  void write_from(Position position) {
    while (code_.size() <= MaxUnrolledInstructions) {
      const Target target = target_of(position);
      if (code_.is_placed(target)) {
        code_.emit(Jump{target.index}, thread_.code[position.at].source);
        return;
      }
      code_.place(target);
      const std::optional<InstructionIndex> after = write_one(position);
      if (!after) return;
      position = at(*after, std::move(position));
    }
  }

  // Returns where the thread continues; nothing if it stops, or branches, which leaves two open
  // positions.
  std::optional<InstructionIndex> write_one(Position& position) {
    const Instruction& instruction = thread_.code[position.at];
    const InstructionBody& body = instruction.body;
    if (const auto* jump = std::get_if<Jump>(&body)) return jump->target;
    if (const auto* start = std::get_if<LoopStart>(&body)) {
      if (is_local(start->loop)) code_.emit(body, instruction.source);
      count_of(position, start->counter) = 0;
      return position.at + 1;
    }
    if (const auto* loop = std::get_if<LoopIteration>(&body); loop && is_local(loop->loop)) {
      code_.emit(body, instruction.source);
      return position.at + 1;
    }
    if (const auto* loop = std::get_if<LoopIteration>(&body)) {
      if (count_of(position, loop->counter)++ < bound_) return position.at + 1;
      code_.emit(BlockInstruction{}, instruction.source);
      return std::nullopt;
    }
    if (std::holds_alternative<Finish>(body)) {
      code_.emit(Jump{end_.index}, instruction.source);
      return std::nullopt;
    }
    if (const auto* call = std::get_if<CallMarker>(&body)) {
      copy_call(position.at, *call);
      return call->end;
    }
    if (const auto* branch = std::get_if<Branch>(&body)) {
      write_branch(*branch, position, instruction.source);
      return std::nullopt;
    }
    code_.emit(body, instruction.source);
    return stops_thread(body) ? std::nullopt : std::optional(position.at + 1);
  }

  void write_branch(const Branch& branch, const Position& position, SourceRange source) {
    const Position if_true = at(branch.if_true, position);
    const Position if_false = at(branch.if_false, position);
    code_.emit(
        Branch{branch.condition, target_of(if_true).index, target_of(if_false).index, branch.flow},
        source);
    open_.push_back(if_false);
    open_.push_back(if_true);
  }

  // The body of a marked call stays contiguous; its jumps stay within it or lead to its end.
  void copy_call(InstructionIndex first, const CallMarker& call) {
    std::vector<Target> targets;
    for (InstructionIndex i = first; i <= call.end; ++i) targets.push_back(code_.make_target());
    for (InstructionIndex i = first; i < call.end; ++i) {
      code_.place(targets[i - first]);
      InstructionBody body = thread_.code[i].body;
      for_each_target(body, [&](InstructionIndex& to) { to = targets[to - first].index; });
      code_.emit(std::move(body), thread_.code[i].source);
    }
    code_.place(targets.back());
  }

  const Thread& thread_;
  Liveness liveness_;
  std::uint32_t bound_;
  std::vector<RegisterId> counters_;
  std::vector<std::uint32_t> local_;  // loops without events
  CodeWriter code_;
  Target end_ = code_.make_target();
  std::map<Position, Target> targets_;
  std::vector<Position> open_;  // targets of branches, perhaps not written yet
};

}  // namespace

std::optional<Program> unrolled(const Program& program, std::uint32_t bound) {
  Program out = program;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    std::optional<std::vector<Instruction>> code = Unroller(program, ThreadId(t), bound).run();
    if (!code) return std::nullopt;
    out.threads[t].code = std::move(*code);
  }
  return out;
}

}  // namespace drover::passes
