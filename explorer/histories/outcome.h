#pragma once

#include <cstdint>
#include <vector>

#include "explorer/histories/client_orders.h"
#include "explorer/histories/history.h"
#include "explorer/histories/legal_orders.h"
#include "support/object_kind.h"

// The legal orders of calls with their results. Many executions have the same calls, and differ
// only in what the calls know of each other.
namespace drover::histories {

// Lemma 86: numbers for the calls of a history, such that histories with equal keys have the same
// legal orders of these numbers.
struct Numbering {
  std::vector<std::int64_t> key;
  std::vector<std::uint8_t> number_of;  // by call
};

[[nodiscard]] Numbering numbering_of(const History& history, const SpecifiedObject& object);

// Moves rows of sets of calls from the calls' places to their numbers.
[[nodiscard]] std::vector<Calls> numbered(const std::vector<Calls>& rows, const Numbering& by);
[[nodiscard]] Obstacles numbered(const Obstacles& obstacles, const Numbering& by);

// All legal orders of the calls of a history, by their numbers.
class Outcome {
 public:
  Outcome(const History& history, const Numbering& numbering, SequentialObject& object,
          Patience& patience);

  // False if there are too many orders, or the search had to stop: nothing else is known then.
  [[nodiscard]] bool is_listed() const { return is_listed_; }
  [[nodiscard]] const OrderSet& orders() const { return orders_; }
  [[nodiscard]] Calls pending() const { return pending_; }
  // Returns the orders whose promises are kept by calls that know these.
  [[nodiscard]] OrderSet::Bits kept(const std::vector<Calls>& knows) const;
  [[nodiscard]] std::size_t words() const;

 private:
  bool is_listed_ = false;
  OrderSet orders_{0, {}};
  Calls pending_ = 0;
  // By pair (o, p) and its number o * calls + p: the orders in which p is promised to know o.
  // Pairs that no order promises are left out.
  struct Promised {
    std::uint8_t known = 0;
    std::uint8_t by = 0;
    OrderSet::Bits in;
  };
  std::vector<Promised> promised_;
};

}  // namespace drover::histories
