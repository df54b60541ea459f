#include "semantics/passes/stand_ins.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "semantics/program/operands.h"
#include "semantics/program/stand_in.h"

namespace drover::passes {

namespace {

// Where the code of two threads differs in one number.
struct Difference {
  std::set<std::uint32_t> nodes;  // of the expressions
  Value left = 0;
  Value right = 0;
};

// Compares two threads. A short-lived worker: holds references.
class Comparison {
 public:
  Comparison(const Thread& left, const Thread& right) : left_(left), right_(right) {}

  // Nothing if they differ in more than one number.
  std::optional<Difference> run() {
    const bool is_alike =
        left_.role == right_.role && left_.registers.size() == right_.registers.size() &&
        std::ranges::equal(left_.code, right_.code, {}, &Instruction::body, &Instruction::body) &&
        std::ranges::all_of(left_.code, [&](const Instruction& instruction) {
          return std::ranges::all_of(operands_of(instruction.body),
                                     [&](ExprId id) { return compare(id); });
        });
    if (!is_alike || found_.nodes.empty()) return std::nullopt;
    return std::move(found_);
  }

 private:
  // Equal text gives equal indices.
  bool compare(ExprId id) {
    if (id.is_none()) return true;
    if (std::max(left_.expressions.size(), right_.expressions.size()) <= id.value) return false;
    const ExpressionNode& a = left_.expressions[id];
    const ExpressionNode& b = right_.expressions[id];
    if (a.op != b.op || a.index != b.index || a.reg != b.reg || a.a != b.a || a.b != b.b ||
        a.c != b.c) {
      return false;
    }
    if (a.value != b.value && !note(id, a, b)) return false;
    return compare(a.a) && compare(a.b) && compare(a.c);
  }

  bool note(ExprId id, const ExpressionNode& a, const ExpressionNode& b) {
    const auto is_number = [](const ExpressionNode& node) {
      return node.op == Operator::Constant && node.value > 0 && !address::is_thread(node.value) &&
             !address::is_address(node.value);
    };
    if (!is_number(a) || !is_number(b)) return false;
    const bool is_first = found_.nodes.empty();
    if (!is_first && (found_.left != a.value || found_.right != b.value)) return false;
    found_.left = a.value;
    found_.right = b.value;
    found_.nodes.insert(id.value);
    return true;
  }

  const Thread& left_;
  const Thread& right_;
  Difference found_;
};

bool may_take_part(const Thread& thread) {
  return thread.role == ThreadRole::Worker && !thread.origin && !has_any<Spawn, Join, Self>(thread);
}

// Puts stand-ins into a group of threads that differ from the first in a number at the same places.
void replace(Program& program, std::size_t first, std::size_t count,
             const std::set<std::uint32_t>& nodes) {
  for (std::size_t t = first; t < first + count; ++t) {
    ExpressionPool pool;
    const ExpressionPool& old = program.threads[t].expressions;
    for (std::uint32_t i = 0; i < old.size(); ++i) {
      ExpressionNode node = old[ExprId(i)];
      if (nodes.contains(i)) node.value = stand_in::of_thread(ThreadId(t));
      pool.add(node);
    }
    program.threads[t].expressions = std::move(pool);
  }
}

}  // namespace

std::optional<Program> with_stand_ins(const Program& program) {
  std::optional<Program> out;
  const std::vector<Thread>& threads = program.threads;
  for (std::size_t first = 0; first < threads.size();) {
    std::size_t count = 1;
    std::set<std::uint32_t> nodes;
    std::set<Value> numbers;
    while (first + count < threads.size() && may_take_part(threads[first]) &&
           may_take_part(threads[first + count])) {
      const auto found = Comparison(threads[first], threads[first + count]).run();
      if (!found || (count > 1 && found->nodes != nodes)) break;
      numbers.insert(found->left);
      if (!numbers.insert(found->right).second) break;
      nodes = found->nodes;
      ++count;
    }
    if (count > 1) {
      if (!out) out = program;
      replace(*out, first, count, nodes);
    }
    first += count;
  }
  return out;
}

}  // namespace drover::passes
