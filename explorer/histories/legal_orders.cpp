#include "explorer/histories/legal_orders.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <tuple>
#include <utility>

namespace drover::histories {

namespace {

constexpr std::size_t MaxOrders = 500'000;
constexpr std::size_t MaxDeadEnds = 3;

// A short-lived worker: holds references.
class OrderSearch {
 public:
  OrderSearch(const History& history, SequentialObject& object, Wanted wanted, Patience& patience)
      : history_(history),
        object_(object),
        wanted_(wanted),
        patience_(patience),
        promised_(history.calls.size(), 0) {
    for (std::size_t i = 0; i < history.calls.size(); ++i) {
      if (!history.calls[i].is_pending) finished_ |= just(i);
      if (history.calls[i].is_waiting) waiting_ |= just(i);
    }
  }

  LegalOrders run() {
    extend(object_.initial(), 0);
    if (found_.kept.empty()) found_.missing = least_missing_;
    if (found_.has_legal) found_.dead_ends.clear();
    return std::move(found_);
  }

 private:
  using Pairs = std::vector<std::pair<std::uint8_t, std::uint8_t>>;

  [[nodiscard]] bool has_enough() const {
    return found_.is_cut || (wanted_ == Wanted::OneOrder && !found_.kept.empty());
  }

  void extend(const ObjectState& state, Calls placed) {
    if (patience_.is_over()) found_.is_cut = true;
    if (has_enough()) return;
    // What a call may return does not depend on what is known: values decide whether a legal order
    // leads on from here.
    const bool is_listing = wanted_ == Wanted::AllWithPromises;
    if (is_listing && dead_.contains({placed, state.values})) return;
    const std::size_t listed = found_.kept.size();
    if ((finished_ & ~placed) == 0 && all_wait(state)) note_order();
    // A state that was left without a kept order has none. If something is missing already, one
    // order from here is enough to tell what.
    if (wanted_ == Wanted::OneOrder &&
        !entered_[missing_.empty() ? 0 : 1].emplace(placed, state).second) {
      return;
    }
    bool has_next = false;
    // Once there is a legal order, nobody asks why others end.
    const bool is_told = !found_.has_legal;
    DeadEnd here;
    if (is_told) here.placed = order_;
    std::vector<StepTaken> steps;
    for (std::size_t i = 0; i < history_.calls.size(); ++i) {
      const bool is_next =
          !has(placed | waiting_, i) && (history_.before[i] & ~placed & finished_) == 0;
      if (!is_next || has_enough()) continue;
      const Call& call = history_.calls[i];
      steps.clear();
      object_.step(state, call, i, steps);
      std::vector<Value> results;
      for (const StepTaken& step : steps) {
        if (call.result && step.result && *call.result != *step.result) {
          if (is_told) results.push_back(*step.result);
          continue;
        }
        has_next = true;
        take(step, placed, i);
      }
      if (is_told) here.refused.push_back({static_cast<std::uint8_t>(i), std::move(results)});
    }
    if (!has_next) note_dead_end(std::move(here));
    if (is_listing && found_.kept.size() == listed) dead_.emplace(placed, state.values);
  }

  // True if no call that waits is possible in this state.
  bool all_wait(const ObjectState& state) {
    DeadEnd here{order_, {}};
    for (std::size_t i = 0; i < history_.calls.size(); ++i) {
      if (!has(waiting_, i)) continue;
      std::vector<StepTaken> steps;
      object_.step(state, history_.calls[i], i, steps);
      if (steps.empty()) continue;
      std::vector<Value> results;
      for (const StepTaken& step : steps) {
        if (step.result) results.push_back(*step.result);
      }
      here.refused.push_back({static_cast<std::uint8_t>(i), std::move(results)});
    }
    if (here.refused.empty()) return true;
    note_dead_end(std::move(here));
    return false;
  }

  void take(const StepTaken& step, Calls placed, std::size_t call) {
    const std::size_t missing_before = missing_.size();
    const Calls unknown = step.knows & ~history_.knows[call];
    for (Calls left = unknown; left != 0; left &= left - 1) {
      missing_.emplace_back(static_cast<std::uint8_t>(std::countr_zero(left)),
                            static_cast<std::uint8_t>(call));
    }
    order_.push_back(static_cast<std::uint8_t>(call));
    promised_[call] = step.knows;
    extend(step.state, placed | just(call));
    promised_[call] = 0;
    order_.pop_back();
    missing_.resize(missing_before);
  }

  void note_order() {
    found_.has_legal = true;
    if (missing_.empty()) {
      const bool has_promises = wanted_ == Wanted::AllWithPromises;
      if (found_.kept.size() == (has_promises ? MaxWithPromises : MaxOrders)) {
        found_.is_cut = true;
      } else {
        found_.kept.push_back(order_);
        if (has_promises) found_.promised.push_back(promised_);
      }
      return;
    }
    if (least_missing_.empty() || missing_.size() < least_missing_.size()) {
      least_missing_ = missing_;
      found_.order_with_missing = order_;
    }
  }

  void note_dead_end(DeadEnd end) {
    if (found_.has_legal) return;
    if (!found_.dead_ends.empty()) {
      const std::size_t longest = found_.dead_ends.front().placed.size();
      if (end.placed.size() < longest) return;
      if (end.placed.size() > longest) found_.dead_ends.clear();
    }
    if (found_.dead_ends.size() < MaxDeadEnds) found_.dead_ends.push_back(std::move(end));
  }

  const History& history_;
  SequentialObject& object_;
  Wanted wanted_;
  Patience& patience_;
  Calls finished_ = 0;
  Calls waiting_ = 0;
  Order order_;
  std::vector<Calls> promised_;  // by call, in the current order
  Pairs missing_;                // in the current order
  Pairs least_missing_;
  std::array<std::set<std::pair<Calls, ObjectState>>, 2> entered_;  // without and with `missing_`
  std::set<std::pair<Calls, std::vector<Value>>> dead_;
  LegalOrders found_;
};

}  // namespace

LegalOrders find_legal_orders(const History& history, SequentialObject& object, Wanted wanted,
                              Patience& patience) {
  return OrderSearch(history, object, wanted, patience).run();
}

}  // namespace drover::histories
