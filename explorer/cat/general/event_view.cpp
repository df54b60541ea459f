#include "explorer/cat/general/event_view.h"

#include <algorithm>
#include <array>
#include <utility>

namespace drover::cat::general {

namespace {

// ---- Architectures

// The kind of program, as far as models can tell.
enum class Family : std::uint8_t {
  Core,     // programs of the core language
  C,        // a read-modify-write is one event that reads and writes
  Kernel,   // Linux kernel: a read-modify-write is two events, one after the other
  Machine,  // a read-modify-write is two events of one instruction, not ordered by the program
};

Family family_of(std::string_view architecture) {
  if (architecture.empty()) return Family::Core;
  if (architecture == "C") return Family::C;
  if (architecture == "LKMM") return Family::Kernel;
  return Family::Machine;
}

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

// ---- Sets and relations

EventSet set(const EventView& view, Base base) { return view.base().set(base); }
Relation pairs(const EventView& view, Base base) { return view.base().relation(base); }
EventSet accesses(const EventView& view) {
  return set(view, Base::Reads) | set(view, Base::Writes);
}

template <Base Given>
Value given(const EventView& view) {
  if constexpr (is_set(Given)) {
    return of_set(set(view, Given));
  } else {
    return of_relation(pairs(view, Given));
  }
}
Value no_events(const EventView& view) { return of_set(EventSet(view.size())); }
Value no_pairs(const EventView& view) { return of_relation(Relation(view.size())); }

Value all_accesses(const EventView& view) { return of_set(accesses(view)); }
Value atomic_accesses(const EventView& view) {
  return of_set(accesses(view) - set(view, Base::Na));
}
Value tried_updates(const EventView& view) {
  return of_set(set(view, Base::Rmw) | set(view, Base::Failed));
}
// Fences of x86; a fence without a mode is not from x86.
template <Base Mode>
Value fences_of_mode(const EventView& view) {
  return of_set((set(view, Base::Fences) & set(view, Mode)) - set(view, Base::Plain));
}

// Returns the last write of each location whose final value the test observes.
Value final_writes(const EventView& view) {
  EventSet out(view.size());
  const ExecutionGraph& graph = view.graph();
  const std::vector<LocationId>* observed = graph.observed();
  for (const LocationId location : graph.locations()) {
    if (observed != nullptr && std::ranges::find(*observed, location) == observed->end()) continue;
    out.insert(view.base().at(graph.coherence_maximal(location)));
  }
  return of_set(std::move(out));
}

// The halves of one machine instruction.
Relation instruction_pairs(const EventView& view) {
  return family_of(view.architecture()) == Family::Machine ? pairs(view, Base::Amo)
                                                           : Relation(view.size());
}
Value pairs_of_instructions(const EventView& view) { return of_relation(instruction_pairs(view)); }
Value program_order(const EventView& view) {
  return of_relation(pairs(view, Base::Po) - instruction_pairs(view));
}
Value same_event(const EventView& view) { return of_relation(identity(set(view, Base::All))); }
Value same_access(const EventView& view) { return of_relation(identity(accesses(view))); }
Value same_instruction(const EventView& view) {
  const Relation halves = instruction_pairs(view);
  return of_relation(identity(set(view, Base::All)) | halves | inverse(halves));
}
// Initial writes are external to every thread, but not to each other.
Value different_threads(const EventView& view) {
  const EventSet all = set(view, Base::All);
  const EventSet initial = set(view, Base::InitialWrites);
  return of_relation(product(all, all) - pairs(view, Base::Int) - product(initial, initial));
}
Value any_dependency(const EventView& view) {
  return of_relation(pairs(view, Base::Addr) | pairs(view, Base::Data));
}

// The predefined names of a model, by architecture, in one table. A tag of an event is a set with
// its name; a new tag, or a relation from a dialect's instructions, is a row here.
enum class Source : std::uint8_t {
  Events,  // depends on the events
  Edges,   // also depends on reads-from or final writes
};
struct Predefined {
  std::string_view name;
  bool (*is_defined)(std::string_view architecture);
  Source source;
  Value (*make)(const EventView& view);
};
constexpr auto Table = std::to_array<Predefined>({
    // Sets of every architecture.
    {"M", anywhere, Source::Events, all_accesses},
    {"R", anywhere, Source::Events, given<Base::Reads>},
    {"W", anywhere, Source::Events, given<Base::Writes>},
    {"F", anywhere, Source::Events, given<Base::Fences>},
    {"IW", anywhere, Source::Events, given<Base::InitialWrites>},
    {"FW", anywhere, Source::Edges, final_writes},
    {"RMW", in_kernel, Source::Events, tried_updates},
    {"RMW", anywhere, Source::Events, given<Base::Rmw>},
    {"FAILED", anywhere, Source::Events, given<Base::Failed>},
    {"Exp", anywhere, Source::Events, all_accesses},
    {"EXEC", anywhere, Source::Events, all_accesses},
    // Sets of machines.
    {"AMO", in_riscv, Source::Events, given<base_of(Tag::RvAmo)>},
    {"A", in_aarch64, Source::Events, given<base_of(Tag::Acquire)>},
    {"Q", in_aarch64, Source::Events, given<base_of(Tag::AcquirePc)>},
    {"L", in_aarch64, Source::Events, given<base_of(Tag::Release)>},
    {"X", in_core_or_x86, Source::Events, given<Base::Rmw>},
    {"MFENCE", in_core_or_x86, Source::Events, fences_of_mode<Base::Sc>},
    {"SFENCE", in_core_or_x86, Source::Events, fences_of_mode<Base::Rel>},
    {"LFENCE", in_x86, Source::Events, fences_of_mode<Base::Acq>},
    // C and the core language.
    {"A", in_c, Source::Events, atomic_accesses},
    {"NA", in_c, Source::Events, given<Base::Na>},
    {"RLX", in_c, Source::Events, given<Base::Rlx>},
    {"ACQ", in_c, Source::Events, given<Base::Acq>},
    {"REL", in_c, Source::Events, given<Base::Rel>},
    {"ACQ_REL", in_c, Source::Events, given<Base::AcqRel>},
    {"SC", in_c, Source::Events, given<Base::Sc>},
    {"PLAIN", in_c, Source::Events, given<Base::Plain>},
    {"NAL", in_c, Source::Events, given<Base::NonAtomicLocation>},
    {"ALLOC", in_core, Source::Events, given<Base::Allocations>},
    {"SPAWN", in_core, Source::Events, given<Base::Spawns>},
    {"JOIN", in_core, Source::Events, given<Base::Joins>},
    {"FREE", in_core, Source::Events, given<Base::Frees>},
    {"CALL", in_core, Source::Events, given<Base::Calls>},
    {"sync", in_core, Source::Events, given<Base::Sync>},
    // Relations that every architecture has.
    {"id", anywhere, Source::Events, same_event},
    {"loc", anywhere, Source::Events, given<Base::Loc>},
    {"int", anywhere, Source::Events, given<Base::Int>},
    {"ext", anywhere, Source::Events, different_threads},
    {"po", anywhere, Source::Events, program_order},
    {"partial_po", anywhere, Source::Events, program_order},
    {"rf", anywhere, Source::Edges, given<Base::Rf>},
    {"rmw", anywhere, Source::Events, given<Base::RmwPairs>},
    {"amo", anywhere, Source::Events, pairs_of_instructions},
    {"addr", anywhere, Source::Events, given<Base::Addr>},
    {"data", anywhere, Source::Events, given<Base::Data>},
    {"ctrl", anywhere, Source::Events, given<Base::Ctrl>},
    {"pick-addr", in_aarch64, Source::Events, given<Base::PickAddr>},
    {"pick-data", in_aarch64, Source::Events, given<Base::PickData>},
    {"pick-ctrl", in_aarch64, Source::Events, given<Base::PickCtrl>},
    {"pick", in_aarch64, Source::Events, given<Base::Pick>},
    {"control", anywhere, Source::Events, given<Base::Ctrl>},
    {"depend", anywhere, Source::Events, any_dependency},
    {"sm", anywhere, Source::Events, same_access},
    {"si", anywhere, Source::Events, same_access},
    {"iico_ctrl", anywhere, Source::Events, pairs_of_instructions},
    {"same-instr", anywhere, Source::Events, same_instruction},
    {"same-static", anywhere, Source::Events, same_instruction},
    {"same-instance", anywhere, Source::Events, same_instruction},
    {"same-low-order-bits", anywhere, Source::Events, given<Base::Loc>},
});

// Predefined names of things that executions here do not have: events of registers and branches,
// page tables, exceptions, tags of memory, locks.
struct Absent {
  bool (*is_defined)(std::string_view architecture);
  Value (*make)(const EventView& view);
  std::string_view names;
};
constexpr auto AbsentNames = std::to_array<Absent>({
    {anywhere, no_events, "NExp SPEC SPURIOUS B BCC PRED Rreg Wreg DATA NDATA"},
    {not_in_c, no_events, "AMO T TLBI no-loc CutOff FAULT FAULT-RD FAULT-WR EXC-ENTRY EXC-RET"},
    {in_riscv, no_events, "Sc"},
    {in_aarch64, no_events,
     "S NT AF DB DC.CVAU IC.IALLUIS IC.IALLU IC.IVAU TLBIIS TLBInXS MMU Translation AccessFlag "
     "Permission TagCheck UndefinedInstruction SupervisorCall"},
    {in_core, no_events, "LFENCE"},
    {in_c, no_events, "CON"},
    {in_c_or_kernel, no_events, "LK LS LKR LKW LF UL RL RU"},
    {anywhere, no_pairs, "aligned tst success iico_data iico_order rf-reg equiv-spec pco"},
});

// Both tables, in order.
const std::vector<Predefined>& all_rows() {
  static const std::vector<Predefined> rows = [] {
    std::vector<Predefined> all(Table.begin(), Table.end());
    for (const Absent& each : AbsentNames) {
      std::string_view rest = each.names;
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        all.push_back({rest.substr(0, end), each.is_defined, Source::Events, each.make});
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    return all;
  }();
  return rows;
}

// True if events of the architecture may have the tag. The description of a tag begins with its
// architecture and a colon; without these, the tag is of all machines.
bool has_tag(const TagDescription& tag, std::string_view architecture) {
  const std::size_t end = tag.meaning.find(": ");
  if (end == std::string_view::npos) return family_of(architecture) == Family::Machine;
  const std::string_view owner = tag.meaning.substr(0, end);
  if (owner == "RISC-V") return architecture == "RISCV";
  if (owner == "Linux") return family_of(architecture) == Family::Kernel;
  return owner == architecture;
}

}  // namespace

EventView::EventView(std::string architecture) : architecture_(std::move(architecture)) {}

void EventView::set_events(const ExecutionGraph& graph) {
  const bool fuses = family_of(architecture_) == Family::C;
  base_.set_events(graph, fuses ? UpdateEvents::One : UpdateEvents::Two);
  known_.clear();
}

void EventView::set_edges(const ExecutionGraph& graph) {
  base_.set_edges(graph);
  std::erase_if(known_, [](const auto& entry) { return !entry.second.is_static; });
}

std::optional<EventView::Found> EventView::find(std::string_view name) {
  const auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  const auto row = std::ranges::find_if(all_rows(), [&](const Predefined& each) {
    return each.name == name && each.is_defined(architecture_);
  });
  Found found;
  if (row != all_rows().end()) {
    found = {row->make(*this), row->source == Source::Events};
  } else {
    const auto* tag = std::ranges::find(TagTable, name, &TagDescription::name);
    if (tag == TagTable.end() || !has_tag(*tag, architecture_)) return std::nullopt;
    found.value = of_set(base_.set(base_of(static_cast<Tag>(tag - TagTable.begin()))));
  }
  return known_.emplace(std::string(name), std::move(found)).first->second;
}

std::vector<std::string> EventView::names() const {
  std::vector<std::string> out;
  for (const Predefined& row : all_rows()) {
    if (row.is_defined(architecture_)) out.emplace_back(row.name);
  }
  for (const TagDescription& tag : TagTable) {
    if (has_tag(tag, architecture_)) out.emplace_back(tag.name);
  }
  return out;
}

}  // namespace drover::cat::general
