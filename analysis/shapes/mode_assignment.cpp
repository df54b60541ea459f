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
#include <cstdint>
#include <set>
#include <utility>

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

enum class Goal : std::uint8_t { Weakest, Strongest };

// Finds the extreme assignments that satisfy `is_wanted`: the weakest ones of an upward closed
// set, or the strongest of a downward closed one. The comments say it for the weakest.
class ExtremeSearch {
 public:
  ExtremeSearch(std::span<const InstructionKind> instructions, Goal goal,
                const std::function<bool(const ModeAssignment&)>& is_wanted)
      : instructions_(instructions), goal_(goal), is_wanted_(is_wanted) {}

  std::vector<ModeAssignment> run() {
    ModeAssignment begin = strongest_modes(instructions_);
    ModeAssignment end = weakest_modes(instructions_);
    if (goal_ == Goal::Strongest) std::swap(begin, end);
    if (!is_wanted_(begin)) return {};
    if (is_wanted_(end)) return {end};
    search(begin);
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool is_above(Mode a, Mode b) const {
    return goal_ == Goal::Weakest ? at_least(a, b) : at_least(b, a);
  }
  [[nodiscard]] bool is_above(const ModeAssignment& a, const ModeAssignment& b) const {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!is_above(a[i], b[i])) return false;
    }
    return true;
  }

  // Returns the highest modes of `kind` among those that satisfy `is_asked`.
  template <typename Asked>
  [[nodiscard]] std::vector<Mode> highest_modes(InstructionKind kind, Asked is_asked) const {
    std::vector<Mode> highest;
    for (const Mode mode : modes_of(kind)) {
      const auto is_below = [&](Mode other) { return is_above(other, mode); };
      if (!is_asked(mode) || std::ranges::any_of(highest, is_below)) continue;
      std::erase_if(highest, [&](Mode other) { return is_above(mode, other); });
      highest.push_back(mode);
    }
    return highest;
  }

  // Searches the box below `cap`, which is wanted.
  void search(const ModeAssignment& cap) {
    const auto known = std::ranges::find_if(
        found_, [&](const ModeAssignment& each) { return is_above(cap, each); });
    const ModeAssignment m = known != found_.end() ? *known : descend(cap);
    if (known == found_.end()) found_.push_back(m);
    for (std::size_t i = 0; i < cap.size(); ++i) {
      const auto is_asked = [&](Mode mode) {
        return is_above(cap[i], mode) && !is_above(mode, m[i]);
      };
      for (const Mode mode : highest_modes(instructions_[i], is_asked)) {
        ModeAssignment lesser = cap;
        lesser[i] = mode;
        if (visited_.insert(lesser).second && is_wanted_(lesser)) search(lesser);
      }
    }
  }

  ModeAssignment descend(ModeAssignment modes) {
    for (std::size_t i = 0; i < modes.size(); ++i) {
      bool goes_down = true;
      while (goes_down) {
        goes_down = false;
        const Mode from = modes[i];
        const auto is_below = [&](Mode mode) { return mode != from && is_above(from, mode); };
        for (const Mode mode : highest_modes(instructions_[i], is_below)) {
          modes[i] = mode;
          goes_down = is_wanted_(modes);
          if (goes_down) break;
          modes[i] = from;
        }
      }
    }
    return modes;
  }

  std::span<const InstructionKind> instructions_;
  Goal goal_;
  const std::function<bool(const ModeAssignment&)>& is_wanted_;
  std::vector<ModeAssignment> found_;
  std::set<ModeAssignment> visited_;
};

bool is_at_least(const ModeAssignment& a, const ModeAssignment& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!at_least(a[i], b[i])) return false;
  }
  return true;
}

}  // namespace

std::vector<ModeAssignment> weakest_forbidden(
    std::span<const InstructionKind> instructions,
    const std::function<bool(const ModeAssignment&)>& is_forbidden) {
  std::vector<ModeAssignment> real;
  for (const ModeAssignment& each :
       ExtremeSearch(instructions, Goal::Weakest, is_forbidden).run()) {
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

std::vector<ModeAssignment> strongest_allowed(
    std::span<const InstructionKind> instructions,
    const std::function<bool(const ModeAssignment&)>& is_allowed) {
  return ExtremeSearch(instructions, Goal::Strongest, is_allowed).run();
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
