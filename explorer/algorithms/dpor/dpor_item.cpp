#include "explorer/algorithms/dpor/dpor_item.h"

#include <cstdint>

namespace drover::dpor {

namespace {

using Tree = WakeupTrees::Index;

std::size_t count_children(const WakeupTrees& trees, Tree node) {
  std::size_t count = 0;
  for (Tree child = trees.first_child(node); child != WakeupTrees::None;
       child = trees.next_sibling(child)) {
    ++count;
  }
  return count;
}

// Trees are as deep as sequences are long: no recursion here.
void write_tree(ByteWriter& out, const WakeupTrees& trees, Tree root) {
  if (root == WakeupTrees::None) {
    out.put(0);
    return;
  }
  out.put(count_children(trees, root));
  std::vector<Tree> open{trees.first_child(root)};  // the next node on each level
  while (!open.empty()) {
    const Tree node = open.back();
    if (node == WakeupTrees::None) {
      open.pop_back();
      continue;
    }
    open.back() = trees.next_sibling(node);
    out.put(trees.event(node).thread);
    out.put(count_children(trees, node));
    open.push_back(trees.first_child(node));
  }
}

bool read_thread(ByteReader& in, const Trace& trace, std::uint32_t& thread) {
  thread = static_cast<std::uint32_t>(in.get_below(trace.thread_count()));
  return !in.has_failed() && trace.is_enabled(thread);
}

bool read_sleep(ByteReader& in, const Trace& trace, Position& position) {
  const std::size_t count = in.get_count();
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t thread = 0;
    if (!read_thread(in, trace, thread)) return false;
    position.sleeping.push_back({thread, trace.next_access(thread)});
  }
  return !in.has_failed();
}

// Executes the planned events to find their accesses. On failure the trace is left inside the tree.
bool read_tree(ByteReader& in, Trace& trace, Position& position) {
  struct Open {
    Tree node;
    std::size_t left;  // remaining children
  };
  const std::size_t children = in.get_count();
  if (children == 0) return !in.has_failed();
  const Tree root = position.trees.make_root();
  position.prefixes.back().tree = root;
  std::vector<Open> open{{root, children}};
  while (!open.empty()) {
    if (open.back().left == 0) {
      open.pop_back();
      if (!open.empty()) trace.pop();
      continue;
    }
    --open.back().left;
    std::uint32_t thread = 0;
    if (!read_thread(in, trace, thread)) return false;
    const Tree child =
        position.trees.append_child(open.back().node, {thread, trace.next_access(thread)});
    const std::size_t below = in.get_count();
    trace.push(thread);
    open.push_back({child, below});
  }
  return !in.has_failed();
}

}  // namespace

void Position::clear(Trace& trace) {
  while (trace.size() > 0) trace.pop();
  trees = {};
  prefixes.assign(1, {});
  sleeping.clear();
}

void write_position(ByteWriter& out, const Trace& trace, const Position& position) {
  const std::vector<Prefix>& prefixes = position.prefixes;
  out.put(trace.size());
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    const bool is_last = i + 1 == prefixes.size();
    const std::size_t end = is_last ? position.sleeping.size() : prefixes[i + 1].sleep_begin;
    out.put(end - prefixes[i].sleep_begin);
    for (std::size_t s = prefixes[i].sleep_begin; s < end; ++s) {
      out.put(position.sleeping[s].thread);
    }
    write_tree(out, position.trees, prefixes[i].tree);
    if (!is_last) out.put(trace[i].thread);
  }
}

bool read_position(ByteReader& in, Trace& trace, Position& position) {
  const std::size_t size = in.get_count();
  if (size > 0 && !trace.has_started()) return false;
  for (std::size_t i = 0;; ++i) {
    position.prefixes.back().sleep_begin = position.sleeping.size();
    if (!read_sleep(in, trace, position) || !read_tree(in, trace, position)) return false;
    if (i == size) return true;
    std::uint32_t thread = 0;
    if (!read_thread(in, trace, thread)) return false;
    trace.push(thread);
    position.prefixes.push_back({});
  }
}

}  // namespace drover::dpor
