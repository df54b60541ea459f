#include "explorer/algorithms/rvf/rvf_solver.h"

#include <algorithm>
#include <chrono>

#include "support/check.h"

namespace drover::rvf {

namespace {

// The write of a read-modify-write is part of its read's operation.
bool is_second_half(const RvfEvent& event) {
  return event.kind == LabelKind::Write && event.is_exclusive;
}

vsc::VscKind kind_of(const RvfEvent& event) {
  if (event.kind == LabelKind::Write) return vsc::VscKind::Write;
  if (event.kind != LabelKind::Read) return vsc::VscKind::Mark;
  return event.is_exclusive ? vsc::VscKind::Update : vsc::VscKind::Read;
}

class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(Clock::now()) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point start_;
};

// Rounds up to a full word, with room to grow.
std::size_t rounded(std::size_t size) { return (size + 16 + 63) / 64 * 64; }

}  // namespace

void RvfSolver::enter_node() {
  if (++depth_ > bases_.size()) bases_.push_back(std::make_unique<Problem>());
  bases_[depth_ - 1]->is_valid = false;
}

RvfSolver::Problem& RvfSolver::base_of(const RvfEvents& events) {
  Problem& base = *bases_[depth_ - 1];
  if (base.is_valid) return base;
  std::size_t above = depth_ - 1;
  while (above > 0 && !bases_[above - 1]->is_valid) --above;
  bool is_made = false;
  if (above > 0) {
    base = *bases_[above - 1];
    is_made = extend(base, events, {}) == Extension::Done;
  }
  if (!is_made) make(base, events, {});
  if (options_.closure) {
    const bool has_closure = !vsc::close(base.instance);
    DROVER_CHECK(has_closure, "a node has a trace, so its events have a closure");
  }
  base.is_valid = true;
  return base;
}

// Condition 1 of the closure, for a read that is not yet added: true if every write is hidden from
// it by another write that precedes, or is, the last operation of its thread.
bool RvfSolver::is_hopeless(const RvfEvents& events, std::size_t thread,
                            std::span<const RvfRef> writes) {
  if (!options_.closure) return false;
  const Stopwatch stopwatch(seconds_);
  const Problem& base = base_of(events);
  const auto operations = base.instance.operations_of(thread);
  if (operations.empty()) return false;
  const vsc::VscIndex last = operations.back();
  const vsc::PartialOrder& order = base.instance.order();
  const vsc::ConstBitRow before = order.before(last);
  const bool is_hopeless = std::ranges::all_of(writes, [&](RvfRef write) {
    // Every read sees the initial write of a location that has not been accessed.
    const bool is_known =
        !write.is_initial() || (write.index < base.variable_of.size() &&
                                base.variable_of[write.index] != vsc::NoOperation);
    if (!is_known) return false;
    const vsc::VscIndex operation = base.operation_of(write);
    const std::uint32_t variable = base.instance.operation(operation).variable;
    const vsc::ConstBitRow writers = base.instance.writers(variable);
    const vsc::ConstBitRow after = order.after(operation);
    if (has_bit(after, last) && has_bit(writers, last)) return true;
    std::uint64_t hiding = 0;
    for (std::size_t i = 0; i < after.size(); ++i) hiding |= after[i] & before[i] & writers[i];
    return hiding != 0;
  });
  if (is_hopeless) ++refuted_at_once_;
  return is_hopeless;
}

bool RvfSolver::find_trace(const RvfEvents& events, const RvfTrace& guide, const RvfDemand& demand,
                           RvfTrace& result) {
  const Stopwatch stopwatch(seconds_);
  const Problem& base = *bases_[depth_ - 1];
  bool is_made = false;
  if (base.is_valid && !demand.order) {
    problem_ = base;
    is_made = extend(problem_, events, demand) == Extension::Done;
  }
  if (!is_made) make(problem_, events, demand);
  guide_.clear();
  for (const RvfRef ref : guide) {
    if (events[ref].is_access() && !is_second_half(events[ref])) {
      guide_.push_back(problem_.operation_of(ref));
    }
  }
  if (verify_.run(problem_.instance, guide_) != vsc::VscAnswer::Witness) return false;
  make_trace(events, result);
  return true;
}

vsc::VscCounters RvfSolver::counters() const {
  vsc::VscCounters counters = verify_.counters();
  counters.instances += refuted_at_once_;
  counters.refuted_by_closure += refuted_at_once_;
  counters.seconds = seconds_;
  return counters;
}

std::uint32_t RvfSolver::Problem::variable_for(LocationId location) {
  if (location.value >= variable_of.size())
    variable_of.resize(location.value + 1, vsc::NoOperation);
  std::uint32_t& variable = variable_of[location.value];
  if (variable == vsc::NoOperation) variable = variable_count++;
  return variable;
}

// Builds the problem from scratch, with room for more events.
void RvfSolver::make(Problem& problem, const RvfEvents& events, const RvfDemand& demand) {
  std::size_t locations = demand.last_writes.size();
  problem.variable_of.clear();
  problem.variable_count = 0;
  for (std::size_t t = 0; t < events.thread_count(); ++t) {
    for (const RvfEvent& event : events.events_of(t)) {
      if (event.is_access()) problem.variable_for(event.location);
    }
  }
  locations += problem.variable_count + 4;
  problem.variable_of.clear();
  problem.variable_count = 0;
  // One more thread for the reads after all events. Initial writes count.
  const std::size_t size = events.size() + demand.last_writes.size() + locations;
  problem.instance.reset(events.thread_count() + 1, locations, rounded(size) - locations);
  problem.event_of.assign(locations, {});
  problem.operations.resize(events.thread_count());
  for (auto& operations : problem.operations) operations.clear();
  const Extension extension = extend(problem, events, demand);
  DROVER_CHECK(extension == Extension::Done, "there is room for what has been counted");
}

RvfSolver::Extension RvfSolver::extend(Problem& problem, const RvfEvents& events,
                                       const RvfDemand& demand) {
  std::size_t added = demand.last_writes.size();
  for (std::size_t t = 0; t < events.thread_count(); ++t) {
    const auto thread = events.events_of(t);
    for (std::size_t i = problem.operations[t].size(); i < thread.size(); ++i, ++added) {
      if (thread[i].is_access()) problem.variable_for(thread[i].location);
    }
  }
  for (const RvfDemand::LastWrite& last : demand.last_writes) problem.variable_for(last.location);
  const bool has_room = problem.instance.size() + added <= problem.instance.capacity() &&
                        problem.variable_count <= problem.instance.variable_count();
  if (!has_room) return Extension::NoRoom;

  std::vector<std::size_t> known;
  for (std::uint32_t t = 0; t < events.thread_count(); ++t) {
    known.push_back(problem.operations[t].size());
    extend_thread(problem, events, t, demand);
  }
  for (std::uint32_t t = 0; t < events.thread_count(); ++t) {
    add_spawn_orders(problem, events, t, known[t]);
  }
  // New writes of any thread may be good writes.
  for (std::uint32_t t = 0; t < events.thread_count(); ++t) {
    const auto thread = events.events_of(t);
    for (std::size_t i = known[t]; i < thread.size(); ++i) {
      if (thread[i].kind != LabelKind::Read) continue;
      add_good_writes(problem, problem.operations[t][i], events.good_writes(thread[i]));
    }
  }
  add_last_reads(problem, events, demand);
  if (demand.order) {
    const vsc::VscIndex before = problem.operation_of(demand.order->first);
    const vsc::VscIndex after = problem.operation_of(demand.order->second);
    DROVER_CHECK(!problem.instance.order().is_before(after, before), "what is asked for is open");
    problem.instance.add_order(before, after);
  }
  return Extension::Done;
}

void RvfSolver::extend_thread(Problem& problem, const RvfEvents& events, std::uint32_t thread,
                              const RvfDemand& demand) {
  auto& operations = problem.operations[thread];
  const auto is_demanded = [&](RvfRef ref) {
    return demand.order && (demand.order->first == ref || demand.order->second == ref);
  };
  const auto all = events.events_of(thread);
  const bool is_new = problem.instance.operations_of(thread).empty();
  for (auto i = static_cast<std::uint32_t>(operations.size()); i < all.size(); ++i) {
    const RvfRef ref{thread, i};
    if (is_second_half(all[i])) {
      operations.push_back(operations.back());
    } else if (all[i].is_access() || is_demanded(ref)) {
      const std::uint32_t variable = all[i].is_access() ? problem.variable_for(all[i].location) : 0;
      operations.push_back(problem.instance.add({thread, variable, kind_of(all[i])}));
      problem.event_of.push_back(ref);
    } else {
      operations.push_back(vsc::NoOperation);
    }
  }
  if (!is_new || problem.instance.operations_of(thread).empty()) return;
  // Spawn and join: the first operation follows all operations of earlier roles, which are present.
  const vsc::VscIndex first = problem.instance.operations_of(thread).front();
  for (std::size_t t = 0; t < events.thread_count(); ++t) {
    const auto earlier = problem.instance.operations_of(t);
    if (events.roles()[t] < events.roles()[thread] && !earlier.empty()) {
      problem.instance.add_order(earlier.back(), first);
    }
  }
}

// Orders operations from the event at `first` on after their predecessors by spawn and join.
void RvfSolver::add_spawn_orders(Problem& problem, const RvfEvents& events, std::uint32_t thread,
                                 std::size_t first) {
  const auto all = events.events_of(thread);
  const auto& operations = problem.operations[thread];
  if (first == all.size()) return;
  // Operations to order before the next one. Predecessors of events before the first new one may
  // still wait for an operation.
  std::vector<vsc::VscIndex> before;
  std::size_t i = first;
  while (i > 0 && operations[i - 1] == vsc::NoOperation) --i;
  if (i == 0) add_ends(problem, events, events.spawn_of(thread), before);
  for (; i < all.size(); ++i) {
    if (all[i].kind == LabelKind::Join) {
      const std::size_t joined = events.named_by(thread, all[i]);
      const auto end = static_cast<std::uint32_t>(events.events_of(joined).size());
      add_ends(problem, events, {static_cast<std::uint32_t>(joined), end}, before);
    }
    if (operations[i] == vsc::NoOperation) continue;
    for (const vsc::VscIndex earlier : before) problem.instance.add_order(earlier, operations[i]);
    before.clear();
  }
}

// Adds the last operations before an event, in its thread and by spawn and join.
void RvfSolver::add_ends(const Problem& problem, const RvfEvents& events, RvfRef event,
                         std::vector<vsc::VscIndex>& out) {
  if (event.is_initial()) return;
  for (std::uint32_t i = event.index; i > 0; --i) {
    const vsc::VscIndex operation = problem.operations[event.thread][i - 1];
    if (operation != vsc::NoOperation) {
      out.push_back(operation);
      return;
    }
    const RvfEvent& earlier = events.events_of(event.thread)[i - 1];
    if (earlier.kind != LabelKind::Join) continue;
    const auto joined = static_cast<std::uint32_t>(events.named_by(event.thread, earlier));
    add_ends(problem, events, {joined, static_cast<std::uint32_t>(events.events_of(joined).size())},
             out);
  }
  add_ends(problem, events, events.spawn_of(event.thread), out);
}

void RvfSolver::add_good_writes(Problem& problem, vsc::VscIndex reader,
                                std::span<const RvfRef> writes) {
  for (const RvfRef write : writes) {
    problem.instance.add_good_write(reader, problem.operation_of(write));
  }
}

void RvfSolver::add_last_reads(Problem& problem, const RvfEvents& events, const RvfDemand& demand) {
  const auto thread = static_cast<std::uint32_t>(events.thread_count());
  vsc::VscInstance& instance = problem.instance;
  for (const RvfDemand::LastWrite& last : demand.last_writes) {
    const vsc::VscIndex read =
        instance.add({thread, problem.variable_for(last.location), vsc::VscKind::Read});
    problem.event_of.push_back({});
    add_good_writes(problem, read, last.good);
  }
  const auto reads = instance.operations_of(thread);
  if (reads.empty()) return;
  for (std::size_t t = 0; t < thread; ++t) {
    const auto operations = instance.operations_of(t);
    if (!operations.empty()) instance.add_order(operations.back(), reads.front());
  }
}

// Events without an operation come just before the next operation of their thread, or before what
// follows them by spawn or join.
void RvfSolver::make_trace(const RvfEvents& events, RvfTrace& result) const {
  result.clear();
  std::vector<std::uint32_t> position(events.thread_count(), 0);
  const auto take = [&](const auto& take_up_to, std::uint32_t thread, std::size_t end) -> void {
    while (position[thread] < end) {
      const RvfEvent& next = events.events_of(thread)[position[thread]];
      const RvfRef spawn = events.spawn_of(thread);
      if (position[thread] == 0 && !spawn.is_initial()) {
        take_up_to(take_up_to, spawn.thread, spawn.index + 1U);
      }
      if (next.kind == LabelKind::Join) {
        const std::size_t joined = events.named_by(thread, next);
        take_up_to(take_up_to, static_cast<std::uint32_t>(joined), events.events_of(joined).size());
      }
      result.push_back({thread, position[thread]++});
    }
  };
  for (const vsc::VscIndex operation : verify_.witness()) {
    const RvfRef event = problem_.event_of[operation];
    if (event.is_initial()) continue;  // a read after all events
    const bool is_pair = events[event].kind == LabelKind::Read && events[event].is_exclusive;
    take(take, event.thread, event.index + (is_pair ? 2U : 1U));
  }
  for (std::uint32_t t = 0; t < events.thread_count(); ++t) {
    take(take, t, events.events_of(t).size());
  }
}

}  // namespace drover::rvf
