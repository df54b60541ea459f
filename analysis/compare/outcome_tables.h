#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "analysis/compare/outcome.h"
#include "explorer/models/memory_model.h"

namespace drover::compare {

// The outcomes of shapes that one of two models may allow.
//
// Every model forbids most combinations of rf and last writes, with any modes, because of the
// accesses of one location. These accesses are a smaller shape, and their part of the outcome is an
// outcome of that shape. There are few such shapes, and each is checked once (in turn, an outcome
// that is forbidden without a read that ends its thread is forbidden with it); the outcomes of a
// shape are combined from those of its locations.
//
// memory_model.h requires of every model that a graph is forbidden if a part of its events is;
// check_order (model_order.h) tests this.
class OutcomeTables {
 public:
  enum class Filter : std::uint8_t { ByLocation, None };

  // `may_go_on` is called periodically; once it returns false, outcomes may be missing.
  OutcomeTables(std::array<const MemoryModel*, 2> models, Filter filter,
                std::function<bool()> may_go_on)
      : models_(models), filter_(filter), may_go_on_(std::move(may_go_on)) {}

  // Calls `visit` on each outcome until it returns false; true if all were visited.
  bool for_each(const shapes::Shape& shape, const shapes::EventLayout& layout,
                const std::function<bool(const Outcome&)>& visit);

 private:
  // The events of one location, and the outcomes of the shape they form.
  struct Part {
    std::vector<std::uint8_t> events;  // numbers in the whole shape
    const std::vector<Outcome>* outcomes = nullptr;
  };

  // False if both models are known to forbid the outcome.
  [[nodiscard]] bool is_possible(const shapes::EventLayout& layout, const Outcome& outcome) const;
  // Returns the outcomes of a shape with one location.
  [[nodiscard]] const std::vector<Outcome>& outcomes_of(const shapes::Shape& shape);
  [[nodiscard]] std::vector<Outcome> with_last_read(const shapes::Shape& shape,
                                                    const shapes::EventLayout& layout,
                                                    std::uint8_t read);
  static bool combine(const std::vector<Part>& parts, std::size_t location, Outcome& outcome,
                      const std::function<bool(const Outcome&)>& visit);

  std::array<const MemoryModel*, 2> models_;
  Filter filter_;
  std::function<bool()> may_go_on_;
  std::map<std::vector<std::vector<shapes::ShapeInstruction>>, std::vector<Outcome>> known_;
};

// Returns the accesses of one location as a shape; `events` receives their numbers.
[[nodiscard]] shapes::Shape restricted_to(const shapes::Shape& shape,
                                          const shapes::EventLayout& layout, std::size_t location,
                                          std::vector<std::uint8_t>& events);

}  // namespace drover::compare
