#include "explorer/algorithms/dpor/wakeup_tree.h"

#include <doctest/doctest.h>

#include <string>

namespace drover::wakeup_tree_test {

namespace {

dpor::PlannedEvent event(std::uint32_t thread, std::size_t location, dpor::AccessKind kind) {
  return {thread, {LocationId(location), kind}};
}
dpor::PlannedEvent read(std::uint32_t thread, std::size_t location) {
  return event(thread, location, dpor::AccessKind::Read);
}
dpor::PlannedEvent write(std::uint32_t thread, std::size_t location) {
  return event(thread, location, dpor::AccessKind::Write);
}
dpor::PlannedEvent add(std::uint32_t thread, std::size_t location) {
  return event(thread, location, dpor::AccessKind::Add);
}

// Takes the tree apart: threads along each branch, in order.
std::string take_apart(dpor::WakeupTrees& trees, dpor::WakeupTrees::Index node) {
  std::string text;
  while (trees.has_children(node)) {
    const dpor::WakeupTrees::Index child = trees.take_first_child(node);
    text += std::to_string(trees.event(child).thread) + "(" + take_apart(trees, child) + ")";
  }
  trees.release(node);
  return text;
}

std::string tree_of(std::vector<dpor::PlannedSequence> sequences) {
  dpor::WakeupTrees trees;
  const dpor::WakeupTrees::Index root = trees.make_root();
  for (dpor::PlannedSequence& sequence : sequences) trees.insert(root, sequence);
  return take_apart(trees, root);
}

}  // namespace

TEST_CASE("conflicts: the same location, a write, and not only additions") {
  const dpor::Access reads{LocationId(0), dpor::AccessKind::Read};
  const dpor::Access writes{LocationId(0), dpor::AccessKind::Write};
  const dpor::Access adds{LocationId(0), dpor::AccessKind::Add};
  CHECK_FALSE(dpor::conflict(reads, reads));
  CHECK_FALSE(dpor::conflict(adds, adds));
  CHECK(dpor::conflict(writes, writes));
  CHECK(dpor::conflict(reads, writes));
  CHECK(dpor::conflict(writes, adds));
  CHECK(dpor::conflict(adds, reads));
  CHECK_FALSE(dpor::conflict(writes, {LocationId(1), dpor::AccessKind::Write}));
}

TEST_CASE("[Godot] Def. 3: weak initials") {
  const dpor::PlannedSequence sequence{write(0, 0), read(1, 1), read(2, 0)};
  CHECK(dpor::weak_initial(write(0, 0), sequence).holds);
  CHECK(dpor::weak_initial(write(0, 0), sequence).position == 0);
  CHECK(dpor::weak_initial(read(1, 1), sequence).position == 1);
  CHECK_FALSE(dpor::weak_initial(read(2, 0), sequence).holds);   // behind a write of its location
  CHECK_FALSE(dpor::weak_initial(write(3, 1), sequence).holds);  // not in it, but it conflicts
  CHECK(dpor::weak_initial(read(3, 1), sequence).holds);
  CHECK(dpor::weak_initial(read(3, 1), sequence).position == 3);
  CHECK(dpor::weak_initial(add(3, 2), {add(0, 2), add(1, 2)}).holds);
  CHECK_FALSE(dpor::weak_initial(add(3, 2), {add(0, 2), read(1, 2)}).holds);
}

TEST_CASE("insertion follows the branches that are weak initials, and appends the rest") {
  // 1 and 2 write different locations; 0 writes both, one after the other.
  CHECK(tree_of({{write(1, 0), write(2, 1)}}) == "1(2())");
  // The other way round is not another execution.
  CHECK(tree_of({{write(1, 0), write(2, 1)}, {write(2, 1), write(1, 0)}}) == "1(2())");
  // A branch to the right; then a sequence that shares its beginning with it.
  CHECK(tree_of({{write(1, 0), write(0, 0)}, {write(0, 0), write(1, 0)}}) == "1(0())0(1())");
  CHECK(tree_of({{write(1, 0), write(2, 1), write(0, 1)},
                 {write(1, 0), write(0, 1), write(2, 1)}}) == "1(2(0())0(2()))");
  // A sequence that goes on beyond a leaf is left to the exploration of that leaf.
  CHECK(tree_of({{write(1, 0)}, {write(1, 0), write(0, 0)}}) == "1()");
  // A child that could come first without being part of the sequence makes it redundant.
  CHECK(tree_of({{write(1, 0)}, {write(2, 1)}}) == "1()");
  CHECK(tree_of({{add(1, 0)}, {add(2, 0), read(3, 1)}}) == "1()");
}

}  // namespace drover::wakeup_tree_test
