#include "analysis/compare/model_order.h"

#include <algorithm>
#include <vector>

#include "analysis/compare/outcome_tables.h"
#include "analysis/shapes/candidate.h"
#include "analysis/shapes/enumerate_shapes.h"

namespace drover::compare {

namespace {

constexpr std::size_t MaxEvents = 4;
constexpr std::size_t MaxEventsWithModes = 3;

// True for two threads of two reads or writes each.
bool is_square(const shapes::Shape& shape) {
  return shape.threads.size() == 2 && std::ranges::all_of(shape.threads, [](const auto& thread) {
           return thread.size() == 2 &&
                  std::ranges::all_of(thread, [](shapes::ShapeInstruction at) {
                    return at.kind == shapes::InstructionKind::Read ||
                           at.kind == shapes::InstructionKind::Write;
                  });
         });
}

class OrderCheck {
 public:
  OrderCheck(const MemoryModel& model, const std::function<bool()>& may_go_on)
      : model_(model),
        may_go_on_(may_go_on),
        places_(model.has_coherence() ? shapes::CoherencePlaces::Given
                                      : shapes::CoherencePlaces::None) {}

  ModelOrder run() {
    for (std::size_t events = 1; events <= MaxEvents; ++events) {
      shapes::ShapeRules rules;
      rules.dependencies = shapes::dependencies_for(model_);
      rules.failed_updates = shapes::failed_updates_for(model_);
      for_each_shape(events, rules, [&](const shapes::Shape& shape) {
        check(shape, events <= MaxEventsWithModes || is_square(shape));
        return order_.is_whole && (order_.is_monotone || order_.is_restrictable);
      });
    }
    return order_.is_whole ? order_ : ModelOrder{false, false, order_.graphs, false};
  }

 private:
  void check(const shapes::Shape& shape, bool with_modes) {
    const shapes::EventLayout layout(shape);
    shapes::Candidate candidate;
    const auto ask = [&] {
      if (!may_go_on_()) order_.is_whole = false;
      if (!order_.is_whole) return false;
      ++order_.graphs;
      if (with_modes && order_.is_monotone) check_modes(layout, candidate);
      if (order_.is_restrictable) check_parts(shape, layout, candidate);
      return true;
    };
    for_each_reads_from(layout, candidate, [&] {
      return model_.has_coherence() ? shapes::for_each_coherence(layout, candidate, ask) : ask();
    });
  }

  // Computes the verdicts on all assignments, in mixed radix; compares each with those where one
  // instruction is one mode stronger.
  void check_modes(const shapes::EventLayout& layout, const shapes::Candidate& candidate) {
    const auto& kinds = layout.instructions;
    std::size_t count = 1;
    for (const shapes::InstructionKind kind : kinds) count *= shapes::modes_of(kind).size();
    std::vector<bool> is_allowed;
    for (std::size_t a = 0; a < count; ++a) {
      shapes::ModeAssignment assignment;
      std::size_t rest = a;
      for (const shapes::InstructionKind kind : kinds) {
        const auto modes = shapes::modes_of(kind);
        assignment.push_back(modes[rest % modes.size()]);
        rest /= modes.size();
      }
      is_allowed.push_back(is_consistent(layout, assignment, candidate));
    }
    std::size_t stride = 1;
    for (const shapes::InstructionKind kind : kinds) {
      const auto modes = shapes::modes_of(kind);
      for (std::size_t a = 0; a < count; ++a) {
        const std::size_t at = a / stride % modes.size();
        for (std::size_t up = at + 1; up < modes.size(); ++up) {
          if (!at_least(modes[up], modes[at])) continue;
          if (!is_allowed[a] && is_allowed[a + (up - at) * stride]) order_.is_monotone = false;
        }
      }
      stride *= modes.size();
    }
  }

  // If the graph is allowed with the weakest modes, its parts must be allowed.
  void check_parts(const shapes::Shape& shape, const shapes::EventLayout& layout,
                   const shapes::Candidate& candidate) {
    if (!is_consistent_when_weakest(layout, candidate)) return;
    check_locations(shape, layout, candidate);
    check_without_reads(shape, layout, candidate);
  }

  void check_without_reads(const shapes::Shape& shape, const shapes::EventLayout& layout,
                           const shapes::Candidate& candidate) {
    for (const std::uint8_t event : layout.last_of_thread) {
      if (layout.events[event].kind != shapes::InstructionKind::Read) continue;
      const shapes::ShapedCandidate lesser =
          shapes::without_event({shape, candidate, {}}, layout, event);
      if (!is_consistent_when_weakest(shapes::EventLayout(lesser.shape), lesser.candidate)) {
        order_.is_restrictable = false;
      }
    }
  }

  void check_locations(const shapes::Shape& shape, const shapes::EventLayout& layout,
                       const shapes::Candidate& candidate) {
    for (std::size_t location = 0; location < layout.writes.size(); ++location) {
      std::vector<std::uint8_t> events;
      const shapes::Shape part = restricted_to(shape, layout, location, events);
      const auto number = [&](std::uint8_t event) {
        return event == shapes::Candidate::Initial
                   ? event
                   : static_cast<std::uint8_t>(std::ranges::find(events, event) - events.begin());
      };
      shapes::Candidate restricted;
      for (const std::uint8_t event : events) {
        restricted.reads_from.push_back(number(candidate.reads_from[event]));
      }
      if (model_.has_coherence()) {
        auto& order = restricted.coherence.emplace_back();
        for (const std::uint8_t write : candidate.coherence[location]) {
          order.push_back(number(write));
        }
      }
      if (!is_consistent_when_weakest(shapes::EventLayout(part), restricted)) {
        order_.is_restrictable = false;
      }
    }
  }

  [[nodiscard]] bool is_consistent(const shapes::EventLayout& layout,
                                   const shapes::ModeAssignment& modes,
                                   const shapes::Candidate& candidate) const {
    return model_.is_consistent(shapes::build_graph(layout, modes, candidate, places_));
  }
  [[nodiscard]] bool is_consistent_when_weakest(const shapes::EventLayout& layout,
                                                const shapes::Candidate& candidate) const {
    return is_consistent(layout, shapes::weakest_modes(layout.instructions), candidate);
  }

  const MemoryModel& model_;
  const std::function<bool()>& may_go_on_;
  shapes::CoherencePlaces places_;
  ModelOrder order_;
};

}  // namespace

ModelOrder check_order(const MemoryModel& model, const std::function<bool()>& may_go_on) {
  return OrderCheck(model, may_go_on).run();
}

}  // namespace drover::compare
