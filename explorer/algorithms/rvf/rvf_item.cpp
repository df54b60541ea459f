#include "explorer/algorithms/rvf/rvf_item.h"

#include <algorithm>
#include <map>
#include <vector>

#include "support/byte_fields.h"

namespace drover::rvf {

namespace {

bool load_read(ByteReader& in, ProgramAutomata& automata, RvfEvents& events, std::size_t thread) {
  const LocationId location = events.label_of(thread).location;
  const Value value = in.get_signed();
  std::vector<RvfRef> good(in.get_count());
  for (RvfRef& write : good) {
    const std::uint64_t writer = in.get_below(events.thread_count() + 1);
    write = {RvfRef::Initial, location.value};
    if (writer > 0) {
      write.thread = static_cast<std::uint32_t>(writer - 1);
      write.index = static_cast<std::uint32_t>(in.get_below(events.events_of(write.thread).size()));
      if (in.has_failed()) return false;
      const RvfEvent& event = events[write];
      if (event.kind != LabelKind::Write || event.location != location) return false;
    }
    if (events.value_of(write) != value) return false;
  }
  const NodeId next = automata.thread(ThreadId(thread)).next(events.node_of(thread), value);
  if (in.has_failed() || good.empty() || next.is_none()) return false;
  events.add_read(thread, value, good);
  return true;
}

// True if no access of an earlier role remains.
bool may_happen(const RvfEvents& events, std::size_t thread,
                const std::vector<std::size_t>& to_come) {
  for (std::size_t t = 0; t < to_come.size(); ++t) {
    if (events.roles()[t] < events.roles()[thread] && to_come[t] > 0) return false;
  }
  return true;
}

}  // namespace

void write_events(ByteWriter& out, const RvfEvents& events, std::size_t size) {
  std::vector<RvfRef> refs;
  for (std::size_t i = 0; i < size; ++i) {
    const RvfRef ref = events.in_order()[i];
    const bool comes_with_read = events[ref].kind == LabelKind::Write && events[ref].is_exclusive;
    if (!comes_with_read) refs.push_back(ref);
  }
  out.put(refs.size());
  for (const RvfRef ref : refs) {
    out.put(ref.thread);
    const RvfEvent& event = events[ref];
    if (event.kind != LabelKind::Read) continue;
    out.put_signed(event.value);
    const auto good = events.good_writes(event);
    out.put(good.size());
    for (const RvfRef write : good) {
      out.put(write.is_initial() ? 0 : write.thread + std::uint64_t{1});
      if (!write.is_initial()) out.put(write.index);
    }
  }
}

void transfer(auto& archive, Is<RvfRef> auto& r) { archive(r.thread, r.index); }
// Only the number of groups is kept.
void transfer_node(auto& archive, auto& node, auto& groups) {
  archive(node.begin, node.end, node.trace, node.is_reporting, node.reported, node.backtrack,
          node.reads, node.replaced, node.is_processing, groups, node.next_group, node.has_child,
          node.entry);
}

void write_node(ByteWriter& out, RvfNode node, bool backtrack, NodePart part) {
  node.backtrack = backtrack;
  node.reads.erase(node.reads.begin(),
                   node.reads.begin() + static_cast<std::ptrdiff_t>(node.next_read));
  node.has_child = part == NodePart::WithChild;
  if (!node.has_child) node.entry.clear();
  if (!node.is_processing) node.next_group = 0;
  const std::size_t groups = node.is_processing ? node.groups.size() : 0;
  Saving archive(out);
  transfer_node(archive, node, groups);
}

bool load_events(ByteReader& in, ProgramAutomata& automata, RvfEvents& events) {
  const std::size_t count = in.get_count();
  for (std::size_t i = 0; i < count; ++i) {
    const auto thread = static_cast<std::size_t>(in.get_below(events.thread_count()));
    if (in.has_failed() || !events.has_started(thread)) return false;
    const Label& label = events.label_of(thread);
    if (!is_event(label.kind) || events.is_held(thread)) return false;
    if (!label.is_read()) {
      events.add_step(thread);
    } else if (!load_read(in, automata, events, thread)) {
      return false;
    }
  }
  return !in.has_failed();
}

bool load_node(ByteReader& in, const RvfEvents& events, std::size_t least, NodePart part,
               RvfNode& node) {
  const std::size_t threads = events.thread_count();
  std::size_t groups = 0;
  Loading archive(in);
  transfer_node(archive, node, groups);
  const bool has_bounds = !in.has_failed() && node.begin >= least && node.end >= node.begin &&
                          events.size() >= node.end && node.trace.size() == node.end &&
                          groups <= events.size() + 1 && node.next_group <= groups;
  if (!has_bounds) return false;
  // At most one for each write it may read from.
  node.groups.resize(groups);
  const auto is_thread = [&](std::size_t thread) { return thread < threads; };
  return std::ranges::all_of(node.trace, is_thread, &RvfRef::thread) &&
         std::ranges::all_of(node.reads, is_thread) && is_entry(node.entry, threads) &&
         std::ranges::all_of(node.replaced,
                             [&](const auto& each) {
                               return is_thread(each.first) && is_entry(each.second, threads);
                             }) &&
         node.has_child == (part == NodePart::WithChild) &&
         (!node.is_processing || !node.reads.empty()) && (!node.has_child || node.is_processing) &&
         !(node.has_child && node.is_reporting) && !(node.is_processing && node.is_reporting);
}

bool is_entry(const CausalEntry& entry, std::size_t thread_count) {
  return entry.empty() || entry.size() == thread_count;
}

bool is_trace(const RvfEvents& events, const RvfTrace& trace) {
  if (trace.size() != events.size()) return false;
  std::vector<std::size_t> done(events.thread_count(), 0);
  std::vector<std::size_t> accesses(events.thread_count(), 0);  // remaining accesses
  for (const RvfRef ref : events.in_order())
    accesses[ref.thread] += events[ref].is_access() ? 1 : 0;
  std::map<LocationId, RvfRef> last_writes;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const RvfRef ref = trace[i];
    if (ref.index != done[ref.thread]++) return false;
    if (ref.index >= events.events_of(ref.thread).size()) return false;
    if (!events[ref].is_access()) continue;
    --accesses[ref.thread];
    const RvfEvent& event = events[ref];
    const auto last = last_writes.find(event.location);
    const RvfRef source =
        last == last_writes.end() ? RvfRef{RvfRef::Initial, event.location.value} : last->second;
    const auto good = events.good_writes(event);
    const bool is_write = event.kind == LabelKind::Write;
    const bool can_happen = is_write ? !event.is_exclusive || trace[i - 1].thread == ref.thread
                                     : std::ranges::find(good, source) != good.end();
    if (!can_happen || !may_happen(events, ref.thread, accesses)) return false;
    if (is_write) last_writes[event.location] = ref;
  }
  return true;
}

}  // namespace drover::rvf
