#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "explorer/graph/event_set.h"
#include "support/bit_set.h"
#include "support/strong_id.h"

namespace drover {

// A binary relation over the events of one graph, as a matrix of bits, one row per
// event. Relations that are combined must be over the same number of events. One
// allocation per relation; every operation works on 64 pairs at a time.
class Relation {
 public:
  using Word = EventSet::Word;

  Relation() = default;
  // The empty relation over `size` events.
  explicit Relation(std::size_t size)
      : size_(size), row_words_(words_for(size)), words_(size * row_words_, Word{0}) {}

  // Makes this the empty relation over `size` events, reusing its memory.
  void reset(std::size_t size);

  // Returns the number of events it is over.
  [[nodiscard]] std::size_t size() const { return size_; }

  void insert(EventId from, EventId to) { insert_bit(row(from), to.value); }
  void erase(EventId from, EventId to) { erase_bit(row(from), to.value); }
  // Inserts `from` before all of `targets`.
  void insert_all(EventId from, std::span<const Word> targets) { insert_bits(row(from), targets); }
  void insert_all(EventId from, const EventSet& targets) { insert_all(from, targets.words()); }
  [[nodiscard]] bool contains(EventId from, EventId to) const {
    return has_bit(row(from), to.value);
  }
  [[nodiscard]] std::span<const Word> row(EventId from) const {
    return {words_.data() + from.value * row_words_, row_words_};
  }

  [[nodiscard]] bool is_empty() const;
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool is_irreflexive() const;
  [[nodiscard]] bool is_acyclic() const;
  // Returns all pairs, in increasing order.
  [[nodiscard]] std::vector<std::pair<EventId, EventId>> pairs() const;

  // Calls `visit(EventId)` on each successor of `from`, in increasing order.
  template <typename Visit>
  void for_each_successor(EventId from, Visit visit) const {
    for_each_bit(row(from), [&](std::size_t to) { visit(EventId(to)); });
  }

  Relation& operator|=(const Relation& other);
  Relation& operator&=(const Relation& other);
  Relation& operator-=(const Relation& other);
  bool operator==(const Relation&) const = default;

  // Replaces this relation by its transitive closure (Warshall).
  void close_transitively();

  // Operations into a relation of the operands' size: no allocation.
  template <typename Combine>
  void assign(const Relation& a, const Relation& b, Combine combine) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = combine(a.words_[i], b.words_[i]);
  }
  void assign_seq(const Relation& a, const Relation& b);
  void assign_complement(const Relation& r, const EventSet& all);
  void assign_restricted_from(const EventSet& from, const Relation& r);
  void assign_restricted_to(const Relation& r, const EventSet& to);

 private:
  std::span<Word> row(EventId from) {
    return {words_.data() + from.value * row_words_, row_words_};
  }

  std::size_t size_ = 0;
  std::size_t row_words_ = 0;
  std::vector<Word> words_;
};

inline Relation operator|(Relation a, const Relation& b) { return a |= b; }
inline Relation operator&(Relation a, const Relation& b) { return a &= b; }
inline Relation operator-(Relation a, const Relation& b) { return a -= b; }

// a ; b
[[nodiscard]] Relation seq(const Relation& a, const Relation& b);
template <typename... Rest>
[[nodiscard]] Relation seq(const Relation& a, const Relation& b, const Relation& c,
                           const Rest&... rest) {
  return seq(seq(a, b), c, rest...);
}
// r^-1
[[nodiscard]] Relation inverse(const Relation& r);
// r?, r+, r*
[[nodiscard]] Relation maybe(Relation r);
[[nodiscard]] Relation plus(Relation r);
[[nodiscard]] Relation star(Relation r);
// [set]
[[nodiscard]] Relation identity(const EventSet& set);
// from * to
[[nodiscard]] Relation product(const EventSet& from, const EventSet& to);
// [from] ; r ; [to]
[[nodiscard]] Relation restrict(const EventSet& from, const Relation& r, const EventSet& to);
// Returns the events with a successor; the events with a predecessor.
[[nodiscard]] EventSet domain(const Relation& r);
[[nodiscard]] EventSet range(const Relation& r);

// Returns the events of a cycle with the fewest edges, in order (the edge from the last back to the
// first closes it); empty if there is none. The first such cycle in event order.
[[nodiscard]] std::vector<EventId> shortest_cycle(const Relation& r);

}  // namespace drover
