#include "explorer/audit/model_order.h"

#include <algorithm>
#include <vector>

#include "explorer/audit/outcome_tables.h"
#include "explorer/audit/shape_work.h"
#include "explorer/shapes/candidate.h"
#include "explorer/shapes/edit_candidate.h"
#include "explorer/shapes/enumerate_shapes.h"

namespace drover {

namespace {

constexpr std::size_t MaxEvents = 4;
constexpr std::size_t MaxEventsWithModes = 3;

// Two threads of two reads or writes each.
bool is_square(const Shape& shape) {
  return shape.threads.size() == 2 && std::ranges::all_of(shape.threads, [](const auto& thread) {
           return thread.size() == 2 && std::ranges::all_of(thread, [](ShapeInstruction at) {
                    return at.kind == InstructionKind::Read || at.kind == InstructionKind::Write;
                  });
         });
}

class OrderCheck {
 public:
  explicit OrderCheck(const MemoryModel& model)
      : model_(model),
        places_(model.has_coherence() ? CoherencePlaces::Given : CoherencePlaces::None) {}

  ModelOrder run() {
    for (std::size_t events = 1; events <= MaxEvents; ++events) {
      ShapeRules rules;
      rules.dependencies = dependencies_for(model_);
      for_each_shape(events, rules, [&](const Shape& shape) {
        check(shape, events <= MaxEventsWithModes || is_square(shape));
        return order_.is_monotone || order_.is_restrictable;
      });
    }
    return order_;
  }

 private:
  void check(const Shape& shape, bool with_modes) {
    const EventLayout layout(shape);
    Candidate candidate;
    const auto ask = [&] {
      ++order_.graphs;
      if (with_modes && order_.is_monotone) check_modes(layout, candidate);
      if (order_.is_restrictable) check_parts(shape, layout, candidate);
      return true;
    };
    for_each_reads_from(layout, candidate, [&] {
      return model_.has_coherence() ? for_each_coherence(layout, candidate, ask) : ask();
    });
  }

  // The verdicts on all assignments, by mixed radix; each against those that are one mode of
  // one instruction stronger.
  void check_modes(const EventLayout& layout, const Candidate& candidate) {
    std::vector<ModeAssignment> assignments;
    std::vector<bool> is_allowed;
    extend(layout, {}, assignments);
    is_allowed.reserve(assignments.size());
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
  }

  // If it is allowed with the weakest modes, its parts have to be.
  void check_parts(const Shape& shape, const EventLayout& layout, const Candidate& candidate) {
    const ModeAssignment weakest = weakest_modes(layout.instructions);
    if (!model_.is_consistent(build_graph(layout, weakest, candidate, places_))) return;
    check_locations(shape, layout, candidate);
    check_without_reads(shape, layout, candidate);
  }

  void check_without_reads(const Shape& shape, const EventLayout& layout,
                           const Candidate& candidate) {
    for (const std::uint8_t event : layout.last_of_thread) {
      if (layout.events[event].kind != InstructionKind::Read) continue;
      const ShapedCandidate lesser = without_event({shape, candidate, {}}, layout, event);
      const EventLayout lesser_layout(lesser.shape);
      const ModeAssignment weakest = weakest_modes(lesser_layout.instructions);
      if (!model_.is_consistent(build_graph(lesser_layout, weakest, lesser.candidate, places_))) {
        order_.is_restrictable = false;
      }
    }
  }

  void check_locations(const Shape& shape, const EventLayout& layout, const Candidate& candidate) {
    for (std::size_t location = 0; location < layout.writes.size(); ++location) {
      std::vector<std::uint8_t> events;
      const Shape part = restricted_to(shape, layout, location, events);
      const auto number = [&](std::uint8_t event) {
        return event == Candidate::Initial
                   ? event
                   : static_cast<std::uint8_t>(std::ranges::find(events, event) - events.begin());
      };
      Candidate restricted;
      for (const std::uint8_t event : events) {
        restricted.reads_from.push_back(number(candidate.reads_from[event]));
      }
      if (model_.has_coherence()) {
        auto& order = restricted.coherence.emplace_back();
        for (const std::uint8_t write : candidate.coherence[location]) {
          order.push_back(number(write));
        }
      }
      const EventLayout part_layout(part);
      const ModeAssignment weakest = weakest_modes(part_layout.instructions);
      if (!model_.is_consistent(build_graph(part_layout, weakest, restricted, places_))) {
        order_.is_restrictable = false;
      }
    }
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
  ModelOrder order_;
};

}  // namespace

ModelOrder check_order(const MemoryModel& model) { return OrderCheck(model).run(); }

}  // namespace drover
