#include "explorer/graph/relation.h"

#include <algorithm>

namespace drover {

void Relation::reset(std::size_t size) {
  size_ = size;
  row_words_ = words_for(size);
  words_.assign(size * row_words_, Word{0});
}

bool Relation::is_empty() const { return has_no_bits(words_); }

std::size_t Relation::count() const { return count_bits(words_); }

bool Relation::is_irreflexive() const {
  for (std::size_t i = 0; i < size_; ++i) {
    if (contains(EventId(i), EventId(i))) return false;
  }
  return true;
}

// Repeatedly removes events without a remaining successor; if events remain, they contain a cycle.
bool Relation::is_acyclic() const {
  if (row_words_ == 1) {
    Word left = size_ == BitsPerWord ? ~Word{0} : bit_in_word(size_) - 1;
    for (bool has_changed = true; has_changed && left != 0;) {
      has_changed = false;
      for_each_bit_of_word(left, 0, [&](std::size_t event) {
        if ((words_[event] & left) != 0) return;
        left &= ~bit_in_word(event);
        has_changed = true;
      });
    }
    return left == 0;
  }
  EventSet left = EventSet(size_).complement();
  std::size_t remaining = size_;
  // Most relations follow insertion order: going backwards removes most events in one pass.
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
  if (row_words_ == 1) {
    for (std::size_t k = 0; k < size_; ++k) {
      const Word through = words_[k];
      if (through == 0) continue;
      for (Word& each : words_) each |= (each >> k & 1) != 0 ? through : 0;
    }
    return;
  }
  for (std::size_t k = 0; k < size_; ++k) {
    const EventId middle(k);
    const std::span<const Word> after = std::as_const(*this).row(middle);
    for (std::size_t i = 0; i < size_; ++i) {
      if (contains(EventId(i), middle)) insert_bits(row(EventId(i)), after);
    }
  }
}

void Relation::assign_seq(const Relation& a, const Relation& b) {
  if (row_words_ == 1) {
    for (std::size_t i = 0; i < size_; ++i) {
      Word reached = 0;
      for_each_bit_of_word(a.words_[i], 0,
                           [&](std::size_t middle) { reached |= b.words_[middle]; });
      words_[i] = reached;
    }
    return;
  }
  std::ranges::fill(words_, Word{0});
  for (std::size_t i = 0; i < size_; ++i) {
    a.for_each_successor(EventId(i), [&](EventId to) { insert_all(EventId(i), b.row(to)); });
  }
}

void Relation::assign_complement(const Relation& r, const EventSet& all) {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words_[i] = all.words()[i % row_words_] & ~r.words_[i];
  }
}

void Relation::assign_restricted_from(const EventSet& from, const Relation& r) {
  for (std::size_t i = 0; i < size_; ++i) {
    const Word mask = from.contains(EventId(i)) ? ~Word{0} : 0;
    for (std::size_t w = i * row_words_; w < (i + 1) * row_words_; ++w) {
      words_[w] = r.words_[w] & mask;
    }
  }
}

void Relation::assign_restricted_to(const Relation& r, const EventSet& to) {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words_[i] = r.words_[i] & to.words()[i % row_words_];
  }
}

Relation seq(const Relation& a, const Relation& b) {
  Relation result(a.size());
  result.assign_seq(a, b);
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
  Relation result(r.size());
  result.assign_restricted_from(from, r);
  result.assign_restricted_to(result, to);
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

// Returns a shortest path from `start` back to itself, or an empty one; breadth first.
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
