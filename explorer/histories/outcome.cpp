#include "explorer/histories/outcome.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace drover::histories {

namespace {

using Key = std::vector<std::int64_t>;

std::int64_t flags_of(const Call& call) {
  return (call.is_pending ? 1 : 0) + (call.is_waiting ? 2 : 0) + (call.result ? 4 : 0);
}

Key key_of_call(const Call& call) {
  Key key{static_cast<std::int64_t>(call.operation), flags_of(call), call.result.value_or(0),
          call.thread.value, static_cast<std::int64_t>(call.arguments.size())};
  key.insert(key.end(), call.arguments.begin(), call.arguments.end());
  return key;
}

// What an object that only copies values does with those of a call.
struct Copied {
  std::optional<Value> in;
  std::optional<Value> out;
};

// Nothing if the object may look at a value.
std::optional<std::vector<Copied>> copied_values(const History& history,
                                                 const SpecifiedObject& object) {
  constexpr std::array Copying{ObjectKind::Register, ObjectKind::Queue, ObjectKind::Stack,
                               ObjectKind::Deque};
  if (std::ranges::find(Copying, object.kind) == Copying.end()) return std::nullopt;
  const std::array special{Value{0}, object.variant.empty, object.variant.initial};
  std::vector<Copied> values;
  for (const Call& call : history.calls) {
    switch (object.operations[call.operation].method) {
      case Method::Insert:
      case Method::InsertFront:
      case Method::Write:
        if (call.arguments.size() != 1 ||
            std::ranges::find(special, call.arguments.front()) != special.end()) {
          return std::nullopt;
        }
        values.push_back({.in = call.arguments.front(), .out = {}});
        break;
      case Method::Remove:
      case Method::RemoveFront:
      case Method::Read:
        if (!call.arguments.empty()) return std::nullopt;
        values.push_back({.in = {}, .out = call.result});
        break;
      default: return std::nullopt;
    }
  }
  return values;
}

// The numbers of the values that are inserted: those that calls treat in the same way may be
// exchanged.
std::map<Value, std::int64_t> numbers_of_values(const History& history,
                                                const std::vector<Copied>& copied) {
  std::map<Value, Key> uses;
  for (const Copied& call : copied) {
    if (call.in) uses[*call.in];
  }
  for (std::size_t i = 0; i < copied.size(); ++i) {
    const Call& call = history.calls[i];
    for (const std::optional<Value>& value : {copied[i].in, copied[i].out}) {
      const auto found = value ? uses.find(*value) : uses.end();
      if (found == uses.end()) continue;
      found->second.push_back(static_cast<std::int64_t>(call.operation) * 8 + flags_of(call));
    }
  }
  std::vector<std::pair<Key, Value>> sorted;
  for (auto& [value, key] : uses) {
    std::ranges::sort(key);
    sorted.emplace_back(std::move(key), value);
  }
  std::ranges::sort(sorted);
  std::map<Value, std::int64_t> numbers;
  for (const auto& [key, value] : sorted) {
    numbers.emplace(value, static_cast<std::int64_t>(numbers.size()));
  }
  return numbers;
}

// The key of each call, with numbers for values that are inserted. Nothing if the order of calls
// matters.
std::optional<std::vector<Key>> keys_without_values(const History& history,
                                                    const SpecifiedObject& object) {
  const auto is_free = [](Calls before) { return before == 0; };
  if (!std::ranges::all_of(history.before, is_free)) return std::nullopt;
  const std::optional<std::vector<Copied>> copied = copied_values(history, object);
  if (!copied) return std::nullopt;
  const std::map<Value, std::int64_t> numbers = numbers_of_values(history, *copied);
  std::vector<Key> keys;
  for (std::size_t i = 0; i < copied->size(); ++i) {
    const Call& call = history.calls[i];
    Key key{static_cast<std::int64_t>(call.operation), flags_of(call)};
    if ((*copied)[i].in) {
      // What an insertion returns is no value.
      key.insert(key.end(), {numbers.at(*(*copied)[i].in), call.result.value_or(0)});
    } else if (call.result) {
      const auto found = numbers.find(*call.result);
      const bool is_inserted = found != numbers.end();
      key.insert(key.end(), {is_inserted ? 1 : 0, is_inserted ? found->second : *call.result});
    }
    keys.push_back(std::move(key));
  }
  return keys;
}

History numbered_history(const History& history, const Numbering& by) {
  History out;
  out.calls.resize(history.calls.size());
  for (std::size_t i = 0; i < history.calls.size(); ++i) {
    out.calls[by.number_of[i]] = history.calls[i];
  }
  out.before = numbered(history.before, by);
  out.knows.assign(history.calls.size(), all_calls(history.calls.size()));
  return out;
}

}  // namespace

Numbering numbering_of(const History& history, const SpecifiedObject& object) {
  const std::size_t count = history.calls.size();
  Numbering out;
  out.number_of.resize(count);
  std::optional<std::vector<Key>> keys = keys_without_values(history, object);
  if (!keys) {
    std::iota(out.number_of.begin(), out.number_of.end(), std::uint8_t{0});
    for (const Call& call : history.calls) {
      const Key key = key_of_call(call);
      out.key.insert(out.key.end(), key.begin(), key.end());
    }
    for (const Calls before : history.before) {
      out.key.push_back(static_cast<std::int64_t>(before));
    }
    return out;
  }
  std::vector<std::uint8_t> calls(count);
  std::iota(calls.begin(), calls.end(), std::uint8_t{0});
  std::ranges::stable_sort(calls, {},
                           [&](std::uint8_t call) -> const Key& { return (*keys)[call]; });
  for (std::size_t i = 0; i < count; ++i) {
    out.number_of[calls[i]] = static_cast<std::uint8_t>(i);
    const Key& key = (*keys)[calls[i]];
    out.key.push_back(static_cast<std::int64_t>(key.size()));
    out.key.insert(out.key.end(), key.begin(), key.end());
  }
  return out;
}

std::vector<Calls> numbered(const std::vector<Calls>& rows, const Numbering& by) {
  std::vector<Calls> out(rows.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (Calls left = rows[i]; left != 0; left &= left - 1) {
      out[by.number_of[i]] |= just(by.number_of[static_cast<std::size_t>(std::countr_zero(left))]);
    }
  }
  return out;
}

Obstacles numbered(const Obstacles& obstacles, const Numbering& by) {
  return {.known = numbered(obstacles.known, by),
          .causes = numbered(obstacles.causes, by),
          .clashes = numbered(obstacles.clashes, by)};
}

Outcome::Outcome(const History& history, const Numbering& numbering, SequentialObject& object,
                 Patience& patience) {
  const History all = numbered_history(history, numbering);
  const LegalOrders found = find_legal_orders(all, object, Wanted::AllWithPromises, patience);
  if (found.is_cut) return;
  is_listed_ = true;
  const std::size_t count = all.calls.size();
  orders_ = OrderSet(count, found.kept);
  for (std::size_t i = 0; i < count; ++i) {
    if (all.calls[i].is_pending) pending_ |= just(i);
  }
  for (std::size_t by = 0; by < count; ++by) {
    for (std::size_t known = 0; known < count; ++known) {
      if (by == known) continue;
      OrderSet::Bits in(orders_.all().size(), 0);
      bool is_promised = false;
      for (std::size_t i = 0; i < found.promised.size(); ++i) {
        if (!has(found.promised[i][by], known)) continue;
        in[i / 64] |= std::uint64_t{1} << i % 64;
        is_promised = true;
      }
      if (!is_promised) continue;
      promised_.push_back(
          {static_cast<std::uint8_t>(known), static_cast<std::uint8_t>(by), std::move(in)});
    }
  }
}

OrderSet::Bits Outcome::kept(const std::vector<Calls>& knows) const {
  OrderSet::Bits kept = orders_.all();
  for (const Promised& promised : promised_) {
    if (has(knows[promised.by], promised.known)) continue;
    for (std::size_t w = 0; w < kept.size(); ++w) kept[w] &= ~promised.in[w];
  }
  return kept;
}

std::size_t Outcome::words() const {
  const std::size_t calls = orders_.calls();
  return (calls * calls + promised_.size() + 1) * (orders_.all().size() + 1);
}

}  // namespace drover::histories
