#include "explorer/histories/client_orders.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "explorer/graph/base_relations.h"
#include "support/check.h"

namespace drover::histories {

namespace {

using Pair = std::pair<std::uint8_t, std::uint8_t>;
using Bits = OrderSet::Bits;

constexpr std::size_t MaxFound = 100'000;

bool contradicts(const Pair& pair, const Order& order) {
  const auto first = std::ranges::find(order, pair.first);
  const auto second = std::ranges::find(order, pair.second);
  return first != order.end() && second != order.end() && second < first;
}

template <typename Visit>
void for_each_call(Calls calls, const Visit& visit) {
  for (; calls != 0; calls &= calls - 1) {
    visit(static_cast<std::size_t>(std::countr_zero(calls)));
  }
}

// What pairs and obstacles lead to, from the begin of each call.
struct Reach {
  using Rows = std::array<Calls, MaxCalls>;
  Rows caused{};    // the ends that follow it in what may not become a cycle
  Rows known{};     // the ends that it is known to
  Rows clashing{};  // the ends that it cannot be known to, since a call that it is known to clashes
  Rows next{};      // by call: those that the pairs put after it
};

// Searches for sets of pairs that contradict all orders. A short-lived worker.
class PairSearch {
 public:
  PairSearch(const OrderSet& set, Calls pending, const Obstacles& obstacles, Patience& patience,
             std::size_t most)
      : set_(set), patience_(patience), calls_(set.calls()), most_(most) {
    for (std::size_t i = 0; i < calls_; ++i) {
      start_.caused[i] = obstacles.causes[i];
      start_.known[i] = obstacles.known[i];
      start_.clashing[i] = obstacles.clashes[i];
      if (!has(pending, i)) allowed_[i] = all_calls(calls_) & ~just(i);
    }
  }

  ContradictingOrders run(const Bits& orders) {
    extend(start_, allowed_, orders);
    std::ranges::stable_sort(found_.orders, {}, &ClientOrder::size);
    return std::move(found_);
  }

 private:
  using Rows = Reach::Rows;

  // True if the pair, with those chosen, meets no obstacle.
  [[nodiscard]] static bool may_add(const Reach& reach, std::size_t a, std::size_t b) {
    if (has(reach.caused[b] | reach.clashing[b], a)) return false;
    bool is_free = true;
    for_each_call(reach.clashing[b], [&](std::size_t first) {
      for_each_call(reach.next[first], [&](std::size_t second) {
        if (has(reach.known[second], a)) is_free = false;
      });
    });
    return is_free;
  }

  [[nodiscard]] Reach with(const Reach& reach, std::size_t a, std::size_t b) const {
    Reach out = reach;
    for (std::size_t i = 0; i < calls_; ++i) {
      if (has(reach.caused[i], a)) out.caused[i] |= reach.caused[b];
      if (!has(reach.known[i], a)) continue;
      out.known[i] |= reach.known[b];
      out.clashing[i] |= reach.clashing[b];
    }
    out.next[a] |= just(b);
    return out;
  }

  // `left`: the orders that no chosen pair contradicts.
  void extend(const Reach& reach, Rows allowed, const Bits& left) {
    found_.is_cut |= found_.orders.size() >= most_ || patience_.is_over();
    if (found_.is_cut) return;
    if (std::ranges::all_of(left, [](std::uint64_t word) { return word == 0; })) {
      found_.orders.push_back(chosen_);
      return;
    }
    const std::size_t order = most_settled(reach, allowed, left);
    if (order == NoOrder) return;
    // Each of the pairs against this order is tried without those before it: no set of pairs comes
    // up twice.
    for (std::size_t a = 0; a < calls_; ++a) {
      for_each_call(allowed[a], [&](std::size_t b) {
        const Bits& against = set_.against(a, b);
        if ((against[order / 64] >> order % 64 & 1) == 0) return;
        Bits rest = left;
        for (std::size_t w = 0; w < rest.size(); ++w) rest[w] &= ~against[w];
        allowed[a] &= ~just(b);
        chosen_.emplace_back(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
        extend(with(reach, a, b), allowed, rest);
        chosen_.pop_back();
      });
    }
  }

  // Returns an order of `left` that few pairs can contradict; NoOrder if none can contradict one of
  // them. Leaves those in `allowed` that meet no obstacle.
  std::size_t most_settled(const Reach& reach, Rows& allowed, const Bits& left) {
    // By order: how many pairs there are, in binary, as far as three digits tell.
    std::array<Bits, 3> digits;
    for (Bits& digit : digits) digit.assign(left.size(), 0);
    for (std::size_t a = 0; a < calls_; ++a) {
      for_each_call(allowed[a], [&](std::size_t b) {
        if (!may_add(reach, a, b)) {
          allowed[a] &= ~just(b);
          return;
        }
        const Bits& against = set_.against(a, b);
        for (std::size_t w = 0; w < left.size(); ++w) {
          const std::uint64_t first = digits[0][w] & against[w];
          const std::uint64_t second = digits[1][w] & first;
          digits[0][w] ^= against[w];
          digits[1][w] ^= first;
          digits[2][w] |= second;
        }
      });
    }
    for (std::size_t count = 0; count <= 4; ++count) {
      for (std::size_t w = 0; w < left.size(); ++w) {
        std::uint64_t orders = left[w];
        if (count == 4) {
          orders &= digits[2][w];
        } else {
          orders &= ~digits[2][w] & ((count & 1) != 0 ? digits[0][w] : ~digits[0][w]) &
                    ((count & 2) != 0 ? digits[1][w] : ~digits[1][w]);
        }
        if (orders == 0) continue;
        if (count == 0) return NoOrder;
        return w * 64 + static_cast<std::size_t>(std::countr_zero(orders));
      }
    }
    DROVER_UNREACHABLE("some order is left");
  }

  static constexpr std::size_t NoOrder = static_cast<std::size_t>(-1);

  const OrderSet& set_;
  Patience& patience_;
  std::size_t calls_;
  std::size_t most_;
  Reach start_;
  Rows allowed_{};  // by call: those that a pair may put after it
  ClientOrder chosen_;
  ContradictingOrders found_;
};

}  // namespace

OrderSet::OrderSet(std::size_t calls, const std::vector<Order>& orders)
    : calls_(calls), all_((orders.size() + 63) / 64, 0), against_(calls * calls, all_) {
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i % 64;
    all_[i / 64] |= bit;
    const Order& order = orders[i];
    for (std::size_t late = 0; late < order.size(); ++late) {
      for (std::size_t early = 0; early < late; ++early) {
        // The pair that puts the late call first.
        against_[std::size_t{order[late]} * calls_ + order[early]][i / 64] |= bit;
      }
    }
  }
}

Obstacles obstacles_of(const History& history, const ExecutionGraph& graph,
                       const MemoryModel& model, const Relation& knowledge) {
  const BaseRelations base = base_relations(graph);
  const Relation causes = model.traits().access_order == AccessOrder::Total
                              ? plus(model.happens_before(graph))
                              : plus(base.po | base.sync | base.rf);
  const std::size_t count = history.calls.size();
  Obstacles out{std::vector<Calls>(count, 0), std::vector<Calls>(count, 0),
                std::vector<Calls>(count, 0)};
  // A store that others may pass has no coherence with `knowledge`.
  const bool has_clashes = model.traits().call_order != CallOrder::ReleasedReads;
  Relation clashes(graph.size());
  if (has_clashes) {
    const Relation at_most = maybe(knowledge);
    clashes = seq(at_most, plus(base.rf | base.co | base.fr), at_most);
  }
  for (std::size_t b = 0; b < count; ++b) {
    for (std::size_t a = 0; a < count; ++a) {
      const EventId begin = history.calls[b].begin;
      const EventId end = history.calls[a].end;
      if (end.is_none()) continue;
      if (knowledge.contains(begin, end)) out.known[b] |= just(a);
      if (causes.contains(begin, end)) out.causes[b] |= just(a);
      if (has_clashes && clashes.contains(begin, end)) out.clashes[b] |= just(a);
    }
  }
  return out;
}

Obstacles obstacles_of(const CallOrders& orders) {
  const std::size_t count = orders.calls.size();
  Obstacles out{std::vector<Calls>(count, 0), std::vector<Calls>(count, 0),
                std::vector<Calls>(count, 0)};
  for (std::size_t a = 0; a < count; ++a) {
    const CallOrders::Rows& rows = orders.rows[a];
    for (std::size_t b = 0; b < count; ++b) {
      if ((rows.known >> b & 1) != 0) out.known[b] |= just(a);
      if ((rows.causes >> b & 1) != 0) out.causes[b] |= just(a);
      if ((rows.clashes >> b & 1) != 0) out.clashes[b] |= just(a);
    }
  }
  return out;
}

ContradictingOrders contradicting_orders(const History& history, const std::vector<Order>& orders,
                                         const Obstacles& obstacles, Patience& patience) {
  const OrderSet set(history.calls.size(), orders);
  Calls pending = 0;
  for (std::size_t i = 0; i < history.calls.size(); ++i) {
    if (history.calls[i].is_pending) pending |= just(i);
  }
  return PairSearch(set, pending, obstacles, patience, MaxFound).run(set.all());
}

bool may_be_contradicted(const OrderSet& set, OrderSet::Bits orders, Calls pending,
                         const Obstacles& obstacles, Patience& patience) {
  const ContradictingOrders found = PairSearch(set, pending, obstacles, patience, 1).run(orders);
  return found.is_cut || !found.orders.empty();
}

bool is_possible(const ClientOrder& order, const History& history, const ExecutionGraph& graph,
                 const MemoryModel& model) {
  ExecutionGraph with_client = graph;
  for (const auto& [first, second] : order) {
    with_client.add_order(history.calls[first].end, history.calls[second].begin);
  }
  return model.is_consistent(with_client);
}

ClientOrder without_needless(ClientOrder order, const std::vector<Order>& orders) {
  for (std::size_t i = order.size(); i-- > 0;) {
    ClientOrder less = order;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    const bool is_enough = std::ranges::all_of(orders, [&](const Order& each) {
      return std::ranges::any_of(less, [&](const Pair& pair) { return contradicts(pair, each); });
    });
    if (is_enough) order = std::move(less);
  }
  return order;
}

}  // namespace drover::histories
