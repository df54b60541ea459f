#include "explorer/histories/client_orders.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "explorer/graph/base_relations.h"

namespace drover::histories {

namespace {

using Pair = std::pair<std::uint8_t, std::uint8_t>;
using Bits = std::vector<std::uint64_t>;

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

// Searches for sets of pairs that contradict all orders. A short-lived worker.
class PairSearch {
 public:
  PairSearch(const History& history, const std::vector<Order>& orders, const Obstacles& obstacles,
             Patience& patience)
      : obstacles_(obstacles),
        patience_(patience),
        calls_(history.calls.size()),
        words_((orders.size() + 63) / 64),
        contradicted_(calls_ * calls_, Bits(words_)),
        next_(calls_, 0),
        excluded_(calls_, 0) {
    for (std::size_t i = 0; i < orders.size(); ++i) {
      const Order& order = orders[i];
      for (std::size_t late = 0; late < order.size(); ++late) {
        for (std::size_t early = 0; early < late; ++early) {
          // The pair that puts the late call first.
          contradicted_[pair_index(order[late], order[early])][i / 64] |= std::uint64_t{1}
                                                                          << i % 64;
        }
      }
    }
    Bits all(words_, ~std::uint64_t{0});
    if (orders.size() % 64 != 0) all.back() = (std::uint64_t{1} << orders.size() % 64) - 1;
    left_ = std::move(all);
    for (std::size_t a = 0; a < calls_; ++a) {
      for (std::size_t b = 0; b < calls_; ++b) {
        if (a == b || history.calls[a].is_pending || !may_add(a, b)) excluded_[a] |= just(b);
      }
    }
  }

  ContradictingOrders run() {
    extend();
    std::ranges::stable_sort(found_.orders, {}, &ClientOrder::size);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t pair_index(std::size_t a, std::size_t b) const {
    return a * calls_ + b;
  }

  // Returns the calls whose begins the begin of `from` leads to, through pairs and `links`.
  [[nodiscard]] Calls reached(std::size_t from, const std::vector<Calls>& links) const {
    Calls reached = just(from);
    for (Calls open = reached; open != 0;) {
      Calls found = 0;
      for_each_call(open, [&](std::size_t begin) {
        for_each_call(links[begin], [&](std::size_t end) { found |= next_[end]; });
      });
      open = found & ~reached;
      reached |= found;
    }
    return reached;
  }
  // Returns the calls whose ends a link from one of these begins leads to.
  static Calls linked(Calls begins, const std::vector<Calls>& links) {
    Calls ends = 0;
    for_each_call(begins, [&](std::size_t begin) { ends |= links[begin]; });
    return ends;
  }

  // True if the pair, with those chosen, meets no obstacle.
  bool may_add(std::size_t a, std::size_t b) {
    next_[a] |= just(b);
    bool is_free = true;
    for (std::size_t from = 0; from < calls_ && is_free; ++from) {
      if (next_[from] == 0) continue;
      for_each_call(next_[from], [&](std::size_t to) {
        const Calls caused = linked(reached(to, obstacles_.causes), obstacles_.causes);
        const Calls clashing = linked(reached(to, obstacles_.known), obstacles_.clashes);
        if (has(caused, from) || has(clashing, from)) is_free = false;
      });
    }
    next_[a] &= ~just(b);
    return is_free;
  }

  void extend() {
    found_.is_cut |= found_.orders.size() >= MaxFound || patience_.is_over();
    if (found_.is_cut) return;
    const std::size_t order = most_settled();
    if (order == NoOrder) {
      found_.orders.push_back(chosen_);
      return;
    }
    // Each of the pairs against this order is tried with those before it excluded: no set of pairs
    // comes up twice.
    const std::vector<Calls> excluded_before = excluded_;
    for (std::size_t a = 0; a < calls_; ++a) {
      for (std::size_t b = 0; b < calls_; ++b) {
        const std::size_t index = pair_index(a, b);
        const bool is_against = (contradicted_[index][order / 64] >> order % 64 & 1) != 0;
        if (!is_against || has(excluded_[a], b) || !may_add(a, b)) continue;
        const Bits left_before = left_;
        for (std::size_t w = 0; w < words_; ++w) left_[w] &= ~contradicted_[index][w];
        next_[a] |= just(b);
        chosen_.emplace_back(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
        extend();
        chosen_.pop_back();
        next_[a] &= ~just(b);
        left_ = left_before;
        excluded_[a] |= just(b);
      }
    }
    excluded_ = excluded_before;
  }

  // Returns an order that is left and that the fewest pairs can contradict; NoOrder if none is
  // left.
  [[nodiscard]] std::size_t most_settled() const {
    std::size_t best = NoOrder;
    std::size_t fewest = NoOrder;
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t bits = left_[w]; bits != 0; bits &= bits - 1) {
        const std::size_t order = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        std::size_t pairs = 0;
        for (std::size_t a = 0; a < calls_ && pairs < fewest; ++a) {
          for_each_call(~excluded_[a] & (just(calls_) - 1), [&](std::size_t b) {
            pairs += contradicted_[pair_index(a, b)][w] >> order % 64 & 1;
          });
        }
        if (pairs >= fewest) continue;
        fewest = pairs;
        best = order;
        if (fewest == 0) return best;
      }
    }
    return best;
  }

  static constexpr std::size_t NoOrder = static_cast<std::size_t>(-1);
  static constexpr std::size_t MaxFound = 100'000;

  const Obstacles& obstacles_;
  Patience& patience_;
  std::size_t calls_;
  std::size_t words_;
  std::vector<Bits> contradicted_;  // by pair: the orders against it
  std::vector<Calls> next_;         // by call: those that the chosen pairs put after it
  std::vector<Calls> excluded_;     // by call: pairs that are not to be chosen
  Bits left_;                       // orders that no chosen pair contradicts
  ClientOrder chosen_;
  ContradictingOrders found_;
};

}  // namespace

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
  if (orders.empty()) return {.orders = {ClientOrder()}};
  return PairSearch(history, orders, obstacles, patience).run();
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
