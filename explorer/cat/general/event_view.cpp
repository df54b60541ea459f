#include "explorer/cat/general/event_view.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <utility>
#include <variant>

#include "support/overloaded.h"

namespace drover::cat::general {

namespace {

// ---- Architectures

// The kinds of programs, as far as models can tell; a set of them is a union of bits.
using Architectures = std::uint8_t;
constexpr Architectures Core = 1;    // programs of the core language
constexpr Architectures C = 2;       // a read-modify-write is one event that reads and writes
constexpr Architectures Kernel = 4;  // Linux: a read-modify-write is two events in program order
// Machines: a read-modify-write is two events of one instruction, not ordered by the program.
constexpr Architectures X86 = 8;
constexpr Architectures AArch64 = 16;
constexpr Architectures RiscV = 32;
constexpr Architectures OtherMachines = 64;
constexpr Architectures Machines = X86 | AArch64 | RiscV | OtherMachines;
constexpr Architectures Anywhere = Core | C | Kernel | Machines;

Architectures kind_of(std::string_view architecture) {
  constexpr std::array<std::pair<std::string_view, Architectures>, 7> Names{{{"", Core},
                                                                             {"C", C},
                                                                             {"LKMM", Kernel},
                                                                             {"X86", X86},
                                                                             {"X86_64", X86},
                                                                             {"AArch64", AArch64},
                                                                             {"RISCV", RiscV}}};
  const auto* found =
      std::ranges::find(Names, architecture, &std::pair<std::string_view, Architectures>::first);
  return found == Names.end() ? OtherMachines : found->second;
}

// ---- Sets and relations

EventSet set(const EventView& view, Base base) { return view.base().set(base); }
Relation pairs(const EventView& view, Base base) { return view.base().relation(base); }
EventSet accesses(const EventView& view) {
  return set(view, Base::Reads) | set(view, Base::Writes);
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
  const bool is_machine = (kind_of(view.architecture()) & Machines) != 0;
  return is_machine ? pairs(view, Base::Amo) : Relation(view.size());
}
Value pairs_of_instructions(const EventView& view) { return of_relation(instruction_pairs(view)); }
Value program_order(const EventView& view) {
  return of_relation(pairs(view, Base::Po) - instruction_pairs(view));
}
Value same_event(const EventView& view) { return of_relation(identity(set(view, Base::All))); }
Value same_access(const EventView& view) {
  const EventSet all = accesses(view);
  return of_relation(restrict(all, pairs(view, Base::Si), all));
}
Value same_instruction(const EventView& view) {
  const Relation parts = pairs(view, Base::Si);
  const Relation halves = seq(parts, instruction_pairs(view), parts);
  return of_relation(parts | halves | inverse(halves));
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

// The predefined names of a model, by architecture. A tag of an event is a set with its name; a new
// tag, or a relation from a dialect's instructions, is a row here.
struct Predefined {
  std::string_view name;
  Architectures where = Anywhere;
  std::variant<Base, Value (*)(const EventView& view)> value;
};
constexpr auto Table = std::to_array<Predefined>({
    // Sets of every architecture.
    {"M", Anywhere, all_accesses},
    {"FW", Anywhere, final_writes},
    {"RMW", Kernel, tried_updates},
    {"Exp", Anywhere, all_accesses},
    {"EXEC", Anywhere, all_accesses},
    // Sets of machines.
    {"AMO", RiscV, base_of(Tag::RvAmo)},
    {"A", AArch64, base_of(Tag::Acquire)},
    {"Q", AArch64, base_of(Tag::AcquirePc)},
    {"L", AArch64, base_of(Tag::Release)},
    {"X", Core | X86, Base::Rmw},
    {"MFENCE", Core | X86, fences_of_mode<Base::Sc>},
    {"SFENCE", Core | X86, fences_of_mode<Base::Rel>},
    {"LFENCE", X86, fences_of_mode<Base::Acq>},
    // C and the core language.
    {"A", Core | C, atomic_accesses},
    // Relations that every architecture has.
    {"id", Anywhere, same_event},
    {"ext", Anywhere, different_threads},
    {"po", Anywhere, program_order},
    {"partial_po", Anywhere, program_order},
    {"amo", Anywhere, pairs_of_instructions},
    {"control", Anywhere, Base::Ctrl},
    {"depend", Anywhere, any_dependency},
    {"sm", Anywhere, same_access},
    {"si", Anywhere, same_access},
    {"iico_ctrl", Anywhere, pairs_of_instructions},
    {"same-instr", Anywhere, same_instruction},
    {"same-static", Anywhere, same_instruction},
    {"same-instance", Anywhere, same_instruction},
    {"same-low-order-bits", Anywhere, Base::Loc},
});

// Names with a common definition.
struct Names {
  Architectures where;
  std::string_view names;
};
// Base sets and relations with their own names (base_descriptions).
constexpr auto BaseNames = std::to_array<Names>({
    {Anywhere, "R W F IW RMW FAILED loc int rf rmw addr data ctrl"},
    {Core | C, "NA RLX ACQ REL ACQ_REL SC PLAIN NAL"},
    {Core, "ALLOC SPAWN JOIN FREE CALL sync"},
    {AArch64, "pick-addr pick-data pick-ctrl pick"},
});
// Things that executions here do not have: events of registers and branches, page tables,
// exceptions, tags of memory, locks.
constexpr auto AbsentSets = std::to_array<Names>({
    {Anywhere, "NExp SPEC SPURIOUS B BCC PRED Rreg Wreg ADDR DATA NDATA"},
    {Core | Machines, "AMO T TLBI no-loc CutOff FAULT FAULT-RD FAULT-WR EXC-ENTRY EXC-RET"},
    {RiscV, "Sc"},
    {AArch64,
     "S NT AF DB DC.CVAU IC.IALLUIS IC.IALLU IC.IVAU TLBIIS TLBInXS MMU Translation AccessFlag "
     "Permission TagCheck UndefinedInstruction SupervisorCall"},
    {Core, "LFENCE"},
    {Core | C, "CON"},
    {Core | C | Kernel, "LK LS LKR LKW LF UL RL RU"},
});
constexpr auto AbsentRelations = std::to_array<Names>({
    {Anywhere, "aligned tst success iico_data iico_order rf-reg equiv-spec pco"},
});

template <typename Visit>
void for_each_name(std::span<const Names> rows, const Visit& visit) {
  for (const Names& each : rows) {
    for (const auto& name : std::views::split(each.names, ' ')) {
      visit(std::string_view(name.begin(), name.end()), each.where);
    }
  }
}

// All tables, in order.
const std::vector<Predefined>& all_rows() {
  static const std::vector<Predefined> rows = [] {
    std::vector<Predefined> all(Table.begin(), Table.end());
    for_each_name(BaseNames, [&](std::string_view name, Architectures where) {
      all.push_back({name, where,
                     std::ranges::find(base_descriptions(), name, &BaseDescription::name)->base});
    });
    for_each_name(AbsentSets, [&](std::string_view name, Architectures where) {
      all.push_back({name, where, no_events});
    });
    for_each_name(AbsentRelations, [&](std::string_view name, Architectures where) {
      all.push_back({name, where, no_pairs});
    });
    return all;
  }();
  return rows;
}

// True if events of the architecture may have the tag. The description of a tag begins with its
// architecture and a colon; without these, the tag is of all machines.
bool has_tag(const TagDescription& tag, std::string_view architecture) {
  const std::size_t end = tag.meaning.find(": ");
  if (end == std::string_view::npos) return (kind_of(architecture) & Machines) != 0;
  const std::string_view owner = tag.meaning.substr(0, end);
  if (owner == "RISC-V") return architecture == "RISCV";
  if (owner == "Linux") return kind_of(architecture) == Kernel;
  return owner == architecture;
}

}  // namespace

EventView::EventView(std::string architecture) : architecture_(std::move(architecture)) {}

void EventView::set_events(const ExecutionGraph& graph) {
  const bool fuses = kind_of(architecture_) == C;
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
  const auto given = [&](Base base) {
    return is_set(base) ? of_set(base_.set(base)) : of_relation(base_.relation(base));
  };
  const auto row = std::ranges::find_if(all_rows(), [&](const Predefined& each) {
    return each.name == name && (each.where & kind_of(architecture_)) != 0;
  });
  Found found;
  if (row != all_rows().end()) {
    found.is_static = name != "rf" && name != "FW";
    found.value =
        std::visit(overloaded{given, [&](auto* make) { return make(*this); }}, row->value);
  } else {
    const auto* tag = std::ranges::find(TagTable, name, &TagDescription::name);
    if (tag == TagTable.end() || !has_tag(*tag, architecture_)) return std::nullopt;
    found.value = given(base_of(static_cast<Tag>(tag - TagTable.begin())));
  }
  return known_.emplace(std::string(name), std::move(found)).first->second;
}

std::vector<std::string> EventView::names() const {
  std::vector<std::string> out;
  for (const Predefined& row : all_rows()) {
    if ((row.where & kind_of(architecture_)) != 0) out.emplace_back(row.name);
  }
  for (const TagDescription& tag : TagTable) {
    if (has_tag(tag, architecture_)) out.emplace_back(tag.name);
  }
  return out;
}

}  // namespace drover::cat::general
