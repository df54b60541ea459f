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
// Most combinations of rf and last writes are forbidden by every model, with any modes, for what
// happens at one location. What happens there is an outcome of a smaller shape: the accesses of
// that location. Of those shapes there are few, and each is asked about once (in turn, what is
// forbidden without a read that ends its thread is forbidden with it); the outcomes of a shape
// are then put together from those of its locations.
//
// That a graph is forbidden if it is so with a part of its events only is what memory_model.h
// asks of every model; check_order (model_order.h) sees whether it is so.
class OutcomeTables {
 public:
  enum class Filter : std::uint8_t { ByLocation, None };

  // `may_go_on` is asked now and then; once it answers false, outcomes may be missing.
  OutcomeTables(std::array<const MemoryModel*, 2> models, Filter filter,
                std::function<bool()> may_go_on)
      : models_(models), filter_(filter), may_go_on_(std::move(may_go_on)) {}

  // Calls `visit` on each, until it answers false; answers whether all were visited.
  bool for_each(const shapes::Shape& shape, const shapes::EventLayout& layout,
                const std::function<bool(const Outcome&)>& visit);

 private:
  // What happens at one location: its events, and the outcomes of the shape that they make.
  struct Part {
    std::vector<std::uint8_t> events;  // numbers in the whole shape
    const std::vector<Outcome>* outcomes = nullptr;
  };

  // Whether one of the models may allow it, as far as is known.
  [[nodiscard]] bool is_possible(const shapes::EventLayout& layout, const Outcome& outcome) const;
  // The outcomes of a shape with one location.
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

// The accesses of one location, as a shape of their own; `events` are their numbers.
[[nodiscard]] shapes::Shape restricted_to(const shapes::Shape& shape,
                                          const shapes::EventLayout& layout, std::size_t location,
                                          std::vector<std::uint8_t>& events);

}  // namespace drover::compare
