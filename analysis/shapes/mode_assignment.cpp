// Finds the modes that make a model forbid a graph.
//
// Stronger modes order more: a graph that is forbidden stays forbidden with stronger modes
// (analysis/compare/model_order.h tests this). So the minimal forbidden assignments determine a
// model's verdict on a graph for all 3^n assignments of modes to n accesses. There are few: one for
// MP (release and acquire on the flag), one for SB (all sc), none for a sequentially consistent
// graph, the weakest for an incoherent one.
//
// Few questions find them. If the strongest assignment of a box [weakest, cap] is allowed, the box
// has none. Otherwise, weakening one instruction at a time ends in a minimal one, m; every other
// minimal one is below m in some instruction i, that is, in a box whose cap has, for i, a mode that
// is not as strong as m's.
#include "analysis/shapes/mode_assignment.h"

#include <algorithm>
#include <array>
#include <set>

namespace drover::shapes {

std::span<const Mode> modes_of(InstructionKind kind) {
  using enum Mode;
  static constexpr std::array Reads{Rlx, Acq, Sc};
  static constexpr std::array Writes{Rlx, Rel, Sc};
  static constexpr std::array Both{Rlx, Acq, Rel, AcqRel, Sc};
  switch (kind) {
    case InstructionKind::Read:
    case InstructionKind::FailedUpdate: return Reads;
    case InstructionKind::Write: return Writes;
    case InstructionKind::Update:
    case InstructionKind::OpenUpdate:
    case InstructionKind::Fence: return Both;
  }
  return {};
}

ModeAssignment weakest_modes(std::span<const InstructionKind> instructions) {
  ModeAssignment modes(instructions.size(), Mode::Rlx);
  return modes;
}

ModeAssignment strongest_modes(std::span<const InstructionKind> instructions) {
  ModeAssignment modes(instructions.size(), Mode::Sc);
  return modes;
}

bool for_each_assignment(std::span<const InstructionKind> instructions,
                         const std::function<bool(const ModeAssignment&)>& visit) {
  std::vector<std::size_t> choice(instructions.size(), 0);
  ModeAssignment modes = weakest_modes(instructions);
  while (true) {
    bool is_real = true;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      modes[i] = modes_of(instructions[i])[choice[i]];
      is_real = is_real && (instructions[i] != InstructionKind::Fence || modes[i] != Mode::Rlx);
    }
    if (is_real && !visit(modes)) return false;
    std::size_t i = 0;
    while (i < choice.size() && ++choice[i] == modes_of(instructions[i]).size()) choice[i++] = 0;
    if (i == choice.size()) return true;
  }
}

namespace {

// Returns the maximal modes of `kind` among those that satisfy `is_wanted`.
template <typename Wanted>
std::vector<Mode> maximal_modes(InstructionKind kind, Wanted is_wanted) {
  std::vector<Mode> maximal;
  for (const Mode mode : modes_of(kind)) {
    if (!is_wanted(mode)) continue;
    std::erase_if(maximal, [&](Mode weaker) { return at_least(mode, weaker); });
    maximal.push_back(mode);
  }
  return maximal;
}

bool is_at_least(const ModeAssignment& a, const ModeAssignment& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!at_least(a[i], b[i])) return false;
  }
  return true;
}

class WeakestSearch {
 public:
  WeakestSearch(std::span<const InstructionKind> instructions,
                const std::function<bool(const ModeAssignment&)>& is_forbidden)
      : instructions_(instructions), is_forbidden_(is_forbidden) {}

  std::vector<ModeAssignment> run() {
    const ModeAssignment strongest = strongest_modes(instructions_);
    if (!is_forbidden_(strongest)) return {};
    const ModeAssignment weakest = weakest_modes(instructions_);
    if (is_forbidden_(weakest)) return {weakest};
    search(strongest);
    return std::move(minimal_);
  }

 private:
  // Searches the box below `cap`, which is forbidden.
  void search(const ModeAssignment& cap) {
    const auto known = std::ranges::find_if(
        minimal_, [&](const ModeAssignment& each) { return is_at_least(cap, each); });
    const ModeAssignment m = known != minimal_.end() ? *known : descend(cap);
    if (known == minimal_.end()) minimal_.push_back(m);
    for (std::size_t i = 0; i < cap.size(); ++i) {
      const auto is_wanted = [&](Mode mode) {
        return at_least(cap[i], mode) && !at_least(mode, m[i]);
      };
      for (const Mode mode : maximal_modes(instructions_[i], is_wanted)) {
        ModeAssignment lesser = cap;
        lesser[i] = mode;
        if (visited_.insert(lesser).second && is_forbidden_(lesser)) search(lesser);
      }
    }
  }

  ModeAssignment descend(ModeAssignment modes) {
    for (std::size_t i = 0; i < modes.size(); ++i) {
      bool goes_down = true;
      while (goes_down) {
        goes_down = false;
        const Mode from = modes[i];
        const auto is_weaker = [&](Mode mode) { return mode != from && at_least(from, mode); };
        for (const Mode mode : maximal_modes(instructions_[i], is_weaker)) {
          modes[i] = mode;
          goes_down = is_forbidden_(modes);
          if (goes_down) break;
          modes[i] = from;
        }
      }
    }
    return modes;
  }

  std::span<const InstructionKind> instructions_;
  const std::function<bool(const ModeAssignment&)>& is_forbidden_;
  std::vector<ModeAssignment> minimal_;
  std::set<ModeAssignment> visited_;
};

}  // namespace

std::vector<ModeAssignment> weakest_forbidden(
    std::span<const InstructionKind> instructions,
    const std::function<bool(const ModeAssignment&)>& is_forbidden) {
  std::vector<ModeAssignment> real;
  for (const ModeAssignment& each : WeakestSearch(instructions, is_forbidden).run()) {
    for (ModeAssignment& modes : with_real_fences(instructions, each)) {
      if (std::ranges::find(real, modes) == real.end()) real.push_back(std::move(modes));
    }
  }
  std::vector<ModeAssignment> minimal;
  for (const ModeAssignment& modes : real) {
    const bool is_minimal = std::ranges::none_of(real, [&](const ModeAssignment& other) {
      return other != modes && is_at_least(modes, other);
    });
    if (is_minimal) minimal.push_back(modes);
  }
  return minimal;
}

std::vector<ModeAssignment> with_real_fences(std::span<const InstructionKind> instructions,
                                             const ModeAssignment& assignment) {
  std::vector<ModeAssignment> ways{assignment};
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    if (instructions[i] != InstructionKind::Fence || assignment[i] != Mode::Rlx) continue;
    const std::size_t count = ways.size();
    for (std::size_t k = 0; k < count; ++k) {
      ways[k][i] = Mode::Acq;
      ways.push_back(ways[k]);
      ways.back()[i] = Mode::Rel;
    }
  }
  return ways;
}

}  // namespace drover::shapes
