#include "analysis/shapes/candidate.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "semantics/program/label.h"
#include "semantics/program/mode.h"
#include "semantics/program/scope_tag.h"

namespace drover::shapes {

namespace {

Label label_of(const EventLayout& layout, const ModeAssignment& modes, std::size_t number) {
  const ShapeEvent& event = layout.events[number];
  const Mode mode = modes[event.instruction];
  const bool is_half =
      event.kind == InstructionKind::Update || event.kind == InstructionKind::OpenUpdate;
  Label label;
  label.kind = event.is_read    ? LabelKind::Read
               : event.is_write ? LabelKind::Write
                                : LabelKind::Fence;
  label.mode = !is_half ? mode : event.is_read ? read_half(mode) : write_half(mode);
  label.failure_mode = label.mode;
  if (layout.topology != nullptr) {
    label.tags = label.failure_tags = scope_tag(layout.topology->levels[event.scope]);
  }
  if (label.kind == LabelKind::Fence) return label;
  label.location = LocationId(event.location);
  if (event.is_read && is_half) label.exclusive.kind = ExclusiveValues::Kind::All;
  if (event.kind == InstructionKind::FailedUpdate) {
    label.exclusive = {ExclusiveValues::Kind::One, NeverWritten, nullptr};
  }
  if (event.is_write) {
    label.is_exclusive_write = is_half;
    const auto& writes = layout.writes[event.location];
    label.value = std::ranges::find(writes, number) - writes.begin() + 1;
  }
  return label;
}

// Instructions after a branch depend on its condition.
std::shared_ptr<const GraphDependencies> dependencies_of(const EventLayout& layout,
                                                         std::size_t size) {
  GraphDependencies out(size);
  for (std::size_t i = 0; i < layout.events.size(); ++i) {
    const ShapeEvent& event = layout.events[i];
    const EventId source = event_id(layout, event.source);
    switch (event.dependency) {
      case Dependency::None: break;
      case Dependency::Address: out.addr.insert(source, event_id(layout, i)); break;
      case Dependency::Data:
        if (event.is_write) out.data.insert(source, event_id(layout, i));
        break;
      case Dependency::Control:
        for (std::size_t k = i; k < layout.events.size(); ++k) {
          if (layout.events[k].thread != event.thread) break;
          out.ctrl.insert(source, event_id(layout, k));
        }
        break;
    }
  }
  out.pick_addr = out.addr;
  out.pick_data = out.data;
  out.pick_ctrl = out.ctrl;
  return std::make_shared<const GraphDependencies>(std::move(out));
}

}  // namespace

EventId event_id(const EventLayout& layout, std::size_t event) {
  return EventId(layout.accessed_count + event);
}

ExecutionGraph build_graph(const EventLayout& layout, const ModeAssignment& modes,
                           const Candidate& candidate, CoherencePlaces places) {
  ExecutionGraph graph(std::vector<ThreadRole>(layout.thread_count, ThreadRole::Worker));
  graph.set_topology(layout.topology);
  for (std::size_t location = 0; location < layout.writes.size(); ++location) {
    if (layout.is_accessed[location]) graph.ensure_initial_write(LocationId(location), 0);
  }
  for (std::size_t i = 0; i < layout.events.size(); ++i) {
    graph.add(ThreadId(layout.events[i].thread), NodeId(0), label_of(layout, modes, i));
  }
  if (places == CoherencePlaces::Given) {
    for (const auto& order : candidate.coherence) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        graph.insert_coherence(event_id(layout, order[i]), i + 1);
      }
    }
  }
  for (const std::uint8_t read : layout.reads) {
    const std::uint8_t write = candidate.reads_from[read];
    graph.set_reads_from(event_id(layout, read),
                         write == Candidate::Initial
                             ? graph.initial_write(LocationId(layout.events[read].location))
                             : event_id(layout, write));
  }
  if (layout.has_dependencies) graph.set_dependencies(dependencies_of(layout, graph.size()));
  return graph;
}

namespace {

bool choose_writer(const EventLayout& layout, Candidate& candidate, std::size_t read,
                   const std::function<bool()>& visit) {
  if (read == layout.reads.size()) return visit();
  const std::uint8_t event = layout.reads[read];
  candidate.reads_from[event] = Candidate::Initial;
  if (!choose_writer(layout, candidate, read + 1, visit)) return false;
  for (const std::uint8_t write : layout.writes[layout.events[event].location]) {
    // An update does not read from its own write.
    if (layout.events[write].instruction == layout.events[event].instruction) continue;
    candidate.reads_from[event] = write;
    if (!choose_writer(layout, candidate, read + 1, visit)) return false;
  }
  return true;
}

bool choose_order(Candidate& candidate, std::span<const std::uint8_t> last, std::size_t location,
                  const std::function<bool()>& visit) {
  if (location == candidate.coherence.size()) return visit();
  std::vector<std::uint8_t>& order = candidate.coherence[location];
  std::ranges::sort(order);
  bool goes_on = true;
  do {
    if (!last.empty() && !order.empty() && order.back() != last[location]) continue;
    goes_on = choose_order(candidate, last, location + 1, visit);
  } while (goes_on && std::ranges::next_permutation(order).found);
  std::ranges::sort(order);
  return goes_on;
}

bool choose_last(const EventLayout& layout, std::vector<std::uint8_t>& last,
                 const std::function<bool(std::span<const std::uint8_t>)>& visit) {
  const std::size_t location = last.size();
  if (location == layout.writes.size()) return visit(last);
  last.push_back(Candidate::Initial);
  bool goes_on = true;
  if (layout.writes[location].empty()) {
    goes_on = choose_last(layout, last, visit);
  } else {
    for (const std::uint8_t write : layout.writes[location]) {
      last[location] = write;
      goes_on = choose_last(layout, last, visit);
      if (!goes_on) break;
    }
  }
  last.pop_back();
  return goes_on;
}

}  // namespace

bool for_each_reads_from(const EventLayout& layout, Candidate& candidate,
                         const std::function<bool()>& visit) {
  candidate.reads_from.assign(layout.events.size(), Candidate::Initial);
  return choose_writer(layout, candidate, 0, visit);
}

bool for_each_coherence(const EventLayout& layout, Candidate& candidate,
                        const std::function<bool()>& visit) {
  candidate.coherence = layout.writes;
  return choose_order(candidate, {}, 0, visit);
}

bool for_each_coherence_ending(const EventLayout& layout, std::span<const std::uint8_t> last,
                               Candidate& candidate, const std::function<bool()>& visit) {
  candidate.coherence = layout.writes;
  return choose_order(candidate, last, 0, visit);
}

bool for_each_last_writes(const EventLayout& layout,
                          const std::function<bool(std::span<const std::uint8_t>)>& visit) {
  std::vector<std::uint8_t> last;
  return choose_last(layout, last, visit);
}

std::vector<std::uint8_t> removable_events(const EventLayout& layout, const Candidate& candidate) {
  std::vector<std::uint8_t> events;
  for (const std::uint8_t event : layout.last_of_thread) {
    if (std::ranges::find(candidate.reads_from, event) == candidate.reads_from.end()) {
      events.push_back(event);
    }
  }
  return events;
}

std::vector<std::uint8_t> plain_reads_and_fences(const EventLayout& layout) {
  std::vector<bool> has_dependency(layout.thread_count, false);
  for (const ShapeEvent& event : layout.events) {
    if (event.dependency != Dependency::None) has_dependency[event.thread] = true;
  }
  std::vector<std::uint8_t> events;
  for (std::size_t i = 0; i < layout.events.size(); ++i) {
    const ShapeEvent& event = layout.events[i];
    const bool is_plain = event.kind == InstructionKind::Read ||
                          event.kind == InstructionKind::FailedUpdate ||
                          event.kind == InstructionKind::Fence;
    if (is_plain && !has_dependency[event.thread]) events.push_back(static_cast<std::uint8_t>(i));
  }
  return events;
}

ShapedCandidate without_event(const ShapedCandidate& from, const EventLayout& layout,
                              std::size_t event) {
  ShapedCandidate to = from;
  const ShapeEvent& removed = layout.events[event];
  auto& thread = to.shape.threads[removed.thread];
  if (removed.kind == InstructionKind::Update) {
    thread.back().kind = InstructionKind::OpenUpdate;
  } else {
    std::size_t first = 0;  // instruction of the thread
    for (std::size_t t = 0; t < removed.thread; ++t) first += from.shape.threads[t].size();
    thread.erase(thread.begin() + static_cast<std::ptrdiff_t>(removed.instruction - first));
    if (!to.modes.empty()) to.modes.erase(to.modes.begin() + removed.instruction);
  }
  const auto renumber = [&](std::uint8_t& number) {
    if (number != Candidate::Initial && number > event) --number;
  };
  auto& reads_from = to.candidate.reads_from;
  reads_from.erase(reads_from.begin() + static_cast<std::ptrdiff_t>(event));
  std::ranges::for_each(reads_from, renumber);
  for (auto& order : to.candidate.coherence) {
    std::erase(order, static_cast<std::uint8_t>(event));
    std::ranges::for_each(order, renumber);
  }
  return to;
}

ShapedCandidate with_event(const ShapedCandidate& from, const AddedEvent& added) {
  ShapedCandidate to = from;
  std::size_t number = 0;       // of the event
  std::size_t instruction = 0;  // of the instruction
  for (std::size_t t = 0; t <= added.thread; ++t) {
    number += event_count(from.shape.threads[t]);
    instruction += from.shape.threads[t].size();
  }
  const auto renumber = [&](std::uint8_t& each) {
    if (each != Candidate::Initial && each >= number) ++each;
  };
  auto& candidate = to.candidate;
  std::ranges::for_each(candidate.reads_from, renumber);
  for (auto& order : candidate.coherence) std::ranges::for_each(order, renumber);

  auto& thread = to.shape.threads[added.thread];
  if (added.instruction.kind == InstructionKind::Update) {
    thread.back().kind = InstructionKind::Update;
  } else {
    thread.push_back(added.instruction);
    to.modes.insert(to.modes.begin() + static_cast<std::ptrdiff_t>(instruction), added.mode);
  }
  std::uint8_t writer = added.reads_from;
  renumber(writer);
  candidate.reads_from.insert(candidate.reads_from.begin() + static_cast<std::ptrdiff_t>(number),
                              is_write(added.instruction.kind) ? Candidate::Initial : writer);
  candidate.coherence.resize(std::max(candidate.coherence.size(), location_count(to.shape)));
  if (is_write(added.instruction.kind)) {
    auto& order = candidate.coherence[added.instruction.location];
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(added.coherence_position),
                 static_cast<std::uint8_t>(number));
  }
  return to;
}

}  // namespace drover::shapes
