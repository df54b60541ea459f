// An instruction of the new code is one of the old, together with how often each loop around it
// has been repeated. What is reached in the same way is written once: behind a loop nobody knows
// any more how often it was repeated, for its counter is dead there.
#include "semantics/passes/unroll_pass.h"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/automaton/liveness.h"

namespace drover::passes {

namespace {

// Where a thread is: the instruction, and the counters that matter there.
struct Position {
  InstructionIndex at = 0;
  std::vector<std::uint32_t> counts;  // by loop of the thread; 0 where its counter is dead

  auto operator<=>(const Position&) const = default;
};

// Writes the new code of one thread. Lives while it does.
class Unroller {
 public:
  Unroller(const Program& program, ThreadId id, std::uint32_t bound)
      : thread_(program.threads[id.value]), liveness_(program, id), bound_(bound) {
    for (const Instruction& instruction : thread_.code) {
      if (const auto* start = std::get_if<LoopStart>(&instruction.body)) add(start->counter);
      if (const auto* loop = std::get_if<LoopIteration>(&instruction.body)) add(loop->counter);
    }
  }

  // Nothing if it is too long.
  std::optional<std::vector<Instruction>> run() {
    write_from({0, std::vector<std::uint32_t>(counters_.size(), 0)});
    while (!open_.empty()) {
      const OpenEnd end = std::move(open_.back());
      open_.pop_back();
      const InstructionIndex target = place_of(end.position);
      auto& branch = std::get<Branch>(code_[end.branch].body);
      (end.is_true_side ? branch.if_true : branch.if_false) = target;
      if (code_.size() > MaxUnrolledInstructions) break;
    }
    if (code_.size() > MaxUnrolledInstructions) return std::nullopt;
    finish();
    return std::move(code_);
  }

 private:
  // A side of a branch of the new code whose target is not known yet.
  struct OpenEnd {
    std::size_t branch = 0;
    bool is_true_side = false;
    Position position;
  };

  void add(RegisterId counter) {
    if (std::ranges::find(counters_, counter) == counters_.end()) counters_.push_back(counter);
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

  [[nodiscard]] InstructionIndex next() const {
    return static_cast<InstructionIndex>(code_.size());
  }

  // Where in the new code a position is; it is written at the end if it is not there yet.
  InstructionIndex place_of(const Position& position) {
    const auto known = places_.find(position);
    if (known != places_.end()) return known->second;
    const InstructionIndex place = next();
    write_from(position);
    return place;
  }

  // Writes on until the thread ends, branches, or comes to what is written already.
  void write_from(Position position) {
    while (code_.size() <= MaxUnrolledInstructions) {
      const auto [known, is_new] = places_.emplace(position, next());
      if (!is_new) {
        code_.push_back({Jump{known->second}, thread_.code[position.at].source});
        return;
      }
      const std::optional<InstructionIndex> after = write_one(position);
      if (!after) return;
      position = at(*after, std::move(position));
    }
  }

  // Gives where the thread goes on; nothing if it does not, or it is open where.
  std::optional<InstructionIndex> write_one(Position& position) {
    const Instruction& instruction = thread_.code[position.at];
    const InstructionBody& body = instruction.body;
    if (const auto* jump = std::get_if<Jump>(&body)) return jump->target;
    if (const auto* start = std::get_if<LoopStart>(&body)) {
      count_of(position, start->counter) = 0;
      return position.at + 1;
    }
    if (const auto* loop = std::get_if<LoopIteration>(&body)) {
      if (count_of(position, loop->counter)++ < bound_) return position.at + 1;
      code_.push_back({BlockInstruction{}, instruction.source});
      return std::nullopt;
    }
    if (std::holds_alternative<Finish>(body)) {
      ends_.push_back(code_.size());
      code_.push_back({Jump{}, instruction.source});
      return std::nullopt;
    }
    if (const auto* call = std::get_if<CallMarker>(&body)) {
      copy_call(position.at, *call);
      return call->end;
    }
    code_.push_back(instruction);
    if (const auto* branch = std::get_if<Branch>(&body)) {
      const std::size_t index = code_.size() - 1;
      open_.push_back({index, false, at(branch->if_false, position)});
      open_.push_back({index, true, at(branch->if_true, position)});
      return std::nullopt;
    }
    const bool is_end =
        std::holds_alternative<BlockInstruction>(body) || std::holds_alternative<Fail>(body);
    return is_end ? std::nullopt : std::optional(position.at + 1);
  }

  // The body of a marked call stays in one piece, whose jumps stay within it or lead to its end.
  void copy_call(InstructionIndex first, const CallMarker& call) {
    const InstructionIndex moved = next();
    const auto shifted = [&](InstructionIndex target) { return target - first + moved; };
    for (InstructionIndex i = first; i < call.end; ++i) {
      code_.push_back(thread_.code[i]);
      InstructionBody& body = code_.back().body;
      if (auto* marker = std::get_if<CallMarker>(&body)) marker->end = shifted(marker->end);
      if (auto* jump = std::get_if<Jump>(&body)) jump->target = shifted(jump->target);
      if (auto* branch = std::get_if<Branch>(&body)) {
        branch->if_true = shifted(branch->if_true);
        branch->if_false = shifted(branch->if_false);
      }
    }
  }

  void finish() {
    const InstructionIndex end = next();
    for (const std::size_t place : ends_) std::get<Jump>(code_[place].body).target = end;
    code_.push_back(thread_.code.back());
  }

  const Thread& thread_;
  Liveness liveness_;
  std::uint32_t bound_;
  std::vector<RegisterId> counters_;
  std::vector<Instruction> code_;
  std::map<Position, InstructionIndex> places_;
  std::vector<OpenEnd> open_;
  std::vector<std::size_t> ends_;  // jumps to the end
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
