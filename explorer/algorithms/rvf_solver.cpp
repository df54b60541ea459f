#include "explorer/algorithms/rvf_solver.h"

#include <algorithm>

#include "support/check.h"

namespace drover {

namespace {

bool has_operation(const RvfEvent& event) {
  return event.kind == LabelKind::Read || event.kind == LabelKind::Write;
}
// The write of a read-modify-write is part of its read's operation.
bool is_second_half(const RvfEvent& event) {
  return event.kind == LabelKind::Write && event.is_exclusive;
}

VscKind kind_of(const RvfEvent& event) {
  if (event.kind == LabelKind::Write) return VscKind::Write;
  if (event.kind != LabelKind::Read) return VscKind::Mark;
  return event.is_exclusive ? VscKind::Update : VscKind::Read;
}

}  // namespace

bool RvfSolver::find_trace(const RvfEvents& events, const RvfTrace& guide, const RvfDemand& demand,
                           RvfTrace& result) {
  build(events, demand);
  guide_.clear();
  for (const RvfRef ref : guide) {
    if (has_operation(events[ref]) && !is_second_half(events[ref])) {
      guide_.push_back(operation_of(ref));
    }
  }
  if (verify_.run(instance_, guide_) != VscAnswer::Witness) return false;
  make_trace(events, result);
  return true;
}

std::uint32_t RvfSolver::variable_of(LocationId location) {
  if (location.value >= variable_of_.size()) variable_of_.resize(location.value + 1, NoOperation);
  std::uint32_t& variable = variable_of_[location.value];
  if (variable == NoOperation) {
    variable = static_cast<std::uint32_t>(locations_.size());
    locations_.push_back(location);
  }
  return variable;
}

void RvfSolver::build(const RvfEvents& events, const RvfDemand& demand) {
  for (const LocationId location : locations_) variable_of_[location.value] = NoOperation;
  locations_.clear();
  for (std::size_t t = 0; t < events.thread_count(); ++t) {
    for (const RvfEvent& event : events.events_of(t)) {
      if (has_operation(event)) variable_of(event.location);
    }
  }
  for (const RvfDemand::LastWrite& last : demand.last_writes) variable_of(last.location);
  // One more thread for what is read behind everything.
  instance_.reset(events.thread_count() + 1, locations_.size(),
                  events.size() + demand.last_writes.size());
  event_of_.assign(locations_.size(), {});
  add_threads(events, demand);
  add_roles(events);
  add_last_reads(events, demand);
  if (demand.order) {
    const VscIndex before = operation_of(demand.order->first);
    const VscIndex after = operation_of(demand.order->second);
    DROVER_CHECK(!instance_.order().is_before(after, before), "the order that is asked for is new");
    instance_.add_order(before, after);
  }
}

void RvfSolver::add_threads(const RvfEvents& events, const RvfDemand& demand) {
  operations_.resize(events.thread_count());
  const auto is_demanded = [&](RvfRef ref) {
    return demand.order && (demand.order->first == ref || demand.order->second == ref);
  };
  for (std::uint32_t t = 0; t < events.thread_count(); ++t) {
    auto& operations = operations_[t];
    operations.clear();
    for (const RvfEvent& event : events.events_of(t)) {
      const RvfRef ref{t, static_cast<std::uint32_t>(operations.size())};
      if (is_second_half(event)) {
        operations.push_back(operations.back());
      } else if (has_operation(event) || is_demanded(ref)) {
        const std::uint32_t variable = has_operation(event) ? variable_of(event.location) : 0;
        operations.push_back(instance_.add({t, variable, kind_of(event)}));
        event_of_.push_back(ref);
      } else {
        operations.push_back(NoOperation);
      }
    }
  }
  for (std::uint32_t t = 0; t < events.thread_count(); ++t) {
    const auto thread = events.events_of(t);
    for (std::uint32_t i = 0; i < thread.size(); ++i) {
      if (thread[i].kind != LabelKind::Read) continue;
      add_good_writes(operations_[t][i], events.good_writes(thread[i]));
    }
  }
}

void RvfSolver::add_good_writes(VscIndex reader, std::span<const RvfRef> writes) {
  for (const RvfRef write : writes) instance_.add_good_write(reader, operation_of(write));
}

// Spawn and join: the last operation of a thread comes before the first of each later role.
void RvfSolver::add_roles(const RvfEvents& events) {
  const auto& roles = events.roles();
  for (std::size_t a = 0; a < roles.size(); ++a) {
    for (std::size_t b = 0; b < roles.size(); ++b) {
      if (roles[a] >= roles[b]) continue;
      const auto first = instance_.operations_of(a);
      const auto second = instance_.operations_of(b);
      if (!first.empty() && !second.empty()) instance_.add_order(first.back(), second.front());
    }
  }
}

void RvfSolver::add_last_reads(const RvfEvents& events, const RvfDemand& demand) {
  const auto thread = static_cast<std::uint32_t>(events.thread_count());
  for (const RvfDemand::LastWrite& last : demand.last_writes) {
    const VscIndex read = instance_.add({thread, variable_of_[last.location.value], VscKind::Read});
    event_of_.push_back({});
    add_good_writes(read, last.good);
  }
  const auto reads = instance_.operations_of(thread);
  if (reads.empty()) return;
  for (std::size_t t = 0; t < thread; ++t) {
    const auto operations = instance_.operations_of(t);
    if (!operations.empty()) instance_.add_order(operations.back(), reads.front());
  }
}

// Events without an operation come just before the next of their thread that has one.
void RvfSolver::make_trace(const RvfEvents& events, RvfTrace& result) const {
  result.clear();
  std::vector<std::uint32_t> position(events.thread_count(), 0);
  const auto take_up_to = [&](std::uint32_t thread, std::size_t end) {
    while (position[thread] < end) result.push_back({thread, position[thread]++});
  };
  for (const VscIndex operation : verify_.witness()) {
    const RvfRef event = event_of_[operation];
    if (event.is_initial()) continue;  // a read behind everything
    const bool is_pair = events[event].kind == LabelKind::Read && events[event].is_exclusive;
    take_up_to(event.thread, event.index + (is_pair ? 2U : 1U));
  }
  for (std::uint32_t t = 0; t < events.thread_count(); ++t) {
    take_up_to(t, events.events_of(t).size());
  }
}

}  // namespace drover
