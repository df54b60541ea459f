#include "explorer/cat/general/predefined.h"

#include <algorithm>
#include <array>
#include <span>

#include "explorer/graph/thread_order.h"

namespace drover::cat::general {

namespace {

using Test = bool (*)(const Event& event);

// ---- Architectures

bool anywhere(std::string_view /*architecture*/) { return true; }
bool not_in_c(std::string_view architecture) {
  const Family family = family_of(architecture);
  return family != Family::C && family != Family::Kernel;
}
bool in_c(std::string_view architecture) {
  const Family family = family_of(architecture);
  return family == Family::C || family == Family::Core;
}
bool in_c_or_kernel(std::string_view architecture) {
  return family_of(architecture) != Family::Machine;
}
bool in_core(std::string_view architecture) { return architecture.empty(); }
bool in_x86(std::string_view architecture) {
  return architecture == "X86" || architecture == "X86_64";
}
bool in_kernel(std::string_view architecture) { return family_of(architecture) == Family::Kernel; }
bool in_aarch64(std::string_view architecture) { return architecture == "AArch64"; }
bool in_riscv(std::string_view architecture) { return architecture == "RISCV"; }
bool in_core_or_x86(std::string_view architecture) {
  return in_core(architecture) || in_x86(architecture);
}

// ---- Sets

template <Test Holds>
Value events_that(const EventView& view) {
  EventSet out(view.size());
  const std::span<const Event> events = view.graph().events();
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (Holds(events[i])) out.insert(view.at(EventId(i)));
  }
  return of_set(std::move(out));
}

bool is_read(const Event& event) { return event.label.is_read(); }
bool is_write(const Event& event) { return event.label.is_write(); }
bool is_access(const Event& event) { return event.label.is_access(); }
bool is_fence(const Event& event) { return event.label.is_fence(); }
bool is_initial(const Event& event) { return event.is_initial(); }
bool is_update(const Event& event) {
  return event.is_exclusive_read || (event.label.is_write() && event.label.is_exclusive_write);
}
bool is_tried_update(const Event& event) { return is_update(event) || event.is_failed_exclusive; }
bool is_failed_update(const Event& event) { return event.is_failed_exclusive; }
bool is_non_atomic(const Event& event) { return is_access(event) && event.label.mode == Mode::Na; }
bool is_atomic(const Event& event) { return is_access(event) && event.label.mode != Mode::Na; }
bool is_allocation(const Event& event) { return event.label.kind == LabelKind::Alloc; }
bool is_spawn(const Event& event) { return event.label.kind == LabelKind::Spawn; }
bool is_join(const Event& event) { return event.label.kind == LabelKind::Join; }
bool is_free(const Event& event) { return event.label.kind == LabelKind::Free; }
bool is_call(const Event& event) { return event.label.kind == LabelKind::Call; }
bool is_x86_fence(const Event& event) { return is_fence(event) && event.label.mode == Mode::Sc; }
bool is_x86_store_fence(const Event& event) {
  return is_fence(event) && event.label.mode == Mode::Rel;
}
bool is_x86_load_fence(const Event& event) {
  return is_fence(event) && event.label.mode == Mode::Acq;
}
bool is_none(const Event& /*event*/) { return false; }
template <Tag Wanted>
bool is_tagged(const Event& event) {
  return event.label.tags.contains(Wanted);
}

// The mode that is written for an event: of one that reads and writes, that of both halves.
Mode mode_of(const EventView& view, EventId event) {
  const ExecutionGraph& graph = view.graph();
  const EventId original = view.original(event);
  const Event& first = graph.event(original);
  if (first.is_initial()) return first.label.mode;
  const auto thread = graph.events_of(first.thread);
  const bool has_second =
      first.index + 1 < thread.size() && view.at(thread[first.index + 1]) == event;
  if (!has_second) return first.label.mode;
  const Mode second = graph.event(thread[first.index + 1]).label.mode;
  if (first.label.mode == Mode::Acq && second == Mode::Rel) return Mode::AcqRel;
  return first.label.mode == Mode::Rlx ? second : first.label.mode;
}

template <Mode Wanted>
Value events_of_mode(const EventView& view) {
  EventSet out(view.size());
  for (std::size_t i = 0; i < view.size(); ++i) {
    const Event& event = view.graph().event(view.original(EventId(i)));
    if (!is_access(event) && !is_fence(event)) continue;
    const Mode mode = mode_of(view, EventId(i));
    // C's default is seq_cst.
    if (mode == Wanted || (Wanted == Mode::Sc && mode == Mode::Plain)) out.insert(EventId(i));
  }
  return of_set(std::move(out));
}

// The last write of each location whose final value the test asks for.
Value final_writes(const EventView& view) {
  EventSet out(view.size());
  const ExecutionGraph& graph = view.graph();
  const std::vector<LocationId>* observed = graph.observed();
  for (const LocationId location : graph.locations()) {
    if (observed != nullptr && std::ranges::find(*observed, location) == observed->end()) continue;
    out.insert(view.at(graph.coherence_maximal(location)));
  }
  return of_set(std::move(out));
}

Value non_atomic_locations(const EventView& view) {
  EventSet out(view.size());
  const std::span<const Event> events = view.graph().events();
  const auto has_non_atomic = [&](LocationId location) {
    return std::ranges::any_of(events, [&](const Event& event) {
      return is_non_atomic(event) && !event.is_initial() && event.label.location == location;
    });
  };
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (is_access(events[i]) && has_non_atomic(events[i].label.location)) {
      out.insert(view.at(EventId(i)));
    }
  }
  return of_set(std::move(out));
}

// ---- Relations

using PairTest = bool (*)(const EventView& view, EventId a, EventId b);

// Of the events of the graph; those of the view follow.
template <PairTest Holds>
Value pairs_that(const EventView& view) {
  Relation out(view.size());
  const std::size_t size = view.graph().size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      if (Holds(view, EventId(i), EventId(j))) out.insert(view.at(EventId(i)), view.at(EventId(j)));
    }
  }
  return of_relation(std::move(out));
}

bool are_same(const EventView& view, EventId a, EventId b) { return view.at(a) == view.at(b); }

bool are_halves(const EventView& view, EventId a, EventId b) {
  const Event& first = view.graph().event(a);
  const Event& second = view.graph().event(b);
  return !first.is_initial() && first.thread == second.thread && first.index + 1 == second.index &&
         view.is_second_half(b);
}

bool is_po_before(const EventView& view, EventId a, EventId b) {
  const Event& first = view.graph().event(a);
  const Event& second = view.graph().event(b);
  if (first.is_initial() || second.is_initial() || first.thread != second.thread) return false;
  if (first.index >= second.index || are_same(view, a, b)) return false;
  return view.family() != Family::Machine || !are_halves(view, a, b);
}

bool have_same_location(const EventView& view, EventId a, EventId b) {
  const Event& first = view.graph().event(a);
  const Event& second = view.graph().event(b);
  const auto has_location = [](const Event& event) {
    return is_access(event) || (is_fence(event) && !event.label.location.is_none());
  };
  return has_location(first) && has_location(second) &&
         first.label.location == second.label.location;
}

bool are_in_one_thread(const EventView& view, EventId a, EventId b) {
  const Event& first = view.graph().event(a);
  const Event& second = view.graph().event(b);
  return !first.is_initial() && !second.is_initial() && first.thread == second.thread;
}

// Initial writes are apart from every thread, but not from each other.
bool are_in_different_threads(const EventView& view, EventId a, EventId b) {
  const Event& first = view.graph().event(a);
  const Event& second = view.graph().event(b);
  return first.is_initial() != second.is_initial() ||
         (!first.is_initial() && first.thread != second.thread);
}

// Whether an exclusive event that is between a read and a write parts them. Another load would have
// taken the reservation of the first, and another store would have ended it: where the write was
// done nevertheless, they are halves of LDXP and STXP. Of the reads of one location the last
// counts.
bool parts(const EventView& view, EventId between, const Event& write) {
  const Event& event = view.graph().event(between);
  // RISC-V's atomic instructions are one event, which is not half of anything.
  if (!is_tagged<Tag::Exclusive>(event) || event.label.is_fused) return false;
  const bool is_atomic = view.is_second_half(between) || event.is_exclusive_read;
  return is_atomic || event.label.location == write.label.location;
}

// The halves of a read-modify-write; an event of C that is both is paired with itself, those of
// machines with nothing. And accesses of exclusive instructions without another one in between.
bool is_update_pair(const EventView& view, EventId a, EventId b) {
  const Event& first = view.graph().event(a);
  const Event& second = view.graph().event(b);
  if (are_halves(view, a, b)) return !second.label.is_fused;
  const bool may_be = !first.is_initial() && first.thread == second.thread &&
                      first.index < second.index && first.label.is_read() &&
                      second.label.is_write() && is_tagged<Tag::Exclusive>(first) &&
                      is_tagged<Tag::Exclusive>(second) &&
                      first.label.location == second.label.location && !view.is_second_half(b);
  if (!may_be) return false;
  const auto thread = view.graph().events_of(first.thread);
  bool has_stored = false;
  for (std::uint32_t i = first.index + 1; i < second.index; ++i) {
    const Event& between = view.graph().event(thread[i]);
    if (parts(view, thread[i], second)) return false;
    if (!is_tagged<Tag::Exclusive>(between) || between.label.is_fused) continue;
    // A load behind the store belongs to another one.
    if (has_stored && between.label.is_read()) return false;
    has_stored = has_stored || between.label.is_write();
  }
  return true;
}

bool is_pair_of_one_instruction(const EventView& view, EventId a, EventId b) {
  return view.family() == Family::Machine && are_halves(view, a, b) && !are_same(view, a, b);
}

bool are_same_access(const EventView& view, EventId a, EventId b) {
  return are_same(view, a, b) && is_access(view.graph().event(a));
}

bool are_of_one_instruction(const EventView& view, EventId a, EventId b) {
  return are_same(view, a, b) || is_pair_of_one_instruction(view, a, b) ||
         is_pair_of_one_instruction(view, b, a);
}

bool reads_from(const EventView& view, EventId a, EventId b) {
  return view.graph().event(b).reads_from == a;
}

// Initial writes, roles of threads, spawn and join.
Value synchronised(const EventView& view) {
  Relation out(view.size());
  const ExecutionGraph& graph = view.graph();
  const ThreadOrder order(graph);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& first = graph.event(EventId(i));
    for (std::size_t j = 0; j < graph.size(); ++j) {
      const Event& second = graph.event(EventId(j));
      if (second.is_initial() || first.thread == second.thread) continue;
      if (!first.is_initial() && !order.is_before(EventId(i), EventId(j))) continue;
      out.insert(view.at(EventId(i)), view.at(EventId(j)));
    }
  }
  return of_relation(std::move(out));
}

bool are_never(const EventView& /*view*/, EventId /*a*/, EventId /*b*/) { return false; }

template <Relation GraphDependencies::*Member>
Value dependency(const EventView& view) {
  Relation out(view.size());
  const GraphDependencies* dependencies = view.graph().dependencies();
  if (dependencies == nullptr) return of_relation(std::move(out));
  for (const auto& [read, event] : (dependencies->*Member).pairs()) {
    if (view.at(read) != view.at(event)) out.insert(view.at(read), view.at(event));
  }
  return of_relation(std::move(out));
}

Value any_dependency(const EventView& view) {
  return of_relation(dependency<&GraphDependencies::addr>(view).relation() |
                     dependency<&GraphDependencies::data>(view).relation());
}

constexpr auto Table = std::to_array<Predefined>({
    // Sets that every architecture has.
    {"M", anywhere, Source::Events, events_that<is_access>},
    {"R", anywhere, Source::Events, events_that<is_read>},
    {"W", anywhere, Source::Events, events_that<is_write>},
    {"F", anywhere, Source::Events, events_that<is_fence>},
    {"IW", anywhere, Source::Events, events_that<is_initial>},
    {"FW", anywhere, Source::Edges, final_writes},
    {"RMW", in_kernel, Source::Events, events_that<is_tried_update>},
    {"RMW", anywhere, Source::Events, events_that<is_update>},
    {"FAILED", anywhere, Source::Events, events_that<is_failed_update>},
    {"Exp", anywhere, Source::Events, events_that<is_access>},
    {"NExp", anywhere, Source::Events, events_that<is_none>},
    {"SPEC", anywhere, Source::Events, events_that<is_none>},
    {"EXEC", anywhere, Source::Events, events_that<is_access>},
    {"SPURIOUS", anywhere, Source::Events, events_that<is_none>},
    {"B", anywhere, Source::Events, events_that<is_none>},
    {"BCC", anywhere, Source::Events, events_that<is_none>},
    {"PRED", anywhere, Source::Events, events_that<is_none>},
    {"Rreg", anywhere, Source::Events, events_that<is_none>},
    {"Wreg", anywhere, Source::Events, events_that<is_none>},
    {"DATA", anywhere, Source::Events, events_that<is_none>},
    {"NDATA", anywhere, Source::Events, events_that<is_none>},
    // Sets of machines: page tables, exceptions, tags of memory.
    {"AMO", in_riscv, Source::Events, events_that<is_tagged<Tag::RvAmo>>},
    {"AMO", not_in_c, Source::Events, events_that<is_none>},
    {"A", in_aarch64, Source::Events, events_that<is_tagged<Tag::Acquire>>},
    {"Q", in_aarch64, Source::Events, events_that<is_tagged<Tag::AcquirePc>>},
    {"L", in_aarch64, Source::Events, events_that<is_tagged<Tag::Release>>},
    {"Sc", in_riscv, Source::Events, events_that<is_none>},
    {"S", in_aarch64, Source::Events, events_that<is_none>},
    {"NT", in_aarch64, Source::Events, events_that<is_none>},
    {"AF", in_aarch64, Source::Events, events_that<is_none>},
    {"DB", in_aarch64, Source::Events, events_that<is_none>},
    {"DC.CVAU", in_aarch64, Source::Events, events_that<is_none>},
    {"IC.IALLUIS", in_aarch64, Source::Events, events_that<is_none>},
    {"IC.IALLU", in_aarch64, Source::Events, events_that<is_none>},
    {"IC.IVAU", in_aarch64, Source::Events, events_that<is_none>},
    {"TLBIIS", in_aarch64, Source::Events, events_that<is_none>},
    {"TLBInXS", in_aarch64, Source::Events, events_that<is_none>},
    {"MMU", in_aarch64, Source::Events, events_that<is_none>},
    {"Translation", in_aarch64, Source::Events, events_that<is_none>},
    {"AccessFlag", in_aarch64, Source::Events, events_that<is_none>},
    {"Permission", in_aarch64, Source::Events, events_that<is_none>},
    {"TagCheck", in_aarch64, Source::Events, events_that<is_none>},
    {"UndefinedInstruction", in_aarch64, Source::Events, events_that<is_none>},
    {"SupervisorCall", in_aarch64, Source::Events, events_that<is_none>},
    {"T", not_in_c, Source::Events, events_that<is_none>},
    {"TLBI", not_in_c, Source::Events, events_that<is_none>},
    {"no-loc", not_in_c, Source::Events, events_that<is_none>},
    {"CutOff", not_in_c, Source::Events, events_that<is_none>},
    {"FAULT", not_in_c, Source::Events, events_that<is_none>},
    {"FAULT-RD", not_in_c, Source::Events, events_that<is_none>},
    {"FAULT-WR", not_in_c, Source::Events, events_that<is_none>},
    {"EXC-ENTRY", not_in_c, Source::Events, events_that<is_none>},
    {"EXC-RET", not_in_c, Source::Events, events_that<is_none>},
    {"X", in_core_or_x86, Source::Events, events_that<is_update>},
    // X86.
    {"MFENCE", in_core_or_x86, Source::Events, events_that<is_x86_fence>},
    {"SFENCE", in_core_or_x86, Source::Events, events_that<is_x86_store_fence>},
    {"LFENCE", in_x86, Source::Events, events_that<is_x86_load_fence>},
    {"LFENCE", in_core, Source::Events, events_that<is_none>},
    // C and the core language.
    {"A", in_c, Source::Events, events_that<is_atomic>},
    {"NA", in_c, Source::Events, events_that<is_non_atomic>},
    {"RLX", in_c, Source::Events, events_of_mode<Mode::Rlx>},
    {"ACQ", in_c, Source::Events, events_of_mode<Mode::Acq>},
    {"REL", in_c, Source::Events, events_of_mode<Mode::Rel>},
    {"ACQ_REL", in_c, Source::Events, events_of_mode<Mode::AcqRel>},
    {"SC", in_c, Source::Events, events_of_mode<Mode::Sc>},
    {"CON", in_c, Source::Events, events_that<is_none>},
    {"LK", in_c_or_kernel, Source::Events, events_that<is_none>},
    {"LS", in_c_or_kernel, Source::Events, events_that<is_none>},
    {"LKR", in_c_or_kernel, Source::Events, events_that<is_none>},
    {"LKW", in_c_or_kernel, Source::Events, events_that<is_none>},
    {"LF", in_c_or_kernel, Source::Events, events_that<is_none>},
    {"UL", in_c_or_kernel, Source::Events, events_that<is_none>},
    {"RL", in_c_or_kernel, Source::Events, events_that<is_none>},
    {"RU", in_c_or_kernel, Source::Events, events_that<is_none>},
    // The core language.
    {"PLAIN", in_c, Source::Events, events_of_mode<Mode::Plain>},
    {"NAL", in_c, Source::Events, non_atomic_locations},
    {"ALLOC", in_core, Source::Events, events_that<is_allocation>},
    {"SPAWN", in_core, Source::Events, events_that<is_spawn>},
    {"JOIN", in_core, Source::Events, events_that<is_join>},
    {"FREE", in_core, Source::Events, events_that<is_free>},
    {"CALL", in_core, Source::Events, events_that<is_call>},
    {"sync", in_core, Source::Events, synchronised},
    // Relations that every architecture has.
    {"id", anywhere, Source::Events, pairs_that<are_same>},
    {"loc", anywhere, Source::Events, pairs_that<have_same_location>},
    {"int", anywhere, Source::Events, pairs_that<are_in_one_thread>},
    {"ext", anywhere, Source::Events, pairs_that<are_in_different_threads>},
    {"po", anywhere, Source::Events, pairs_that<is_po_before>},
    {"partial_po", anywhere, Source::Events, pairs_that<is_po_before>},
    {"rf", anywhere, Source::Edges, pairs_that<reads_from>},
    {"rmw", anywhere, Source::Events, pairs_that<is_update_pair>},
    {"amo", anywhere, Source::Events, pairs_that<is_pair_of_one_instruction>},
    {"addr", anywhere, Source::Events, dependency<&GraphDependencies::addr>},
    {"data", anywhere, Source::Events, dependency<&GraphDependencies::data>},
    {"ctrl", anywhere, Source::Events, dependency<&GraphDependencies::ctrl>},
    {"pick-addr", in_aarch64, Source::Events, dependency<&GraphDependencies::pick_addr>},
    {"pick-data", in_aarch64, Source::Events, dependency<&GraphDependencies::pick_data>},
    {"pick-ctrl", in_aarch64, Source::Events, dependency<&GraphDependencies::pick_ctrl>},
    {"pick", in_aarch64, Source::Events, dependency<&GraphDependencies::pick>},
    {"control", anywhere, Source::Events, dependency<&GraphDependencies::ctrl>},
    {"depend", anywhere, Source::Events, any_dependency},
    {"sm", anywhere, Source::Events, pairs_that<are_same_access>},
    {"si", anywhere, Source::Events, pairs_that<are_same_access>},
    {"aligned", anywhere, Source::Events, pairs_that<are_never>},
    {"tst", anywhere, Source::Events, pairs_that<are_never>},
    {"success", anywhere, Source::Events, pairs_that<are_never>},
    {"iico_data", anywhere, Source::Events, pairs_that<are_never>},
    {"iico_ctrl", anywhere, Source::Events, pairs_that<is_pair_of_one_instruction>},
    {"iico_order", anywhere, Source::Events, pairs_that<are_never>},
    {"rf-reg", anywhere, Source::Events, pairs_that<are_never>},
    {"same-instr", anywhere, Source::Events, pairs_that<are_of_one_instruction>},
    {"same-static", anywhere, Source::Events, pairs_that<are_of_one_instruction>},
    {"same-instance", anywhere, Source::Events, pairs_that<are_of_one_instruction>},
    {"same-low-order-bits", anywhere, Source::Events, pairs_that<have_same_location>},
    {"equiv-spec", anywhere, Source::Events, pairs_that<are_never>},
    {"pco", anywhere, Source::Events, pairs_that<are_never>},
});

// The architecture that a tag is of stands before its meaning; some are of all machines.
bool has_tag(const TagDescription& tag, std::string_view architecture) {
  const std::size_t end = tag.meaning.find(": ");
  if (end == std::string_view::npos) return family_of(architecture) == Family::Machine;
  const std::string_view owner = tag.meaning.substr(0, end);
  if (owner == "RISC-V") return architecture == "RISCV";
  if (owner == "Linux") return family_of(architecture) == Family::Kernel;
  return owner == architecture;
}

}  // namespace

std::optional<Tag> find_tag(std::string_view name, std::string_view architecture) {
  const auto* found = std::ranges::find(TagTable, name, &TagDescription::name);
  if (found == TagTable.end() || !has_tag(*found, architecture)) return std::nullopt;
  return static_cast<Tag>(found - TagTable.begin());
}

const Predefined* find_predefined(std::string_view name, std::string_view architecture) {
  const auto* found = std::ranges::find_if(Table, [&](const Predefined& row) {
    return row.name == name && row.is_defined(architecture);
  });
  return found == Table.end() ? nullptr : found;
}

std::vector<std::string> predefined_names(std::string_view architecture) {
  std::vector<std::string> out;
  for (const Predefined& row : Table) {
    if (row.is_defined(architecture)) out.emplace_back(row.name);
  }
  for (const TagDescription& tag : TagTable) {
    if (has_tag(tag, architecture)) out.emplace_back(tag.name);
  }
  return out;
}

}  // namespace drover::cat::general
