#include "explorer/algorithms/rvf/rvf_item.h"

#include <algorithm>
#include <map>
#include <vector>

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

void write_node(ByteWriter& out, const RvfNode& node, bool backtrack, NodePart part) {
  out.put(node.begin);
  out.put(node.end);
  for (const RvfRef ref : node.trace) {
    out.put(ref.thread);
    out.put(ref.index);
  }
  out.put(node.is_reporting ? 1 : 0);
  out.put(node.reported);
  out.put(backtrack ? 1 : 0);
  out.put(node.reads.size() - node.next_read);
  for (std::size_t k = node.next_read; k < node.reads.size(); ++k) out.put(node.reads[k]);
  out.put(node.replaced.size());
  for (const auto& [thread, entry] : node.replaced) {
    out.put(thread);
    write_entry(out, entry);
  }
  out.put(node.is_processing ? 1 : 0);
  if (node.is_processing) {
    out.put(node.groups.size());
    out.put(node.next_group);
  }
  if (part == NodePart::WithChild) write_entry(out, node.entry);
}

void write_entry(ByteWriter& out, const CausalEntry& entry) {
  out.put(entry.empty() ? 0 : 1);
  for (const std::uint32_t count : entry) out.put(count);
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
  const bool with_child = part == NodePart::WithChild;
  node.begin = static_cast<std::size_t>(in.get_below(events.size() + 1));
  node.end = static_cast<std::size_t>(in.get_below(events.size() + 1));
  if (in.has_failed() || node.begin < least || node.end < node.begin) return false;
  node.trace.resize(node.end);
  for (RvfRef& ref : node.trace) {
    ref.thread = static_cast<std::uint32_t>(in.get_below(events.thread_count()));
    ref.index = static_cast<std::uint32_t>(in.get_below(events.size()));
  }
  node.is_reporting = in.get_below(2) == 1;
  node.reported = static_cast<std::size_t>(in.get());
  node.backtrack = in.get_below(2) == 1;
  node.reads.resize(in.get_count());
  for (std::size_t& thread : node.reads) {
    thread = static_cast<std::size_t>(in.get_below(events.thread_count()));
  }
  node.replaced.resize(in.get_count());
  for (auto& [thread, entry] : node.replaced) {
    thread = static_cast<std::size_t>(in.get_below(events.thread_count()));
    entry = load_entry(in, events.thread_count());
  }
  node.is_processing = in.get_below(2) == 1;
  if (node.is_processing) {
    // At most one for each write it may read from; the item has only their number.
    node.groups.resize(static_cast<std::size_t>(in.get_below(events.size() + 2)));
    node.next_group = static_cast<std::size_t>(in.get_below(node.groups.size() + 1));
  }
  node.has_child = with_child;
  if (with_child) node.entry = load_entry(in, events.thread_count());
  return !in.has_failed() && (!node.is_processing || !node.reads.empty()) &&
         (!with_child || node.is_processing) && !(with_child && node.is_reporting) &&
         !(node.is_processing && node.is_reporting);
}

CausalEntry load_entry(ByteReader& in, std::size_t thread_count) {
  CausalEntry entry;
  if (in.get_below(2) == 0) return entry;
  for (std::size_t t = 0; t < thread_count; ++t) {
    entry.push_back(static_cast<std::uint32_t>(in.get()));
  }
  return entry;
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
