#include "explorer/graph/relation.h"

#include <algorithm>

namespace drover {

void Relation::insert_all(EventId from, const EventSet& targets) {
  insert_bits(row(from), targets.words());
}

bool Relation::is_empty() const { return has_no_bits(words_); }

std::size_t Relation::count() const { return count_bits(words_); }

bool Relation::is_irreflexive() const {
  for (std::size_t i = 0; i < size_; ++i) {
    if (contains(EventId(i), EventId(i))) return false;
  }
  return true;
}

// Takes away events without a successor among those that are left; what remains when no
// such event is left contains a cycle. Most relations run forwards in insertion order, so
// going backwards takes most of them away in one pass.
bool Relation::is_acyclic() const {
  EventSet left(size_);
  for (std::size_t i = 0; i < size_; ++i) left.insert(EventId(i));
  std::size_t remaining = size_;
  for (bool changed = true; changed && remaining > 0;) {
    changed = false;
    for (std::size_t i = size_; i-- > 0;) {
      const EventId event(i);
      if (!left.contains(event)) continue;
      if (have_common_bit(row(event), left.words())) continue;
      left.erase(event);
      --remaining;
      changed = true;
    }
  }
  return remaining == 0;
}

std::vector<std::pair<EventId, EventId>> Relation::pairs() const {
  std::vector<std::pair<EventId, EventId>> result;
  for (std::size_t i = 0; i < size_; ++i) {
    for_each_successor(EventId(i), [&](EventId to) { result.emplace_back(EventId(i), to); });
  }
  return result;
}

Relation& Relation::operator|=(const Relation& other) {
  insert_bits(words_, other.words_);
  return *this;
}

Relation& Relation::operator&=(const Relation& other) {
  keep_bits(words_, other.words_);
  return *this;
}

Relation& Relation::operator-=(const Relation& other) {
  erase_bits(words_, other.words_);
  return *this;
}

void Relation::close_transitively() {
  for (std::size_t k = 0; k < size_; ++k) {
    const EventId middle(k);
    const std::span<const Word> after = std::as_const(*this).row(middle);
    for (std::size_t i = 0; i < size_; ++i) {
      if (contains(EventId(i), middle)) insert_bits(row(EventId(i)), after);
    }
  }
}

Relation seq(const Relation& a, const Relation& b) {
  Relation result(a.size_);
  for (std::size_t i = 0; i < a.size_; ++i) {
    const std::span<Relation::Word> target = result.row(EventId(i));
    a.for_each_successor(EventId(i), [&](EventId middle) { insert_bits(target, b.row(middle)); });
  }
  return result;
}

Relation inverse(const Relation& r) {
  Relation result(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) {
    r.for_each_successor(EventId(i), [&](EventId to) { result.insert(to, EventId(i)); });
  }
  return result;
}

Relation maybe(Relation r) {
  for (std::size_t i = 0; i < r.size(); ++i) r.insert(EventId(i), EventId(i));
  return r;
}

Relation plus(Relation r) {
  r.close_transitively();
  return r;
}

Relation star(Relation r) { return maybe(plus(std::move(r))); }

Relation identity(const EventSet& set) {
  Relation result(set.universe_size());
  set.for_each([&](EventId event) { result.insert(event, event); });
  return result;
}

Relation product(const EventSet& from, const EventSet& to) {
  Relation result(from.universe_size());
  from.for_each([&](EventId event) { result.insert_all(event, to); });
  return result;
}

Relation restrict(const EventSet& from, const Relation& r, const EventSet& to) {
  Relation result(r.size_);
  from.for_each([&](EventId event) {
    const std::span<Relation::Word> target = result.row(event);
    const std::span<const Relation::Word> source = r.row(event);
    for (std::size_t w = 0; w < target.size(); ++w) target[w] = source[w] & to.words()[w];
  });
  return result;
}

EventSet domain(const Relation& r) {
  EventSet result(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) {
    if (!has_no_bits(r.row(EventId(i)))) {
      result.insert(EventId(i));
    }
  }
  return result;
}

EventSet range(const Relation& r) {
  EventSet result(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) {
    r.for_each_successor(EventId(i), [&](EventId to) { result.insert(to); });
  }
  return result;
}

namespace {

// A shortest path from `start` back to itself, or nothing; breadth first.
std::vector<EventId> shortest_cycle_through(const Relation& r, EventId start) {
  std::vector<EventId> parent(r.size());
  std::vector<EventId> queue{start};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const EventId current = queue[head];
    if (r.contains(current, start)) {
      std::vector<EventId> cycle{current};
      while (cycle.back() != start) cycle.push_back(parent[cycle.back().value]);
      std::ranges::reverse(cycle);
      return cycle;
    }
    r.for_each_successor(current, [&](EventId next) {
      if (next == start || !parent[next.value].is_none()) return;
      parent[next.value] = current;
      queue.push_back(next);
    });
  }
  return {};
}

}  // namespace

std::vector<EventId> shortest_cycle(const Relation& r) {
  std::vector<EventId> best;
  for (std::size_t i = 0; i < r.size(); ++i) {
    std::vector<EventId> cycle = shortest_cycle_through(r, EventId(i));
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
  }
  return best;
}

}  // namespace drover
