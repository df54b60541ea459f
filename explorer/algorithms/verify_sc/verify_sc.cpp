// VerifySC, [RVF] Algorithm 1: a search through witness states. A state is the set of executed
// operations and, per variable, the active write; the future depends on the state alone.
//
// Depth-first, in place. A state is kept when it has failed, unless it has a single successor;
// states do not distinguish active writes that no remaining read may read from (docs/proofs.md).

#include "explorer/algorithms/verify_sc/verify_sc.h"

#include <algorithm>
#include <chrono>

#include "support/check.h"

namespace drover::vsc {

VscAnswer VerifySc::run(VscInstance& instance, std::span<const VscIndex> guide) {
  const auto start = std::chrono::steady_clock::now();
  ++counters_.instances;
  const VscAnswer answer = decide(instance, guide);
  counters_.seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

VscAnswer VerifySc::decide(VscInstance& instance, std::span<const VscIndex> guide) {
  trace_.clear();
  longest_.clear();
  steps_.clear();
  conflict_.reset();
  if (options_.closure) {
    conflict_ = close(instance, keeps_reasons_ ? &steps_ : nullptr);
    if (conflict_) {
      ++counters_.refuted_by_closure;
      return VscAnswer::NoWitness;
    }
  }
  prepare(instance, options_.use_guide ? guide : std::span<const VscIndex>());
  const VscAnswer answer = search(instance);
  DROVER_DCHECK(answer != VscAnswer::Witness || is_witness(instance, trace_),
                "what is found is a witness");
  return answer;
}

void VerifySc::prepare(const VscInstance& instance, std::span<const VscIndex> guide) {
  const std::size_t size = instance.size();
  const std::size_t variables = instance.variable_count();
  // Without a guide, threads take turns; operations missing in the guide come last.
  rank_.assign(size, static_cast<std::uint32_t>(guide.size()));
  for (std::size_t i = 0; i < guide.size(); ++i) rank_[guide[i]] = static_cast<std::uint32_t>(i);
  position_.assign(instance.thread_count(), 0);
  done_.assign(words_for(instance.capacity()), 0);
  active_.resize(variables);
  wanted_.assign(size, 0);
  missing_.assign(size, 0);
  holders_.assign(variables, 0);
  failed_.reset(instance.thread_count() + variables);
  frames_.clear();
  candidates_.clear();

  readers_begin_.assign(size + 1, 0);
  for (const VscIndex reader : instance.readers()) {
    for_each_bit(instance.good_writes(reader), [&](std::size_t write) {
      ++wanted_[write];
      ++missing_[reader];
    });
  }
  for (std::size_t i = 0; i < size; ++i) readers_begin_[i + 1] = readers_begin_[i] + wanted_[i];
  readers_of_.resize(readers_begin_[size]);
  std::vector<std::uint32_t>& next = state_;  // reused buffer: still empty here
  next.assign(readers_begin_.begin(), readers_begin_.end());
  for (const VscIndex reader : instance.readers()) {
    for_each_bit(instance.good_writes(reader),
                 [&](std::size_t write) { readers_of_[next[write]++] = reader; });
  }
  for (std::size_t variable = 0; variable < variables; ++variable) {
    const VscIndex initial = instance.initial_write(variable);
    insert_bit(done_, initial);
    active_[variable] = initial;
    for (std::uint32_t i = readers_begin_[initial]; i < readers_begin_[initial + 1]; ++i) {
      if (--missing_[readers_of_[i]] == 0) ++holders_[variable];
    }
  }
}

VscAnswer VerifySc::search(const VscInstance& instance) {
  // A read without any good write: its variable can never hold one.
  for (const VscIndex reader : instance.readers()) {
    if (std::ranges::all_of(instance.good_writes(reader), [](auto word) { return word == 0; })) {
      return VscAnswer::NoWitness;
    }
  }
  const std::size_t length = instance.size() - instance.variable_count();
  enter(instance);
  while (true) {
    if (trace_.size() == length) return VscAnswer::Witness;
    Frame& frame = frames_.back();
    if (frame.next_candidate < frame.last_candidate) {
      execute(instance, candidates_[frame.next_candidate++], frame);
      enter(instance);
      continue;
    }
    if (++polls_ % 256 == 0 && should_stop_ && should_stop_()) return VscAnswer::Stopped;
    if (frame.last_candidate - frame.first_candidate > 1) {
      write_state(instance);
      failed_.insert(state_);
    }
    candidates_.resize(frame.first_candidate);
    frames_.pop_back();
    if (frames_.empty()) return VscAnswer::NoWitness;
    undo(instance, frames_.back());
  }
}

void VerifySc::enter(const VscInstance& instance) {
  ++counters_.states;
  if (keeps_reasons_ && trace_.size() > longest_.size())
    longest_.assign(trace_.begin(), trace_.end());
  const std::size_t first = candidates_.size();
  frames_.push_back({first, first, first, NoOperation, NoOperation});
  if (!failed_.is_empty()) {
    write_state(instance);
    if (failed_.contains(state_)) return;
  }
  find_candidates(instance);
  frames_.back().last_candidate = candidates_.size();
}

void VerifySc::find_candidates(const VscInstance& instance) {
  const std::size_t first = candidates_.size();
  VscIndex unwanted = NoOperation;
  for (std::size_t thread = 0; thread < position_.size(); ++thread) {
    const auto operations = instance.operations_of(thread);
    if (position_[thread] == operations.size()) continue;
    const VscIndex next = operations[position_[thread]];
    if (!is_executable(instance, next)) continue;
    if (options_.greedy && !instance.operation(next).writes()) {
      candidates_.resize(first);
      candidates_.push_back(next);
      return;
    }
    if (options_.greedy && is_unwanted_write(instance, next)) unwanted = next;
    candidates_.push_back(next);
  }
  if (unwanted != NoOperation) {
    candidates_.resize(first);
    candidates_.push_back(unwanted);
    return;
  }
  std::sort(
      candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(),
      [&](VscIndex a, VscIndex b) { return rank_[a] != rank_[b] ? rank_[a] < rank_[b] : a < b; });
}

// [RVF] §4.1. A read needs an active good write. A write must not hide the last good write of a
// remaining read, except of its own read-modify-write, whose read is done by then.
bool VerifySc::is_executable(const VscInstance& instance, VscIndex operation) const {
  const VscOperation& what = instance.operation(operation);
  if (what.reads() && !has_bit(instance.good_writes(operation), active_[what.variable])) {
    return false;
  }
  if (what.writes()) {
    const bool holds_itself = what.reads() && missing_[operation] == 0;
    if (holders_[what.variable] != (holds_itself ? 1U : 0U)) return false;
  }
  return is_subset(instance.order().before(operation), done_);
}

// [RVF] §4.2 (1), second: true if no remaining read wants the active write or this one.
bool VerifySc::is_unwanted_write(const VscInstance& instance, VscIndex operation) const {
  const VscOperation& what = instance.operation(operation);
  return what.kind == VscKind::Write && wanted_[operation] == 0 &&
         wanted_[active_[what.variable]] == 0;
}

void VerifySc::execute(const VscInstance& instance, VscIndex operation, Frame& frame) {
  const VscOperation& what = instance.operation(operation);
  frame.done = operation;
  trace_.push_back(operation);
  insert_bit(done_, operation);
  ++position_[what.thread];
  if (what.reads()) {
    if (missing_[operation] == 0) --holders_[what.variable];
    for_each_bit(instance.good_writes(operation), [&](std::size_t write) { --wanted_[write]; });
  }
  if (!what.writes()) return;
  frame.hidden = active_[what.variable];
  active_[what.variable] = operation;
  for (std::uint32_t i = readers_begin_[operation]; i < readers_begin_[operation + 1]; ++i) {
    const VscIndex reader = readers_of_[i];
    if (--missing_[reader] == 0 && !has_bit(done_, reader)) ++holders_[what.variable];
  }
}

void VerifySc::undo(const VscInstance& instance, const Frame& frame) {
  const VscIndex operation = frame.done;
  const VscOperation& what = instance.operation(operation);
  if (what.writes()) {
    for (std::uint32_t i = readers_begin_[operation]; i < readers_begin_[operation + 1]; ++i) {
      const VscIndex reader = readers_of_[i];
      if (missing_[reader]++ == 0 && !has_bit(done_, reader)) --holders_[what.variable];
    }
    active_[what.variable] = frame.hidden;
  }
  if (what.reads()) {
    for_each_bit(instance.good_writes(operation), [&](std::size_t write) { ++wanted_[write]; });
    if (missing_[operation] == 0) ++holders_[what.variable];
  }
  --position_[what.thread];
  erase_bit(done_, operation);
  trace_.pop_back();
}

// The memory map of [RVF] §4.1 names the thread of each active write; the write itself is
// equivalent.
void VerifySc::write_state(const VscInstance& instance) {
  state_.clear();
  state_.insert(state_.end(), position_.begin(), position_.end());
  for (std::size_t variable = 0; variable < instance.variable_count(); ++variable) {
    const VscIndex active = active_[variable];
    state_.push_back(wanted_[active] == 0 ? NoOperation : active);
  }
}

}  // namespace drover::vsc
