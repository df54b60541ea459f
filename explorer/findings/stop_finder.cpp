#include "explorer/findings/stop_finder.h"

#include <algorithm>
#include <map>

#include "semantics/program/address.h"
#include "semantics/program/operands.h"

namespace drover {

namespace {

// The number of possible final memories to try under models without coherence.
constexpr std::size_t MaxChoices = 64;

bool is_stopped(ThreadEnd end) {
  return end == ThreadEnd::StuckAtAwait || end == ThreadEnd::Blocked;
}

}  // namespace

std::vector<EventId> last_writes(const ExecutionGraph& graph, LocationId location,
                                 const MemoryModel& model) {
  std::vector<EventId> writes;
  for (const EventId write : graph.writes_to(location)) {
    if (model.is_coherence_maximal(graph, write)) writes.push_back(write);
  }
  return writes;
}

std::vector<Value> last_values(const ExecutionGraph& graph, LocationId location,
                               const MemoryModel& model) {
  std::vector<Value> values;
  for (const EventId write : last_writes(graph, location, model)) {
    values.push_back(graph.event(write).value);
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

StopFinder::StopFinder(const ProgramAutomata& automata, const ReducedProgram& reduced,
                       UnfoldOptions unfold)
    : automata_(automata), spinning_(reduced.spinning) {
  if (!spinning_.threads.empty()) spin_checker_.emplace(spinning_, reduced.origins, unfold);
}

std::vector<ThreadStop> StopFinder::find(const Execution& execution, const MemoryModel& model,
                                         WaitText text) {
  Stops stops(execution.ends.size());
  std::vector<ThreadId> spinning;
  for (std::size_t t = 0; t < stops.size(); ++t) {
    const ThreadId thread(t);
    if (execution.ends[t] == ThreadEnd::StuckAtJoin) {
      const Label& label = automata_.thread(thread).label(execution.nodes[t]);
      stops[t].kind = StopKind::Joins;
      stops[t].source = label.source;
      stops[t].joined = ProgramAutomata::named_by(label);
    }
    if (!is_stopped(execution.ends[t])) continue;
    stops[t] = stop_at_once(execution, thread, model, text);
    if (stops[t].kind == StopKind::None) spinning.push_back(thread);
  }
  if (spinning.empty()) return stops;
  if (!model.has_coherence()) return try_choices(execution, model, spinning, text, stops);
  run_on(
      execution, spinning, [&](Value address) { return value_at_end(execution, address); }, text,
      stops);
  return stops;
}

bool StopFinder::may_all_wait(const Execution& execution, const MemoryModel& model) {
  const auto memory = [&](Value address) { return value_at_end(execution, address); };
  for (std::size_t t = 0; t < execution.ends.size(); ++t) {
    const ThreadEnd end = execution.ends[t];
    if (!is_stopped(end)) continue;
    if (!is_spinning(execution, ThreadId(t))) {
      if (end == ThreadEnd::Blocked) return false;
    } else if (model.has_coherence() &&
               !run_on(execution, ThreadId(t), memory, WaitText::LeftOut)) {
      return false;
    }
  }
  return true;
}

bool StopFinder::some_looks_again(const Execution& execution, const MemoryModel& model) {
  if (execution.have_all_finished || !model.has_coherence()) return false;
  const auto memory = [&](Value address) { return value_at_end(execution, address); };
  for (std::size_t t = 0; t < execution.ends.size(); ++t) {
    const ThreadId thread(t);
    const bool spins = is_stopped(execution.ends[t]) && is_spinning(execution, thread);
    if (spins && !run_on(execution, thread, memory, WaitText::LeftOut)) return true;
  }
  return false;
}

bool StopFinder::is_spinning(const Execution& execution, ThreadId thread) const {
  return automata_.thread(thread).label(execution.nodes[thread.value]).is_spin;
}

std::optional<Spin> StopFinder::run_on(const Execution& execution, ThreadId thread,
                                       const SpinChecker::Memory& memory, WaitText text) {
  // A thread may have stored to memory that it has allocated and not published yet (Lemma 84).
  const auto is_secret = [&](Value address) {
    if (!address::is_heap(address) || address::allocating_thread(address) != thread) return false;
    const ExecutionGraph& graph = execution.graph();
    return std::ranges::none_of(graph.ids(), [&](EventId id) {
      const Label& label = graph.event(id).label;
      return label.is_write() && address::is_heap(graph.event(id).value) &&
             address::base(graph.event(id).value) == address::base(address);
    });
  };
  const ThreadState& state = automata_.thread(thread).state(execution.nodes[thread.value]);
  return spin_checker_->run_on(thread, state, memory, text, is_secret);
}

Value StopFinder::value_read(const Execution& execution, ThreadId thread, const Label& await,
                             const MemoryModel& model) {
  // The last write; under models without coherence, a possible last write.
  if (model.has_coherence()) return *execution.last_value(await.location);
  const ExecutionGraph& graph = execution.graph();
  return graph.event(graph.events_of(thread).back()).value;
}

ThreadStop StopFinder::stop_at_once(const Execution& execution, ThreadId thread,
                                    const MemoryModel& model, WaitText text) {
  const ThreadAutomaton& automaton = automata_.thread(thread);
  const NodeId node = execution.nodes[thread.value];
  const Label& label = automaton.label(node);
  ThreadStop stop{.kind = StopKind::None, .source = label.source, .wait = {}, .values = {}};
  if (label.is_spin) {
    if (text == WaitText::Included) stop.values = last_read(execution, thread);
    return stop;
  }
  const LocationTable& locations = automata_.locations();
  if (execution.ends[thread.value] == ThreadEnd::StuckAtAwait) {
    const Value value = value_read(execution, thread, label, model);
    stop.kind = StopKind::Waits;
    stop.wait = Spin{locations.address(label.location), value, label.source, std::nullopt, ""};
    if (text == WaitText::LeftOut) return stop;
    const std::string cell = locations.name(label.location);
    const Program& program = automata_.program();
    const ThreadState& state = automaton.state(node);
    const RegisterId target = target_of(program.threads[thread.value].code[state.at].body);
    stop.wait->awaited = awaited_text(program, thread, state, target, cell);
    stop.values = {{cell, value}};
    return stop;
  }
  const Place place = place_of(execution, thread, model);
  const Instruction& instruction = place.thread->code[place.state.at];
  stop.source = instruction.source;
  const auto* assume = std::get_if<Assume>(&instruction.body);
  stop.kind = std::holds_alternative<BlockInstruction>(instruction.body) ? StopKind::Block
                                                                         : StopKind::Assumption;
  if (text == WaitText::LeftOut) return stop;
  if (assume != nullptr) {
    std::vector<RegisterId> registers;
    place.thread->expressions.collect_registers(assume->condition, registers);
    for (const RegisterId reg : registers) {
      const std::string& name = place.thread->registers[reg.value].name;
      const std::pair<std::string, Value> value{name, place.state.registers[reg.value]};
      const bool is_new = std::ranges::find(stop.values, value) == stop.values.end();
      if (!name.empty() && is_new) stop.values.push_back(value);
    }
  }
  if (stop.values.empty()) stop.values = last_read(execution, thread);
  return stop;
}

StopFinder::Place StopFinder::place_of(const Execution& execution, ThreadId thread,
                                       const MemoryModel& model) {
  const ThreadAutomaton& automaton = automata_.thread(thread);
  const NodeId node = execution.nodes[thread.value];
  const Label& label = automaton.label(node);
  Place here{&automata_.program().threads[thread.value], automaton.state(node)};
  if (!label.is_await || !spin_checker_) return here;
  auto stop =
      spin_checker_->stop_behind(thread, here.state, value_read(execution, thread, label, model));
  return stop ? Place{&spinning_.threads[thread.value], *std::move(stop)} : here;
}

void StopFinder::run_on(const Execution& execution, const std::vector<ThreadId>& spinning,
                        const SpinChecker::Memory& memory, WaitText text, Stops& stops) {
  for (const ThreadId thread : spinning) {
    ThreadStop& stop = stops[thread.value];
    stop.wait = run_on(execution, thread, memory, text);
    stop.kind = stop.wait ? StopKind::Waits : StopKind::LooksAgain;
    if (!stop.wait) continue;
    stop.source = stop.wait->source;
    stop.values.clear();
    if (text == WaitText::Included && stop.wait->address) {
      stop.values = {{automata_.locations().cell_name(*stop.wait->address), stop.wait->value}};
    }
  }
}

Value StopFinder::value_at_end(const Execution& execution, Value address) const {
  const LocationId location = automata_.locations().find(address);
  const auto last = location.is_none() ? std::nullopt : execution.last_value(location);
  return last ? *last : initial_value(address);
}

std::vector<ThreadStop> StopFinder::try_choices(const Execution& execution,
                                                const MemoryModel& model,
                                                const std::vector<ThreadId>& spinning,
                                                WaitText text, const Stops& at_once) {
  const ExecutionGraph& graph = execution.graph();
  std::map<Value, std::vector<Value>> choices;  // by address
  std::size_t count = 1;
  for (const LocationId location : graph.locations()) {
    std::vector<Value> values = last_values(graph, location, model);
    count = std::min(count * std::max<std::size_t>(values.size(), 1), MaxChoices + 1);
    choices.emplace(automata_.locations().address(location), std::move(values));
  }
  Stops first = at_once;
  const auto undecided = [](ThreadStop stop) {
    stop.kind = StopKind::Undecided;
    return stop;
  };
  if (count > MaxChoices) {
    for (const ThreadId thread : spinning) {
      first[thread.value] = undecided(at_once[thread.value]);
    }
    return first;
  }
  for (std::size_t choice = 0; choice < count; ++choice) {
    // The digits of `choice`, one per location.
    std::map<Value, Value> chosen;
    std::size_t rest = choice;
    for (const auto& [address, values] : choices) {
      if (values.empty()) continue;
      chosen[address] = values[rest % values.size()];
      rest /= values.size();
    }
    const auto memory = [&](Value address) {
      const auto known = chosen.find(address);
      return known == chosen.end() ? initial_value(address) : known->second;
    };
    Stops stops = at_once;
    run_on(execution, spinning, memory, text, stops);
    if (choice == 0) {
      first = std::move(stops);
      continue;
    }
    for (const ThreadId thread : spinning) {
      ThreadStop& known = first[thread.value];
      if (known.kind != stops[thread.value].kind) known = undecided(at_once[thread.value]);
    }
  }
  return first;
}

std::vector<std::pair<std::string, Value>> StopFinder::last_read(const Execution& execution,
                                                                 ThreadId thread) const {
  const ExecutionGraph& graph = execution.graph();
  const auto events = graph.events_of(thread);
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& event = graph.event(events[i]);
    if (!event.label.is_read()) continue;
    return {{automata_.locations().name(event.label.location), event.value}};
  }
  return {};
}

Value StopFinder::initial_value(Value address) const {
  if (address::is_heap(address)) return 0;
  const Program& program = automata_.program();
  return program.objects[address::object(address)].initial[address::cell(address)];
}

}  // namespace drover
