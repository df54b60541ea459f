// What the graph gives: the sets and relations that expressions are made of.

#include <algorithm>
#include <span>
#include <vector>

#include "explorer/cat/evaluator.h"
#include "explorer/graph/thread_order.h"
#include "support/bit_set.h"

namespace drover::cat {

void Evaluator::set_events(const ExecutionGraph& graph) {
  set_indices(graph);
  row_words_ = words_for(size_);
  all_.assign(row_words_, 0);
  for (std::size_t i = 0; i < size_; ++i) insert_bit(all_.data(), i);
  for (const NodeIndex each : used_) {
    values_[each].assign(words_of(code_->nodes[each].kind), 0);
    // Its values are those of the variable.
    if (code_->nodes[each].operation == Operation::Fixpoint) values_[each].clear();
  }
  fill_static_base(graph);
  if (missing_ != nullptr && code_->nodes[missing_->node].operation == Operation::Base) {
    erase_missing(missing_->node);
  }
  run(static_tape_, false, WhichChecks::All);
  left_ = &empty_nodes_->find([&](NodeIndex node) {
    return has_no_bits(std::span(value(node), words_of(code_->nodes[node].kind)));
  });
}

namespace {

bool is_second_half(const ExecutionGraph& graph, const Event& event) {
  return !event.is_initial() && event.label.is_write() && event.label.is_exclusive_write &&
         event.index > 0 &&
         graph.event(graph.events_of(event.thread)[event.index - 1]).is_exclusive_read;
}

// The mode that is written for a read-modify-write, from those of its halves.
Mode mode_of_both(Mode read, Mode write) {
  if (read == Mode::Acq && write == Mode::Rel) return Mode::AcqRel;
  return read == Mode::Rlx ? write : read;
}

}  // namespace

void Evaluator::set_indices(const ExecutionGraph& graph) {
  index_of_.resize(graph.size());
  size_ = 0;
  has_fused_ = false;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    const bool is_second = (event.label.is_fused && event.label.is_write()) ||
                           (code_->fuses_updates && is_second_half(graph, event));
    has_fused_ |= is_second;
    index_of_[i] = is_second ? index_of_[graph.events_of(event.thread)[event.index - 1].value]
                             : static_cast<std::uint32_t>(size_++);
  }
}

namespace {

// The sets that a mode puts an event into.
Base set_of(Mode mode) {
  switch (mode) {
    case Mode::Na: return Base::Na;
    case Mode::Rlx: return Base::Rlx;
    case Mode::Acq: return Base::Acq;
    case Mode::Rel: return Base::Rel;
    case Mode::AcqRel: return Base::AcqRel;
    case Mode::Plain:
    case Mode::Sc: break;
  }
  return Base::Sc;
}

}  // namespace

void Evaluator::fill_static_base(const ExecutionGraph& graph) {
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    const Label& label = event.label;
    const auto put = [&](Base base) {
      if (has(base)) insert_bit(rows_of(base), at(EventId(i)));
    };
    put(Base::All);
    if (label.is_read()) put(Base::Reads);
    if (label.is_write()) put(Base::Writes);
    if (label.is_fence()) put(Base::Fences);
    if (event.is_exclusive_read || (label.is_write() && label.is_exclusive_write)) put(Base::Rmw);
    if (event.is_failed_exclusive) put(Base::Failed);
    if (event.is_initial()) put(Base::InitialWrites);
    if (label.kind == LabelKind::Alloc) put(Base::Allocations);
    if (label.kind == LabelKind::Spawn) put(Base::Spawns);
    if (label.kind == LabelKind::Join) put(Base::Joins);
    if (label.kind == LabelKind::Free) put(Base::Frees);
    if (label.kind == LabelKind::Call) put(Base::Calls);
    if (!label.tags.is_empty()) label.tags.for_each([&](Tag tag) { put(base_of(tag)); });
    if (!label.is_access() && !label.is_fence()) continue;
    Mode mode = label.mode;
    if (code_->fuses_updates && is_second_half(graph, event)) continue;
    if (code_->fuses_updates && event.is_exclusive_read) {
      const auto thread = graph.events_of(event.thread);
      const bool has_second = event.index + 1 < thread.size();
      if (has_second) mode = mode_of_both(mode, graph.event(thread[event.index + 1]).label.mode);
    }
    put(set_of(mode));
    if (mode == Mode::Plain) put(Base::Plain);
  }
  fill_locations(graph);
  if (has(Base::SameValue)) fill_same_value(graph);
  fill_thread_order(graph);
  fill_dependencies(graph);
}

void Evaluator::fill_locations(const ExecutionGraph& graph) {
  if (!has(Base::Loc) && !has(Base::NonAtomicLocation)) return;
  std::vector<std::vector<Word>> accesses;  // by location
  std::vector<bool> is_non_atomic;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Label& label = graph.event(EventId(i)).label;
    const bool is_located = label.is_access() || (label.is_fence() && !label.location.is_none());
    if (!is_located) continue;
    const std::size_t location = label.location.value;
    if (location >= accesses.size()) {
      accesses.resize(location + 1);
      is_non_atomic.resize(location + 1);
    }
    if (accesses[location].empty()) accesses[location].assign(row_words_, 0);
    insert_bit(accesses[location].data(), at(EventId(i)));
    if (label.mode == Mode::Na && !graph.event(EventId(i)).is_initial()) {
      is_non_atomic[location] = true;
    }
  }
  for (std::size_t location = 0; location < accesses.size(); ++location) {
    const std::vector<Word>& set = accesses[location];
    for_each_bit(set, [&](std::size_t event) {
      if (has(Base::Loc)) {
        std::copy(set.begin(), set.end(), rows_of(Base::Loc) + event * row_words_);
      }
      if (is_non_atomic[location] && has(Base::NonAtomicLocation)) {
        insert_bit(rows_of(Base::NonAtomicLocation), event);
      }
    });
  }
}

void Evaluator::fill_same_value(const ExecutionGraph& graph) {
  Word* rows = rows_of(Base::SameValue);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& first = graph.event(EventId(i));
    for (std::size_t j = 0; j < graph.size(); ++j) {
      const Event& second = graph.event(EventId(j));
      const bool are_accesses = first.label.is_access() && second.label.is_access();
      if (!are_accesses || first.value != second.value) continue;
      insert_bit(rows + at(EventId(i)) * row_words_, at(EventId(j)));
    }
  }
}

void Evaluator::fill_dependencies(const ExecutionGraph& graph) {
  const GraphDependencies* dependencies = graph.dependencies();
  if (dependencies == nullptr) return;
  const auto copy = [&](Base base, const Relation& from) {
    if (!has(base)) return;
    Word* rows = rows_of(base);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const std::size_t read = at(EventId(i));
      from.for_each_successor(EventId(i), [&](EventId event) {
        if (at(event) != read) insert_bit(rows + read * row_words_, at(event));
      });
    }
  };
  copy(Base::Addr, dependencies->addr);
  copy(Base::Data, dependencies->data);
  copy(Base::Ctrl, dependencies->ctrl);
  copy(Base::PickAddr, dependencies->pick_addr);
  copy(Base::PickData, dependencies->pick_data);
  copy(Base::PickCtrl, dependencies->pick_ctrl);
  copy(Base::Pick, dependencies->pick);
}

// Program order, the same thread, read-modify-writes, spawn and join.
void Evaluator::fill_thread_order(const ExecutionGraph& graph) {
  constexpr std::size_t Roles = 3;
  std::vector<Word> later(row_words_);
  std::vector<std::vector<Word>> of_role(Roles, std::vector<Word>(row_words_, 0));
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> order = graph.events_of(ThreadId(t));
    std::fill(later.begin(), later.end(), 0);
    for (std::size_t i = order.size(); i-- > 0;) {
      const std::size_t event = at(order[i]);
      const bool is_second = i + 1 < order.size() && at(order[i + 1]) == event;
      if (has(Base::Po) && !is_second) {
        std::copy(later.begin(), later.end(), rows_of(Base::Po) + event * row_words_);
      }
      insert_bit(later.data(), event);
      insert_bit(of_role[static_cast<std::size_t>(graph.role(ThreadId(t)))].data(), event);
    }
    if (has(Base::RmwPairs) || has(Base::Amo)) fill_rmw(graph, order);
    if (!has(Base::Int)) continue;
    for (const EventId event : order) {
      std::copy(later.begin(), later.end(), rows_of(Base::Int) + at(event) * row_words_);
    }
  }
  if (!has(Base::Sync)) return;
  const std::vector<Word>& workers = of_role[static_cast<std::size_t>(ThreadRole::Worker)];
  const std::vector<Word>& last = of_role[static_cast<std::size_t>(ThreadRole::Final)];
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    Word* row = rows_of(Base::Sync) + at(EventId(i)) * row_words_;
    const bool is_before_workers =
        !event.is_initial() && graph.role(event.thread) == ThreadRole::Init;
    const bool is_before_last =
        is_before_workers ||
        (!event.is_initial() && graph.role(event.thread) == ThreadRole::Worker);
    for (std::size_t w = 0; w < row_words_; ++w) {
      if (event.is_initial()) {
        for (const std::vector<Word>& role : of_role) row[w] |= role[w];
      }
      if (is_before_workers) row[w] |= workers[w];
      if (is_before_last) row[w] |= last[w];
    }
  }
  if (!graph.has_spawns()) return;
  for (const auto& [first, second] : spawn_order(graph).pairs()) {
    insert_bit(rows_of(Base::Sync) + at(first) * row_words_, at(second));
  }
}

// Pairs of one instruction; and of exclusive instructions, where no other exclusive access of the
// thread is in between.
void Evaluator::fill_rmw(const ExecutionGraph& graph, std::span<const EventId> order) {
  const auto insert = [&](Base base, EventId read, EventId write) {
    if (has(base)) insert_bit(rows_of(base) + at(read) * row_words_, at(write));
  };
  EventId exclusive = EventId::none();  // the last exclusive access, if it is a read
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Event& event = graph.event(order[i]);
    const bool is_second = i > 0 && event.label.is_write() && event.label.is_exclusive_write &&
                           graph.event(order[i - 1]).is_exclusive_read;
    if (is_second && !event.label.is_fused) {
      insert(Base::RmwPairs, order[i - 1], order[i]);
      if (!code_->fuses_updates) insert(Base::Amo, order[i - 1], order[i]);
    }
    if (!event.label.tags.contains(Tag::Exclusive) || event.label.is_fused) continue;
    if (event.label.is_write() && !is_second && !exclusive.is_none() &&
        graph.event(exclusive).label.location == event.label.location) {
      insert(Base::RmwPairs, exclusive, order[i]);
    }
    exclusive = event.label.is_read() ? order[i] : EventId::none();
  }
}

void Evaluator::fill_edges(const ExecutionGraph& graph) {
  const auto cleared = [&](Base base) {
    Word* rows = rows_of(base);
    std::fill(rows, rows + row_words_ * size_, 0);
    return rows;
  };
  if (has(Base::Rf)) {
    Word* rows = cleared(Base::Rf);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const EventId write = graph.event(EventId(i)).reads_from;
      if (!write.is_none()) insert_bit(rows + at(write) * row_words_, at(EventId(i)));
    }
  }
  if (has(Base::Co) || has(Base::Fr) || has(Base::FinalWrites)) fill_coherence(graph);
  if (has(Base::Co)) std::ranges::copy(coherence_, rows_of(Base::Co));
  if (has(Base::Fr)) {
    Word* rows = cleared(Base::Fr);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const EventId write = graph.event(EventId(i)).reads_from;
      if (write.is_none()) continue;
      const std::size_t read = at(EventId(i));
      const Word* later = coherence_.data() + at(write) * row_words_;
      for (std::size_t w = 0; w < row_words_; ++w) rows[read * row_words_ + w] |= later[w];
      if (has_fused_) erase_bit(rows + read * row_words_, read);
    }
  }
  if (has(Base::FinalWrites)) {
    Word* set = rows_of(Base::FinalWrites);
    std::fill(set, set + row_words_, 0);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const std::size_t write = at(EventId(i));
      if (graph.event(EventId(i)).label.is_write() &&
          has_no_bits(std::span(coherence_.data() + write * row_words_, row_words_))) {
        insert_bit(set, write);
      }
    }
  }
  if (missing_ != nullptr && code_->nodes[missing_->node].operation == Operation::Base) {
    erase_missing(missing_->node);
  }
}

void Evaluator::fill_coherence(const ExecutionGraph& graph) {
  coherence_.assign(row_words_ * size_, 0);
  std::vector<Word>& later = scratch_;
  for (const LocationId location : graph.locations()) {
    later.assign(row_words_, 0);
    const std::span<const EventId> order = graph.coherence(location);
    for (std::size_t i = order.size(); i-- > 0;) {
      Word* row = coherence_.data() + at(order[i]) * row_words_;
      for (std::size_t w = 0; w < row_words_; ++w) row[w] |= later[w];
      insert_bit(later.data(), at(order[i]));
    }
    // The initial write is before those that have no place yet, too.
    const EventId initial = graph.initial_write(location);
    for (const EventId write : graph.writes_to(location)) {
      if (write != initial) insert_bit(coherence_.data() + at(initial) * row_words_, at(write));
    }
  }
}

}  // namespace drover::cat
