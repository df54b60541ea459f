#include "analysis/suite/scoped_order.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/compare/outcome.h"
#include "analysis/shapes/candidate.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "analysis/shapes/placements.h"

namespace drover::suite {

namespace {

using shapes::EventLayout;

// A mode with a scope. As the mode of a fence, `rlx` is none.
struct Strength {
  Mode mode = Mode::Rlx;
  std::uint8_t scope = 0;
};

bool is_no_stronger(const Strength& a, const Strength& b) {
  return at_least(b.mode, a.mode) && b.scope <= a.scope;
}

// The verdicts on one outcome with all modes and scopes, in mixed radix: a digit per instruction.
class VerdictTable {
 public:
  VerdictTable(const MemoryModel& model, const SuiteOptions& options, const EventLayout& layout)
      : model_(model), layout_(layout) {
    for (const shapes::InstructionKind kind : layout.instructions) {
      auto& digits = digits_.emplace_back();
      for (const Mode mode : options.vocabulary.modes_of(kind)) {
        for (std::size_t scope = 0; scope < options.machine->count; ++scope) {
          digits.push_back({mode, static_cast<std::uint8_t>(scope)});
        }
      }
    }
  }

  bool is_monotone(const compare::Outcome& outcome) {
    fill(outcome);
    std::size_t stride = 1;
    for (const auto& digits : digits_) {
      for (std::size_t at = 0; at < is_allowed_.size(); ++at) {
        const std::size_t digit = at / stride % digits.size();
        for (std::size_t other = 0; other < digits.size() && !is_allowed_[at]; ++other) {
          if (!is_no_stronger(digits[digit], digits[other])) continue;
          if (is_allowed_[at - digit * stride + other * stride]) return false;
        }
      }
      stride *= digits.size();
    }
    return true;
  }

 private:
  void fill(const compare::Outcome& outcome) {
    std::size_t count = 1;
    for (const auto& digits : digits_) count *= digits.size();
    is_allowed_.clear();
    shapes::ModeAssignment modes(digits_.size());
    for (std::size_t number = 0; number < count; ++number) {
      std::size_t rest = number;
      for (std::size_t i = 0; i < digits_.size(); ++i) {
        const Strength& strength = digits_[i][rest % digits_[i].size()];
        rest /= digits_[i].size();
        modes[i] = strength.mode;
        for (shapes::ShapeEvent& event : layout_.events) {
          if (event.instruction == i) event.scope = strength.scope;
        }
      }
      is_allowed_.push_back(compare::is_reached(model_, layout_, modes, outcome) ||
                            is_undefined(model_, layout_, modes));
    }
  }

  const MemoryModel& model_;
  EventLayout layout_;
  std::vector<std::vector<Strength>> digits_;  // by instruction
  std::vector<bool> is_allowed_;
};

bool is_monotone_at(const MemoryModel& model, const SuiteOptions& options,
                    const EventLayout& layout) {
  VerdictTable table(model, options, layout);
  shapes::Candidate candidate;
  return shapes::for_each_reads_from(layout, candidate, [&] {
    return shapes::for_each_last_writes(layout, [&](std::span<const std::uint8_t> last) {
      return table.is_monotone({candidate.reads_from, {last.begin(), last.end()}, {}});
    });
  });
}

}  // namespace

bool is_scoped_order(const MemoryModel& model, const SuiteOptions& options,
                     const std::function<bool()>& may_go_on) {
  constexpr std::size_t MaxEvents = 3;
  shapes::ShapeRules rules;
  rules.dependencies = shapes::dependencies_for(model);
  for (std::size_t events = 1; events <= MaxEvents; ++events) {
    const bool is_whole = shapes::for_each_shape(events, rules, [&](const shapes::Shape& shape) {
      return shapes::for_each_placement(shape, *options.machine, [&](const shapes::Shape& placed) {
        return may_go_on() && is_monotone_at(model, options, EventLayout(placed));
      });
    });
    if (!is_whole) return false;
  }
  return true;
}

}  // namespace drover::suite
