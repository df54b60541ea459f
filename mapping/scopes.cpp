// The paths of a branch meet at its closest postdominator J. Its control dependency holds in its
// *region*: the instructions that it dominates and reaches before J without a backward jump. So the
// dependency ends on every edge out of the region: to J, to an instruction that other paths reach
// too, and on a loop's back edge.
//
// The branches open at an instruction are those that dominate it and have it in their region; they
// are the same on every path to it. The code gets a ControlEnd for each branch that is open before
// a step and closed after it. ControlEnd ends the branch opened last, so the branches that stay
// open must have been opened earlier: if b1 dominates b2 and the step stays in the region of b2 but
// leaves that of b1, it has passed the J of b1, which is on every path from b2 to the end and not
// before the J of b2. This is checked for each step; if it fails, or a loop has two entries, no
// branch of the thread orders anything.
//
// A path that never reaches the end of the thread (`error`, `block`, an infinite loop) does not
// count: the other side of such a branch begins with J. If no path reaches the end, every stopping
// instruction and every backward jump counts as an end.
#include "mapping/compile.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "semantics/program/code_writer.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/dominators.h"

namespace drover::mapping {

namespace {

using Index = Dominators::Index;
using Edges = std::vector<std::vector<Index>>;

// The open branches at each instruction of one thread.
class Regions {
 public:
  explicit Regions(const Thread& thread)
      : thread_(thread),
        flow_(thread),
        end_(static_cast<Index>(thread.code.size())),
        to_finish_(backwards({}), end_),
        to_stop_(backwards(ends_of_lost_parts()), end_),
        open_(thread.code.size()) {
    for (const Index at : flow_.order()) {
      if (is_branch(at)) open_region(at);
    }
  }

  // Returns how many branches end between an instruction and its successor; nothing if they are not
  // the ones opened last.
  [[nodiscard]] std::optional<std::size_t> ends_between(Index from, Index to) const {
    std::vector<Index> before = open_[from];
    if (is_branch(from)) before.push_back(from);
    const std::vector<Index>& behind = open_[to];
    const bool is_prefix =
        behind.size() <= before.size() && std::equal(behind.begin(), behind.end(), before.begin());
    return is_prefix ? std::optional(before.size() - behind.size()) : std::nullopt;
  }
  // True if ControlEnd can express all ends of branches.
  [[nodiscard]] bool are_nested() const {
    return flow_.is_reducible() && std::ranges::all_of(flow_.order(), [&](Index at) {
             const bool may_end_here = !std::holds_alternative<CallMarker>(thread_.code[at].body);
             return std::ranges::all_of(flow_.successors(at), [&](Index next) {
               const auto ends = ends_between(at, next);
               return ends && (may_end_here || *ends == 0);
             });
           });
  }
  [[nodiscard]] bool is_reached(Index at) const {
    return std::ranges::find(flow_.order(), at) != flow_.order().end();
  }

 private:
  [[nodiscard]] bool is_branch(Index at) const {
    const auto* branch = std::get_if<Branch>(&thread_.code[at].body);
    return branch != nullptr && branch->flow == Flow::Onward;
  }

  // Returns the reversed edges of the code, from its end. With `ends`: the reversed edges of the
  // part that cannot reach the end; `ends` are the ends of that part.
  [[nodiscard]] Edges backwards(const std::vector<Index>& ends) const {
    Edges out(thread_.code.size() + 1);
    const bool is_lost_part = !ends.empty();
    for (const Index at : flow_.order()) {
      if (is_lost_part && to_finish_.is_reached(at)) continue;
      if (!is_lost_part && std::holds_alternative<Finish>(thread_.code[at].body)) {
        out[end_].push_back(at);
      }
      for (const Index next : flow_.successors(at)) out[next].push_back(at);
    }
    for (const Index each : ends) out[end_].push_back(each);
    return out;
  }
  [[nodiscard]] bool goes_back(Index from, Index to) const {
    return flow_.position(to) <= flow_.position(from);
  }
  [[nodiscard]] std::vector<Index> ends_of_lost_parts() const {
    std::vector<Index> ends;
    for (const Index at : flow_.order()) {
      if (to_finish_.is_reached(at)) continue;
      const bool is_end =
          std::ranges::any_of(flow_.successors(at), [&](Index to) { return goes_back(at, to); });
      if (is_end || flow_.successors(at).empty()) ends.push_back(at);
    }
    return ends;
  }
  // Returns where the paths of a branch meet; the number of instructions if nowhere.
  [[nodiscard]] Index meeting_of(Index at) const {
    if (to_finish_.is_reached(at)) return to_finish_.closest(at);
    return to_stop_.is_reached(at) ? to_stop_.closest(at) : end_;
  }

  // Branches are visited in dominance order, dominators first.
  void open_region(Index branch) {
    const Index meeting = meeting_of(branch);
    std::vector<bool> is_seen(thread_.code.size(), false);
    std::vector<Index> left{branch};
    while (!left.empty()) {
      const Index at = left.back();
      left.pop_back();
      for (const Index next : flow_.successors(at)) {
        if (next == meeting || is_seen[next] || goes_back(at, next)) continue;
        is_seen[next] = true;
        left.push_back(next);
        if (flow_.dominates(branch, next)) open_[next].push_back(branch);
      }
    }
  }

  const Thread& thread_;
  ControlFlow flow_;
  Index end_;
  Dominators to_finish_;
  Dominators to_stop_;
  std::vector<std::vector<Index>> open_;  // by instruction, outer branches first
};

// Writes the code of a thread with its ControlEnd instructions.
class EndWriter {
 public:
  EndWriter(const std::vector<Instruction>& code, const Regions& regions)
      : code_(code), regions_(regions) {}

  std::vector<Instruction> run() {
    // The first targets have the numbers of the old instructions.
    for (std::size_t i = 0; i < code_.size(); ++i) writer_.make_target();
    for (Index at = 0; at < code_.size(); ++at) {
      writer_.place({at});
      source_ = code_[at].source;
      if (regions_.is_reached(at)) {
        write(at);
      } else {
        writer_.emit(code_[at].body, source_);
      }
    }
    return writer_.finish();
  }

 private:
  void write(Index at) {
    InstructionBody body = code_[at].body;
    if (auto* branch = std::get_if<Branch>(&body)) return write_branch(at, *branch);
    if (const auto* jump = std::get_if<Jump>(&body)) {
      end(at, jump->target);
      return writer_.emit(body, source_);
    }
    writer_.emit(body, source_);
    const bool goes_on = !std::holds_alternative<Finish>(body) &&
                         !std::holds_alternative<Fail>(body) &&
                         !std::holds_alternative<BlockInstruction>(body) &&
                         !std::holds_alternative<CallMarker>(body);
    if (goes_on) end(at, at + 1);
  }
  void end(Index from, Index to) {
    for (std::size_t i = 0; i < *regions_.ends_between(from, to); ++i) {
      writer_.emit(ControlEnd{}, source_);
    }
  }
  // Branches end on the edges to their targets.
  void write_branch(Index at, Branch branch) {
    if (branch.flow == Flow::Onward) branch.flow = Flow::Scoped;
    const std::pair<Index, Index> to{branch.if_true, branch.if_false};
    const auto on_the_way = [&](InstructionIndex& target) {
      if (*regions_.ends_between(at, target) == 0) return false;
      target = writer_.make_target().index;
      return true;
    };
    const bool ends_if_true = on_the_way(branch.if_true);
    const bool ends_if_false = on_the_way(branch.if_false);
    writer_.emit(branch, source_);
    const auto write_way = [&](InstructionIndex target, Index goal) {
      writer_.place({target});
      end(at, goal);
      writer_.emit(Jump{goal}, source_);
    };
    if (ends_if_true) write_way(branch.if_true, to.first);
    if (ends_if_false) write_way(branch.if_false, to.second);
  }

  const std::vector<Instruction>& code_;
  const Regions& regions_;
  CodeWriter writer_;
  SourceRange source_;
};

}  // namespace

void end_branches_where_ways_meet(Thread& thread) {
  const Regions regions(thread);
  if (regions.are_nested()) {
    const std::vector<Instruction> old = thread.code;
    thread.code = EndWriter(old, regions).run();
    return;
  }
  for (Instruction& each : thread.code) {
    if (auto* branch = std::get_if<Branch>(&each.body)) branch->flow = Flow::Silent;
  }
}

}  // namespace drover::mapping
