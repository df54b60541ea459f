#include "explorer/audit/mode_order.h"

#include <algorithm>
#include <vector>

#include "explorer/shapes/candidate.h"
#include "explorer/shapes/enumerate_shapes.h"

namespace drover {

namespace {

constexpr std::size_t MaxEvents = 4;
constexpr std::size_t MaxEventsOfAnyKind = 3;

// Two threads of two reads or writes each.
bool is_simple(const Shape& shape) {
  return shape.threads.size() == 2 && shape.threads[0].size() == 2 &&
         std::ranges::all_of(shape.threads, [](const auto& thread) {
           return std::ranges::all_of(thread, [](const ShapeInstruction& instruction) {
             return instruction.kind == InstructionKind::Read ||
                    instruction.kind == InstructionKind::Write;
           });
         });
}

class ModeOrderCheck {
 public:
  explicit ModeOrderCheck(const MemoryModel& model)
      : model_(model),
        places_(model.has_coherence() ? CoherencePlaces::Given : CoherencePlaces::None) {}

  ModeOrder run() {
    for (std::size_t events = 1; events <= MaxEvents; ++events) {
      const bool goes_on = for_each_shape(events, {}, [&](const Shape& shape) {
        return (events > MaxEventsOfAnyKind && !is_simple(shape)) || check(shape);
      });
      if (!goes_on) break;
    }
    return order_;
  }

 private:
  bool check(const Shape& shape) {
    const EventLayout layout(shape);
    Candidate candidate;
    const auto ask = [&] { return check(layout, candidate); };
    return for_each_reads_from(layout, candidate, [&] {
      return model_.has_coherence() ? for_each_coherence(layout, candidate, ask) : ask();
    });
  }

  // The verdicts on all assignments, by mixed radix; each against those that are one mode of
  // one instruction stronger.
  bool check(const EventLayout& layout, const Candidate& candidate) {
    ++order_.graphs;
    std::vector<ModeAssignment> assignments;
    std::vector<bool> is_allowed;
    extend(layout, {}, assignments);
    for (const ModeAssignment& modes : assignments) {
      is_allowed.push_back(model_.is_consistent(build_graph(layout, modes, candidate, places_)));
    }
    std::size_t stride = 1;
    for (std::size_t i = layout.instructions.size(); i-- > 0;) {
      const auto modes = modes_of(layout.instructions[i]);
      for (std::size_t a = 0; a < assignments.size(); ++a) {
        const std::size_t at = a / stride % modes.size();
        for (std::size_t up = at + 1; up < modes.size(); ++up) {
          if (!at_least(modes[up], modes[at])) continue;
          if (!is_allowed[a] && is_allowed[a + (up - at) * stride]) order_.is_monotone = false;
        }
      }
      stride *= modes.size();
    }
    return order_.is_monotone;
  }

  static void extend(const EventLayout& layout, const ModeAssignment& prefix,
                     std::vector<ModeAssignment>& assignments) {
    if (prefix.size() == layout.instructions.size()) {
      assignments.push_back(prefix);
      return;
    }
    for (const Mode mode : modes_of(layout.instructions[prefix.size()])) {
      ModeAssignment longer = prefix;
      longer.push_back(mode);
      extend(layout, longer, assignments);
    }
  }

  const MemoryModel& model_;
  CoherencePlaces places_;
  ModeOrder order_;
};

}  // namespace

ModeOrder check_mode_order(const MemoryModel& model) { return ModeOrderCheck(model).run(); }

}  // namespace drover
