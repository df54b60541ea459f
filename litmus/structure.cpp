// Jumps become `if` and `while (1)` again. A loop is found by its back edge, the end of an `if`
// is the nearest instruction that every path from it passes.
#include "litmus/structure.h"

#include <algorithm>
#include <set>
#include <utility>

namespace drover::litmus {

namespace {

using Node = InstructionIndex;
using Nodes = std::set<Node>;

// Finding the end of an `if` looks at all paths: enough for litmus tests, quick enough for all.
constexpr std::size_t MaxInstructions = 600;

class Structure {
 public:
  explicit Structure(const Thread& thread) : code_(thread.code), successors_(code_.size()) {
    for (Node i = 0; i < code_.size(); ++i) successors_[i] = find_successors(i);
    mark(resolve(0));
  }

  std::optional<StructuredBlock> recover() {
    StructuredBlock out;
    emit(resolve(0), std::nullopt, nullptr, out);
    if (has_failed_) return std::nullopt;
    return out;
  }

 private:
  struct Loop {
    Node header = 0;
    Nodes body;
    std::optional<Node> exit;
  };

  // Past jumps; a circle of jumps alone is its own end.
  [[nodiscard]] Node resolve(Node at) const {
    for (std::size_t steps = 0; steps < code_.size(); ++steps) {
      const auto* jump = std::get_if<Jump>(&code_[at].body);
      if (jump == nullptr) return at;
      at = jump->target;
    }
    return at;
  }

  [[nodiscard]] std::vector<Node> find_successors(Node at) const {
    const InstructionBody& body = code_[at].body;
    if (const auto* branch = std::get_if<Branch>(&body)) {
      const Node if_true = resolve(branch->if_true);
      const Node if_false = resolve(branch->if_false);
      if (if_true == if_false) return {if_true};
      return {if_true, if_false};
    }
    const bool is_end = std::holds_alternative<Finish>(body) ||
                        std::holds_alternative<Fail>(body) ||
                        std::holds_alternative<BlockInstruction>(body);
    if (is_end || at + 1 >= code_.size()) return {};
    return {resolve(at + 1)};
  }

  // Depth first: an edge to a node that is being visited is the back edge of a loop.
  void mark(Node at) {
    visiting_.insert(at);
    for (const Node next : successors_[at]) {
      if (visiting_.contains(next)) {
        headers_.insert(next);
      } else if (!visited_.contains(next)) {
        mark(next);
      }
    }
    visiting_.erase(at);
    visited_.insert(at);
  }

  [[nodiscard]] Nodes reachable(Node from, const Nodes* within, std::optional<Node> without) const {
    Nodes seen;
    std::vector<Node> open{from};
    while (!open.empty()) {
      const Node at = open.back();
      open.pop_back();
      if (at == without || (within != nullptr && !within->contains(at))) continue;
      if (!seen.insert(at).second) continue;
      for (const Node next : successors_[at]) open.push_back(next);
    }
    return seen;
  }

  Loop loop_at(Node header, const Loop* outer) {
    Loop loop{header, {}, std::nullopt};
    const Nodes candidates =
        reachable(header, outer == nullptr ? nullptr : &outer->body, std::nullopt);
    for (const Node node : candidates) {
      if (comes_back(node, header, candidates, outer)) loop.body.insert(node);
    }
    for (const Node node : loop.body) {
      for (const Node next : successors_[node]) {
        if (loop.body.contains(next)) continue;
        if (loop.exit && *loop.exit != next) has_failed_ = true;
        loop.exit = next;
      }
    }
    return loop;
  }

  // Whether there is a way to the header that does not go round the outer loop.
  [[nodiscard]] bool comes_back(Node node, Node header, const Nodes& candidates,
                                const Loop* outer) const {
    if (node == header) return true;
    Nodes inside = candidates;
    if (outer != nullptr && outer->header != header) inside.erase(outer->header);
    return reachable(node, &inside, std::nullopt).contains(header);
  }

  // The nearest node that every path from `at` passes before the region is left.
  [[nodiscard]] std::optional<Node> merge_of(Node at, const Loop* loop) const {
    std::optional<Node> best;
    std::size_t best_size = 0;
    const Nodes all = region_from(at, loop, std::nullopt);
    for (const Node candidate : all) {
      if (candidate == at || leaves_region(at, loop, candidate)) continue;
      const std::size_t size = region_from(candidate, loop, std::nullopt).size();
      if (!best || size > best_size) {
        best = candidate;
        best_size = size;
      }
    }
    return best;
  }

  // What is reached from `at` inside a loop without starting its next round.
  [[nodiscard]] Nodes region_from(Node at, const Loop* loop, std::optional<Node> without) const {
    if (loop == nullptr) return reachable(at, nullptr, without);
    Nodes within = loop->body;
    if (at != loop->header) within.erase(loop->header);
    return reachable(at, &within, without);
  }

  [[nodiscard]] bool leaves_region(Node at, const Loop* loop, std::optional<Node> without) const {
    for (const Node node : region_from(at, loop, without)) {
      if (successors_[node].empty()) return true;
      for (const Node next : successors_[node]) {
        const bool is_left =
            loop != nullptr && (!loop->body.contains(next) || next == loop->header);
        if (is_left) return true;
      }
    }
    return false;
  }

  // Where the body of a loop begins, its header is no next round.
  enum class Place : std::uint8_t { LoopStart, Elsewhere };

  void emit(Node at, std::optional<Node> stop, const Loop* loop, StructuredBlock& out,
            Place place = Place::Elsewhere) {
    bool is_start = place == Place::LoopStart;
    while (!has_failed_ && at != stop) {
      if (loop != nullptr && !is_start && leaves(at, *loop, out)) return;
      const bool is_inner = headers_.contains(at) && (loop == nullptr || at != loop->header);
      if (is_inner) {
        const std::optional<Node> next = emit_loop(at, loop, out);
        if (!next) return;
        at = *next;
      } else {
        const std::optional<Node> next = emit_node(at, loop, out);
        if (!next) return;
        at = *next;
      }
      is_start = false;
    }
  }

  // Whether this is the next round, or behind the loop.
  bool leaves(Node at, const Loop& loop, StructuredBlock& out) {
    if (at == loop.header) {
      out.push_back({ContinueStatement{}});
      return true;
    }
    if (loop.body.contains(at)) return false;
    if (loop.exit != at) has_failed_ = true;
    out.push_back({BreakStatement{}});
    return true;
  }

  std::optional<Node> emit_loop(Node header, const Loop* outer, StructuredBlock& out) {
    const Loop loop = loop_at(header, outer);
    LoopStatement made;
    emit(header, std::nullopt, &loop, made.body, Place::LoopStart);
    find_condition(made);
    const bool ends_with_continue =
        !made.body.empty() && std::holds_alternative<ContinueStatement>(made.body.back().node);
    if (ends_with_continue) made.body.pop_back();
    out.push_back({std::move(made)});
    return loop.exit;
  }

  // `while (1) { if (c) { … continue; } else { break; } }` is `while (c) { … }`.
  static void find_condition(LoopStatement& loop) {
    if (loop.body.size() != 1) return;
    auto* choice = std::get_if<ChoiceStatement>(&loop.body.front().node);
    const bool is_while = choice != nullptr && !choice->if_true.empty() &&
                          choice->if_false.size() == 1 &&
                          std::holds_alternative<ContinueStatement>(choice->if_true.back().node) &&
                          std::holds_alternative<BreakStatement>(choice->if_false.front().node);
    if (!is_while) return;
    loop.condition = choice->condition;
    StructuredBlock body = std::move(choice->if_true);
    loop.body = std::move(body);
  }

  std::optional<Node> emit_node(Node at, const Loop* loop, StructuredBlock& out) {
    const auto* branch = std::get_if<Branch>(&code_[at].body);
    if (branch == nullptr || successors_[at].size() < 2) {
      if (branch == nullptr) out.push_back({PlainStatement{at}});
      if (successors_[at].empty()) return std::nullopt;
      return successors_[at].front();
    }
    const std::optional<Node> merge = merge_of(at, loop);
    ChoiceStatement choice{branch->condition, {}, {}};
    emit(successors_[at][0], merge, loop, choice.if_true);
    emit(successors_[at][1], merge, loop, choice.if_false);
    out.push_back({std::move(choice)});
    return merge;
  }

  const std::vector<Instruction>& code_;
  std::vector<std::vector<Node>> successors_;
  Nodes headers_;
  Nodes visiting_;
  Nodes visited_;
  bool has_failed_ = false;
};

}  // namespace

std::optional<StructuredBlock> recover_structure(const Thread& thread) {
  if (thread.code.size() > MaxInstructions) return std::nullopt;
  return Structure(thread).recover();
}

}  // namespace drover::litmus
