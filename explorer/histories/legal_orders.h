#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/histories/history.h"
#include "explorer/histories/sequential_object.h"

namespace drover::histories {

// A total order of calls, by their numbers; pending calls may be missing.
using Order = std::vector<std::uint8_t>;

// The end of an order of calls that cannot go on.
struct DeadEnd {
  Order placed;
  // The results of the calls that may come next, by call; more than one result if the
  // specification allows several, none if it would wait.
  struct Refused {
    std::uint8_t call = 0;
    std::vector<Value> results;
  };
  std::vector<Refused> refused;
};

struct LegalOrders {
  // A legal order exists: the specification gives the results of the history in it.
  bool has_legal = false;
  std::vector<Order> kept;  // legal, and what they promise is known
  // Wanted::AllWithPromises: for each of `kept`, by call, the calls that it is promised to know.
  std::vector<std::vector<Calls>> promised;
  // If there are legal orders and none is kept: the least that is missing in one of them, as pairs
  // (o, p) for which p does not know o.
  std::vector<std::pair<std::uint8_t, std::uint8_t>> missing;
  Order order_with_missing;
  std::vector<DeadEnd> dead_ends;  // the longest, if there is no legal order
  // There are more orders than could be listed, or the search had to stop.
  bool is_cut = false;
};

// Asks now and then whether a search must stop.
class Patience {
 public:
  Patience() = default;
  explicit Patience(std::function<bool()> should_stop) : should_stop_(std::move(should_stop)) {}

  // True if the search must stop; rarely looks.
  [[nodiscard]] bool is_over() {
    if (is_over_ || ++steps_ % Interval != 0 || !should_stop_) return is_over_;
    is_over_ = should_stop_();
    return is_over_;
  }

 private:
  static constexpr std::size_t Interval = 1024;
  std::function<bool()> should_stop_;  // none: never
  std::size_t steps_ = 0;
  bool is_over_ = false;
};

// AllWithPromises: at most MaxWithPromises.
enum class Wanted : std::uint8_t { OneOrder, AllOrders, AllWithPromises };
inline constexpr std::size_t MaxWithPromises = 50'000;

// [Wing & Gong 1993], [Lowe 2017]: searches for orders of the calls that contain `history.before`
// and in which the object returns the results of the history. Calls that wait for ever are not part
// of them, and are not possible after them. A state that failed is not entered again if one order
// is enough.
[[nodiscard]] LegalOrders find_legal_orders(const History& history, SequentialObject& object,
                                            Wanted wanted, Patience& patience);

}  // namespace drover::histories
