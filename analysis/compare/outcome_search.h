#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "analysis/compare/model_order.h"
#include "analysis/compare/outcome.h"
#include "analysis/compare/outcome_tables.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "analysis/shapes/mode_assignment.h"
#include "analysis/shapes/search_control.h"
#include "analysis/shapes/shape.h"

namespace drover::compare {

// The effect of stronger modes on what models allow (model_order.h).
enum class ModeOrder : std::uint8_t { StrongerForbids, Unknown };

using AllowsModes = std::function<bool(const shapes::ModeAssignment&)>;

// Finds modes with which `a` allows and `b` forbids the same outcome. If stronger modes only
// forbid, the result is a weakest assignment that `b` forbids, and few assignments are checked:
// there is no result unless `a` allows the weakest assignment and `b` forbids the strongest.
[[nodiscard]] std::optional<shapes::ModeAssignment> find_distinguishing_modes(
    const shapes::EventLayout& layout, ModeOrder order, const AllowsModes& a, const AllowsModes& b);

// The extent of a search.
struct SearchedOutcomes {
  std::array<ModelOrder, 2> orders;  // of the two models
  std::size_t searched_events = 0;   // all programs up to this size were searched
  shapes::SearchEnd end = shapes::SearchEnd::Complete;
  std::uint64_t shapes = 0;    // programs without modes
  std::uint64_t outcomes = 0;  // their outcomes
  double seconds = 0;
};

// Visits the outcomes of small programs, smallest first, that one of two models may allow.
class OutcomeSearch {
 public:
  OutcomeSearch(const OutcomeSearch&) = delete;
  OutcomeSearch& operator=(const OutcomeSearch&) = delete;

 protected:
  explicit OutcomeSearch(const shapes::SearchLimits& limits) : limits_(limits), control_(limits) {}
  virtual ~OutcomeSearch() = default;

  // The models must outlive the search.
  void search(std::array<const MemoryModel*, 2> models, const shapes::ShapeRules& rules,
              SearchedOutcomes& out);

  // True if the search may stop because its result is found.
  [[nodiscard]] virtual bool has_found() const = 0;
  virtual void begin(const shapes::EventLayout& /*layout*/) {}
  virtual void look_at(const shapes::Shape& shape, const shapes::EventLayout& layout,
                       const Outcome& outcome) = 0;

  [[nodiscard]] ModeOrder order() const { return order_; }
  [[nodiscard]] bool may_go_on() { return control_.may_go_on(); }

 private:
  [[nodiscard]] bool is_done() const {
    return has_found() || control_.end() != shapes::SearchEnd::Complete;
  }

  const shapes::SearchLimits& limits_;
  shapes::SearchControl control_;
  ModeOrder order_ = ModeOrder::StrongerForbids;
};

}  // namespace drover::compare
