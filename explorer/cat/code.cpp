#include "explorer/cat/code.h"

#include <algorithm>

namespace drover::cat {

const std::vector<BaseDescription>& base_descriptions() {
  using enum ValueKind;
  static const std::vector<BaseDescription> descriptions = [] {
    std::vector<BaseDescription> all{
        {Base::All, Set, "_", "all events"},
        {Base::Writes, Set, "W", "writes, also the writes of read-modify-writes"},
        {Base::Reads, Set, "R", "reads, also the reads of read-modify-writes"},
        {Base::Fences, Set, "F", "fences"},
        {Base::Rmw, Set, "RMW", "reads and writes of read-modify-writes that succeed"},
        {Base::Failed, Set, "FAILED", "reads of compare-and-swaps that fail"},
        {Base::InitialWrites, Set, "IW", "initial writes"},
        {Base::FinalWrites, Set, "FW", "the last write of each location in coherence"},
        {Base::NonAtomicLocation, Set, "NAL",
         "accesses of locations that have non-atomic accesses"},
        {Base::Na, Set, "NA", "non-atomic accesses, and initial writes"},
        {Base::Rlx, Set, "RLX", "relaxed accesses and fences"},
        {Base::Acq, Set, "ACQ", "acquire accesses and fences"},
        {Base::Rel, Set, "REL", "release accesses and fences"},
        {Base::AcqRel, Set, "ACQ_REL", "fences that are acquire and release"},
        {Base::Sc, Set, "SC", "seq_cst accesses and fences, and those without a mode"},
        {Base::Plain, Set, "PLAIN", "accesses and fences without a mode"},
        {Base::Allocations, Set, "ALLOC", "allocations"},
        {Base::Frees, Set, "FREE", "frees"},
        {Base::Spawns, Set, "SPAWN", "spawns of threads"},
        {Base::Joins, Set, "JOIN", "joins of threads"},
        {Base::Calls, Set, "CALL", "markers of annotated calls"},
        {Base::Po, Relation, "po", "program order"},
        {Base::Sync, Relation, "sync",
         "initial writes, then the init block, then the threads, then the final block; a spawn, "
         "then "
         "its thread, then its join"},
        {Base::Rf, Relation, "rf", "reads-from"},
        {Base::Co, Relation, "co", "coherence"},
        {Base::Fr, Relation, "fr", "from-read: rf^-1; co"},
        {Base::RmwPairs, Relation, "rmw", "from the read of a read-modify-write to its write"},
        {Base::Loc, Relation, "loc", "accesses of the same location"},
        {Base::Int, Relation, "int", "events of the same thread"},
        {Base::Addr, Relation, "addr", "from a read to accesses whose address depends on it"},
        {Base::Data, Relation, "data", "from a read to writes whose value depends on it"},
        {Base::Ctrl, Relation, "ctrl", "from a read to events behind a branch that depends on it"},
        {Base::PickAddr, Relation, "pick-addr", "as addr, with what was picked on the way"},
        {Base::PickData, Relation, "pick-data", "as data, with what was picked on the way"},
        {Base::PickCtrl, Relation, "pick-ctrl", "as ctrl, with what was picked on the way"},
        {Base::Pick, Relation, "pick", "from a read to accesses that are there as it decides"},
        {Base::Amo, Relation, "amo", "rmw within one instruction"},
        {Base::SameValue, Relation, "same-value", "accesses that read or write equal values"},
        {Base::Si, Relation, "si", "parts of one access; and every event with itself"},
        {Base::SameCta, Relation, "scta", "PTX: events of threads of one cta"},
        {Base::SameSubgroup, Relation, "ssg", "Vulkan: events of threads of one subgroup"},
        {Base::SameWorkgroup, Relation, "swg", "events of threads of one workgroup"},
        {Base::SameQueueFamily, Relation, "sqf", "Vulkan: events of threads of one queue family"},
        {Base::SameDevice, Relation, "sdv", "events of threads of one device"},
        {Base::ScopesReach, Relation, "sr", "PTX: events whose scopes include each other's thread"},
        {Base::VirtualLoc, Relation, "vloc", "accesses of the same virtual address"},
        {Base::BarrierSync, Relation, "syncbar", "control barriers that threads pass together"},
        {Base::SystemSync, Relation, "ssw", "Vulkan: events of threads that the system orders"},
        {Base::FenceOrder, Relation, "sync_fence", "PTX: the order of fence.sc"},
    };
    for (std::size_t i = 0; i < TagCount; ++i) {
      all.push_back({base_of(static_cast<Tag>(i)), Set, TagTable[i].name, TagTable[i].meaning});
    }
    return all;
  }();
  return descriptions;
}

std::size_t operand_count(Operation operation) {
  switch (operation) {
    case Operation::Base:
    case Operation::Empty:
    case Operation::Variable:
    case Operation::Fixpoint: return 0;
    case Operation::Complement:
    case Operation::Optional:
    case Operation::Plus:
    case Operation::Inverse:
    case Operation::Identity:
    case Operation::Domain:
    case Operation::Range: return 1;
    case Operation::Union:
    case Operation::Intersection:
    case Operation::Difference:
    case Operation::Sequence:
    case Operation::RestrictDomain:
    case Operation::RestrictRange:
    case Operation::Product: break;
  }
  return 2;
}

std::vector<NodeIndex> operands_of(const Code& code, const Node& node) {
  if (node.operation == Operation::Fixpoint) return code.groups[node.group].bodies;
  switch (operand_count(node.operation)) {
    case 0: return {};
    case 1: return {node.a};
    default: return {node.a, node.b};
  }
}

std::vector<NodeIndex> reachable_nodes(const Code& code, std::span<const NodeIndex> roots) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<Mark> marks(code.nodes.size(), Mark::New);
  std::vector<NodeIndex> order;
  std::vector<NodeIndex> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const NodeIndex node = stack.back();
    if (marks[node] == Mark::New) {
      marks[node] = Mark::Open;
      const std::vector<NodeIndex> operands = operands_of(code, code.nodes[node]);
      for (auto each = operands.rbegin(); each != operands.rend(); ++each) {
        if (marks[*each] == Mark::New) stack.push_back(*each);
      }
      continue;
    }
    stack.pop_back();
    if (marks[node] == Mark::Open) {
      marks[node] = Mark::Done;
      order.push_back(node);
    }
  }
  return order;
}

bool Code::uses(Base base) const {
  std::vector<NodeIndex> roots;
  for (const CodeCheck& check : checks) roots.push_back(check.node);
  const std::vector<NodeIndex> used = reachable_nodes(*this, roots);
  return std::ranges::any_of(used, [&](NodeIndex node) {
    return nodes[node].operation == Operation::Base && nodes[node].base == base;
  });
}

}  // namespace drover::cat
