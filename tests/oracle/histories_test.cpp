// Searches of histories against all permutations, and against all sets of pairs.

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "explorer/histories/built_in_object.h"
#include "explorer/histories/client_orders.h"
#include "explorer/histories/legal_orders.h"
#include "explorer/histories/outcome.h"

namespace drover::histories_test {

namespace {

using namespace histories;

struct Case {
  SpecifiedObject object;
  History history;
};

// Picks a number from 0 to below `count`.
std::size_t pick(std::mt19937_64& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}
bool chance(std::mt19937_64& random, std::size_t percent) { return pick(random, 100) < percent; }

SpecifiedObject random_object(std::mt19937_64& random) {
  const auto kinds = object_kinds();
  const ObjectKindInfo& kind = kinds[pick(random, kinds.size())];
  SpecifiedObject object{.name = "x", .kind = kind.kind};
  for (const MethodInfo& method : kind.methods) {
    object.operations.push_back(
        {std::string(method.names.substr(0, method.names.find(' '))), method.method});
  }
  object.promise = static_cast<Promise>(pick(random, 6));
  if (chance(random, 20)) object.variant.capacity = 1 + static_cast<Value>(pick(random, 2));
  if (chance(random, 20)) object.variant.relaxed = 2;
  object.variant.is_spurious = chance(random, 20);
  return object;
}

// Results are those of some order of the calls, with a change now and then; the client's order is
// part of that order, and so is what is known, mostly.
Case random_case(std::mt19937_64& random, std::size_t calls) {
  Case out{random_object(random), {}};
  BuiltInObject object(out.object);
  ObjectState state = object.initial();
  History& history = out.history;
  history.before.assign(calls, 0);
  history.knows.assign(calls, 0);
  for (std::size_t i = 0; i < calls; ++i) {
    Call call{.operation = pick(random, out.object.operations.size()),
              .arguments = {static_cast<Value>(1 + pick(random, 3)),
                            static_cast<Value>(1 + pick(random, 3))},
              .result = {},
              .thread = ThreadId(i),
              .begin = {},
              .end = {}};
    std::vector<StepTaken> steps;
    object.step(state, call, i, steps);
    if (steps.empty()) {
      call.is_pending = true;
    } else {
      const StepTaken& step = steps[pick(random, steps.size())];
      call.result = step.result;
      if (call.result && chance(random, 15)) call.result = static_cast<Value>(pick(random, 4));
      state = step.state;
      history.knows[i] = step.knows;
      if (chance(random, 10)) history.knows[i] &= Calls{pick(random, 32)};
    }
    history.knows[i] |= just(i);
    for (std::size_t o = 0; o < i; ++o) {
      if (chance(random, 20) && !history.calls[o].is_pending) {
        history.before[i] |= just(o) | history.before[o];
      }
      if (chance(random, 30)) history.knows[i] |= just(o);
    }
    history.knows[i] |= history.before[i];
    if (call.is_pending) history.knows[i] = ~Calls{0};
    history.calls.push_back(std::move(call));
  }
  return out;
}

struct Answer {
  bool has_legal = false;
  std::set<Order> kept;
};

// Plays an order through, in all ways that the object has.
void play(const Case& of, BuiltInObject& object, const Order& order, std::size_t at,
          const ObjectState& state, bool is_kept, Answer& out) {
  if (at == order.size()) {
    out.has_legal = true;
    if (is_kept) out.kept.insert(order);
    return;
  }
  const std::size_t i = order[at];
  const Call& call = of.history.calls[i];
  std::vector<StepTaken> steps;
  object.step(state, call, i, steps);
  for (const StepTaken& step : steps) {
    if (call.result && step.result && call.result != step.result) continue;
    const bool knows = (step.knows & ~of.history.knows[i]) == 0;
    play(of, object, order, at + 1, step.state, is_kept && knows, out);
  }
}

bool agrees(const History& history, const Order& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (has(history.before[order[i]], order[j])) return false;
    }
  }
  return true;
}

// All permutations of all subsets that have the finished calls.
Answer by_permutations(const Case& of) {
  Answer out;
  BuiltInObject object(of.object);
  const std::size_t count = of.history.calls.size();
  for (Calls chosen = 0; chosen < just(count); ++chosen) {
    Order order;
    bool is_whole = true;
    for (std::size_t i = 0; i < count; ++i) {
      if (has(chosen, i)) order.push_back(static_cast<std::uint8_t>(i));
      is_whole &= has(chosen, i) || of.history.calls[i].is_pending;
    }
    if (!is_whole) continue;
    do {
      if (agrees(of.history, order)) play(of, object, order, 0, object.initial(), true, out);
    } while (std::ranges::next_permutation(order).found);
  }
  return out;
}

// The history with its calls in another order, and other inserted values.
History renamed(const Case& of, std::mt19937_64& random) {
  const std::size_t count = of.history.calls.size();
  std::vector<std::uint8_t> place(count);
  std::iota(place.begin(), place.end(), std::uint8_t{0});
  std::ranges::shuffle(place, random);
  std::map<Value, Value> names;
  for (const Call& call : of.history.calls) {
    for (const Value value : call.arguments) names.emplace(value, 1000 + value * 7919 % 101);
  }
  const auto rename = [&](Value& value) {
    const auto found = names.find(value);
    if (found != names.end()) value = found->second;
  };
  History out;
  out.calls.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    Call& call = out.calls[place[i]] = of.history.calls[i];
    std::ranges::for_each(call.arguments, rename);
    if (call.result && call.arguments.empty()) rename(*call.result);
  }
  const Numbering by{.key = {}, .number_of = place};
  out.before = numbered(of.history.before, by);
  out.knows = numbered(of.history.knows, by);
  return out;
}

std::size_t kept_by(const Outcome& outcome, const History& history, const Numbering& by) {
  std::size_t count = 0;
  for (const std::uint64_t word : outcome.kept(numbered(history.knows, by))) {
    count += static_cast<std::size_t>(std::popcount(word));
  }
  return count;
}

// Gives calls the arguments that their methods take.
void take_arguments(Case& of) {
  using enum Method;
  for (Call& call : of.history.calls) {
    const Method method = of.object.operations[call.operation].method;
    if (method == Remove || method == RemoveFront || method == Read) call.arguments.clear();
    if (method == Insert || method == InsertFront || method == Write) call.arguments.resize(1);
  }
}

// Lemma 86: of the list of all legal orders, what is known keeps some, also for a history with the
// same key. Returns true if calls in another order had the same key.
bool check_outcome(Case of, std::mt19937_64& random) {
  const std::size_t count = of.history.calls.size();
  take_arguments(of);
  for (Calls& calls : of.history.knows) calls &= all_calls(count);
  if (chance(random, 60)) of.history.before.assign(count, 0);
  BuiltInObject object(of.object);
  Patience patience;
  const std::size_t kept =
      find_legal_orders(of.history, object, Wanted::AllOrders, patience).kept.size();
  const Numbering numbering = numbering_of(of.history, of.object);
  const Outcome outcome(of.history, numbering, object, patience);
  REQUIRE(outcome.is_listed());
  CHECK(kept_by(outcome, of.history, numbering) == kept);
  const History other = renamed(of, random);
  const Numbering by = numbering_of(other, of.object);
  if (by.key != numbering.key) return false;
  CHECK(kept_by(outcome, other, by) == kept);
  return count > 1 && by.number_of != numbering.number_of;
}

}  // namespace

TEST_CASE("legal orders of histories are those of all permutations" *
          doctest::test_suite("oracle")) {
  std::mt19937_64 random(1);
  Patience patience;
  std::size_t without = 0;
  std::size_t not_kept = 0;
  std::size_t shared = 0;
  constexpr int Histories = 20'000;
  for (int i = 0; i < Histories; ++i) {
    CAPTURE(i);
    const Case of = random_case(random, 1 + pick(random, 5));
    const Answer expected = by_permutations(of);
    BuiltInObject object(of.object);
    const LegalOrders all = find_legal_orders(of.history, object, Wanted::AllOrders, patience);
    CHECK(all.has_legal == expected.has_legal);
    CHECK(std::set<Order>(all.kept.begin(), all.kept.end()) == expected.kept);
    const LegalOrders one = find_legal_orders(of.history, object, Wanted::OneOrder, patience);
    CHECK(one.has_legal == expected.has_legal);
    CHECK(one.kept.empty() == expected.kept.empty());
    shared += check_outcome(of, random) ? 1 : 0;
    without += expected.has_legal ? 0 : 1;
    not_kept += expected.has_legal && expected.kept.empty() ? 1 : 0;
  }
  // Each kind of answer occurs often enough to tell.
  CHECK(without > Histories / 50);
  CHECK(not_kept > Histories / 50);
  CHECK(shared > Histories / 20);
}

namespace {

// The definition: no cycle of pairs and causes, and none of pairs and knowledge with one clash.
bool is_free(const ClientOrder& pairs, const Obstacles& obstacles) {
  // Walks: (call whose end was reached, whether a clash was passed).
  const auto returns = [&](std::uint8_t start, const std::vector<Calls>& links, bool needs_clash) {
    std::set<std::pair<std::uint8_t, bool>> seen;
    std::vector<std::pair<std::uint8_t, bool>> open{{start, false}};
    while (!open.empty()) {
      const auto [end, has_clash] = open.back();
      open.pop_back();
      for (const auto& [first, second] : pairs) {
        if (first != end) continue;
        for (std::uint8_t to = 0; to < links.size(); ++to) {
          for (const bool clashes : {false, true}) {
            const auto& by = clashes ? obstacles.clashes : links;
            if (!has(by[second], to) || (clashes && (!needs_clash || has_clash))) continue;
            const bool has_some = has_clash || clashes;
            if (to == start && has_some == needs_clash) return true;
            if (seen.emplace(to, has_some).second) open.emplace_back(to, has_some);
          }
        }
      }
    }
    return false;
  };
  return std::ranges::none_of(pairs, [&](const auto& pair) {
    return returns(pair.first, obstacles.causes, false) ||
           returns(pair.first, obstacles.known, true);
  });
}

bool contradicts_all(const ClientOrder& pairs, const std::vector<Order>& orders) {
  return std::ranges::all_of(orders, [&](const Order& order) {
    return std::ranges::any_of(pairs, [&](const auto& pair) {
      const auto first = std::ranges::find(order, pair.first);
      const auto second = std::ranges::find(order, pair.second);
      return first != order.end() && second != order.end() && second < first;
    });
  });
}

}  // namespace

TEST_CASE("client orders are found among all sets of pairs" * doctest::test_suite("oracle")) {
  std::mt19937_64 random(2);
  Patience patience;
  std::size_t found = 0;
  constexpr int Cases = 400;
  for (int i = 0; i < Cases; ++i) {
    CAPTURE(i);
    const std::size_t count = 2 + pick(random, 2);
    History history;
    history.calls.resize(count);
    Obstacles obstacles{std::vector<Calls>(count), std::vector<Calls>(count),
                        std::vector<Calls>(count)};
    for (std::size_t b = 0; b < count; ++b) {
      // A begin is known to its own end.
      obstacles.known[b] = obstacles.causes[b] = just(b);
      for (std::size_t a = 0; a < count; ++a) {
        if (chance(random, 20)) obstacles.causes[b] |= just(a);
        if (chance(random, 10)) obstacles.known[b] |= just(a);
        if (a != b && chance(random, 20)) obstacles.clashes[b] |= just(a);
      }
      obstacles.causes[b] |= obstacles.known[b];
    }
    std::vector<Order> orders;
    Order order(count);
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    do {
      if (chance(random, 40)) orders.push_back(order);
    } while (std::ranges::next_permutation(order).found);
    if (orders.empty()) continue;
    std::vector<std::pair<std::uint8_t, std::uint8_t>> all;
    for (std::uint8_t a = 0; a < count; ++a) {
      for (std::uint8_t b = 0; b < count; ++b) {
        if (a != b) all.emplace_back(a, b);
      }
    }
    std::size_t sets = 0;
    const std::vector<ClientOrder> some =
        contradicting_orders(history, orders, obstacles, patience).orders;
    for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << all.size(); ++chosen) {
      ClientOrder pairs;
      for (std::size_t p = 0; p < all.size(); ++p) {
        if ((chosen >> p & 1) != 0) pairs.push_back(all[p]);
      }
      if (!is_free(pairs, obstacles) || !contradicts_all(pairs, orders)) continue;
      ++sets;
      // Some found order is part of it.
      CHECK(std::ranges::any_of(some, [&](const ClientOrder& each) {
        return std::ranges::all_of(
            each, [&](const auto& pair) { return std::ranges::find(pairs, pair) != pairs.end(); });
      }));
    }
    CHECK(some.empty() == (sets == 0));
    for (const ClientOrder& each : some) {
      CHECK(is_free(each, obstacles));
      CHECK(contradicts_all(each, orders));
    }
    found += sets == 0 ? 0 : 1;
  }
  CHECK(found > Cases / 10);
  CHECK(found < Cases);
}

}  // namespace drover::histories_test
