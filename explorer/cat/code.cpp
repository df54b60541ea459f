#include "explorer/cat/code.h"

#include <algorithm>

#include "explorer/cat/reachable.h"

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
    };
    for (std::size_t i = 0; i < TagCount; ++i) {
      all.push_back({base_of(static_cast<Tag>(i)), Set, TagTable[i].name, TagTable[i].meaning});
    }
    return all;
  }();
  return descriptions;
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
