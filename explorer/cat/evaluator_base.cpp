// What the graph gives: the sets and relations that expressions are made of.

#include <algorithm>
#include <span>
#include <vector>

#include "explorer/cat/evaluator.h"
#include "support/bit_set.h"

namespace drover::cat {

void Evaluator::set_events(const ExecutionGraph& graph) {
  size_ = graph.size();
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
  const auto put = [&](Base base, std::size_t event) {
    if (has(base)) insert_bit(rows_of(base), event);
  };
  for (std::size_t i = 0; i < size_; ++i) {
    const Event& event = graph.event(EventId(i));
    const Label& label = event.label;
    put(Base::All, i);
    if (label.is_read()) put(Base::Reads, i);
    if (label.is_write()) put(Base::Writes, i);
    if (label.is_fence()) put(Base::Fences, i);
    if (event.is_exclusive_read || (label.is_write() && label.is_exclusive_write)) {
      put(Base::Rmw, i);
    }
    if (event.is_failed_exclusive) put(Base::Failed, i);
    if (event.is_initial()) put(Base::InitialWrites, i);
    if (label.kind == LabelKind::Alloc) put(Base::Allocations, i);
    if (label.kind == LabelKind::Free) put(Base::Frees, i);
    if (label.kind == LabelKind::Call) put(Base::Calls, i);
    if (!label.is_access() && !label.is_fence()) continue;
    put(set_of(label.mode), i);
    if (label.mode == Mode::Plain) put(Base::Plain, i);
  }
  const bool needs_locations = has(Base::Loc) || has(Base::NonAtomicLocation);
  if (needs_locations) {
    std::vector<std::vector<Word>> accesses;  // by location
    std::vector<bool> is_non_atomic;
    for (std::size_t i = 0; i < size_; ++i) {
      const Label& label = graph.event(EventId(i)).label;
      if (!label.is_access()) continue;
      const std::size_t location = label.location.value;
      if (location >= accesses.size()) {
        accesses.resize(location + 1);
        is_non_atomic.resize(location + 1);
      }
      if (accesses[location].empty()) accesses[location].assign(row_words_, 0);
      insert_bit(accesses[location].data(), i);
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
        if (is_non_atomic[location]) put(Base::NonAtomicLocation, event);
      });
    }
  }
  fill_thread_order(graph);
  if (const GraphDependencies* dependencies = graph.dependencies()) {
    const auto copy = [&](Base base, const Relation& from) {
      if (!has(base)) return;
      for (const auto& [read, event] : from.pairs()) {
        insert_bit(rows_of(base) + read.value * row_words_, event.value);
      }
    };
    copy(Base::Addr, dependencies->addr);
    copy(Base::Data, dependencies->data);
    copy(Base::Ctrl, dependencies->ctrl);
  }
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
      const std::size_t event = order[i].value;
      if (has(Base::Po)) {
        std::copy(later.begin(), later.end(), rows_of(Base::Po) + event * row_words_);
      }
      insert_bit(later.data(), event);
      insert_bit(of_role[static_cast<std::size_t>(graph.role(ThreadId(t)))].data(), event);
      if (!has(Base::RmwPairs) || i + 1 == order.size()) continue;
      const Label& next = graph.event(order[i + 1]).label;
      if (graph.event(order[i]).is_exclusive_read && next.is_write() && next.is_exclusive_write) {
        insert_bit(rows_of(Base::RmwPairs) + event * row_words_, order[i + 1].value);
      }
    }
    if (!has(Base::Int)) continue;
    for (const EventId event : order) {
      std::copy(later.begin(), later.end(), rows_of(Base::Int) + event.value * row_words_);
    }
  }
  if (!has(Base::Sync)) return;
  const std::vector<Word>& workers = of_role[static_cast<std::size_t>(ThreadRole::Worker)];
  const std::vector<Word>& last = of_role[static_cast<std::size_t>(ThreadRole::Final)];
  for (std::size_t i = 0; i < size_; ++i) {
    const Event& event = graph.event(EventId(i));
    Word* row = rows_of(Base::Sync) + i * row_words_;
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
}

void Evaluator::fill_edges(const ExecutionGraph& graph) {
  const auto cleared = [&](Base base) {
    Word* rows = rows_of(base);
    std::fill(rows, rows + row_words_ * size_, 0);
    return rows;
  };
  if (has(Base::Rf)) {
    Word* rows = cleared(Base::Rf);
    for (std::size_t i = 0; i < size_; ++i) {
      const EventId write = graph.event(EventId(i)).reads_from;
      if (!write.is_none()) insert_bit(rows + write.value * row_words_, i);
    }
  }
  if (has(Base::Co) || has(Base::Fr) || has(Base::FinalWrites)) {
    coherence_.assign(row_words_ * size_, 0);
    std::vector<Word>& later = scratch_;
    for (const LocationId location : graph.locations()) {
      later.assign(row_words_, 0);
      const std::span<const EventId> order = graph.coherence(location);
      for (std::size_t i = order.size(); i-- > 0;) {
        Word* row = coherence_.data() + order[i].value * row_words_;
        for (std::size_t w = 0; w < row_words_; ++w) row[w] |= later[w];
        insert_bit(later.data(), order[i].value);
      }
      // The initial write is before those that have no place yet, too.
      const EventId initial = graph.initial_write(location);
      for (const EventId write : graph.writes_to(location)) {
        if (write != initial)
          insert_bit(coherence_.data() + initial.value * row_words_, write.value);
      }
    }
  }
  if (has(Base::Co)) std::ranges::copy(coherence_, rows_of(Base::Co));
  if (has(Base::Fr)) {
    Word* rows = cleared(Base::Fr);
    for (std::size_t i = 0; i < size_; ++i) {
      const EventId write = graph.event(EventId(i)).reads_from;
      if (write.is_none()) continue;
      const Word* later = coherence_.data() + write.value * row_words_;
      std::copy(later, later + row_words_, rows + i * row_words_);
    }
  }
  if (has(Base::FinalWrites)) {
    Word* set = rows_of(Base::FinalWrites);
    std::fill(set, set + row_words_, 0);
    for (std::size_t i = 0; i < size_; ++i) {
      if (graph.event(EventId(i)).label.is_write() &&
          has_no_bits(std::span(coherence_.data() + i * row_words_, row_words_))) {
        insert_bit(set, i);
      }
    }
  }
  if (missing_ != nullptr && code_->nodes[missing_->node].operation == Operation::Base) {
    erase_missing(missing_->node);
  }
}

}  // namespace drover::cat
