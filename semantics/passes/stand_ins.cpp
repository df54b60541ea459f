#include "semantics/passes/stand_ins.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "semantics/automaton/liveness.h"
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

// True if the instruction comes after another than the one before it.
bool is_jumped_to(const Thread& thread, InstructionIndex at) {
  for (InstructionIndex i = 0; i < thread.code.size(); ++i) {
    if (i + 1 == at) continue;
    if (std::ranges::count(successors_of(thread.code[i], i), at) > 0) return true;
  }
  return false;
}

// The number that a spawned thread computes from the one that it asks for: `100 + pthread_self()`.
struct OwnNumber {
  std::vector<InstructionIndex> steps;  // Self, and assignments on the way
  InstructionIndex last = 0;            // the assignment of the number
  Value value = 0;
};

// Nothing if the thread does more with what it asks for.
std::optional<OwnNumber> own_number(const Program& program, ThreadId id) {
  const Thread& thread = program.threads[id.value];
  const auto is_question = [](const Instruction& instruction) {
    const auto* self = std::get_if<Self>(&instruction.body);
    return self != nullptr && !self->is_identity;
  };
  const auto asks = std::ranges::find_if(thread.code, is_question);
  if (asks == thread.code.end() || std::count_if(asks, thread.code.end(), is_question) != 1) {
    return std::nullopt;
  }
  const Liveness liveness(program, id);
  OwnNumber number;
  auto at = static_cast<InstructionIndex>(asks - thread.code.begin());
  RegisterId current = std::get<Self>(asks->body).target;
  std::vector<Value> registers(thread.registers.size() + 2, 0);
  registers[current.value] = address::of_thread(id);
  for (number.steps.push_back(at++);; ++at) {
    const auto* assign = std::get_if<Assign>(&thread.code[at].body);
    if (assign == nullptr || assign->picked_by) break;
    std::vector<RegisterId> read;
    thread.expressions.collect_registers(assign->value, read);
    const bool is_own =
        !read.empty() && std::ranges::all_of(read, [&](RegisterId reg) { return reg == current; });
    if (!is_own || (assign->target != current && liveness.is_live_after(at, current.value))) break;
    const Evaluation result = evaluate(thread.expressions, assign->value, registers);
    if (result.faulted) return std::nullopt;
    current = assign->target;
    registers[current.value] = result.value;
    number.steps.push_back(at);
  }
  number.last = number.steps.back();
  number.steps.pop_back();
  number.value = registers[current.value];
  const bool is_number =
      number.value > 0 && number.value <= std::numeric_limits<std::int32_t>::max();
  if (number.steps.empty() || !is_number) return std::nullopt;
  for (InstructionIndex i = number.steps.front() + 1; i <= number.last; ++i) {
    if (is_jumped_to(thread, i)) return std::nullopt;
  }
  return number;
}

void replace(Program& program, ThreadId id, const OwnNumber& number) {
  Thread& thread = program.threads[id.value];
  const auto set = [&](InstructionIndex at, Value value) {
    const RegisterId target = written_by(thread.code[at].body);
    thread.code[at].body = Assign{target, thread.expressions.constant(value)};
  };
  for (const InstructionIndex at : number.steps) set(at, 0);
  set(number.last, stand_in::of_thread(id));
}

// Puts stand-ins into spawned threads that differ in their own numbers.
void replace_own_numbers(const Program& program, std::optional<Program>& out) {
  std::map<Value, std::size_t> known;
  std::map<ThreadId, OwnNumber> numbers;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (!program.threads[t].origin) continue;
    auto number = own_number(program, ThreadId(t));
    if (!number) continue;
    ++known[number->value];
    numbers.emplace(ThreadId(t), *std::move(number));
  }
  if (numbers.size() < 2 || known.size() != numbers.size()) return;
  if (!out) out = program;
  for (const auto& [id, number] : numbers) replace(*out, id, number);
}

// True if the argument is a stand-in or 0, as far as straight code before `at` tells.
bool is_stand_in_at(const Thread& thread, InstructionIndex at, ExprId id) {
  if (const std::optional<Value> value = thread.expressions.known(id)) {
    return *value == 0 || stand_in::is_stand_in(*value);
  }
  const ExpressionNode& node = thread.expressions[id];
  if (node.op != Operator::Register) return false;
  while (at-- > 0) {
    const std::vector<InstructionIndex> next = successors_of(thread.code[at], at);
    if (next.size() != 1 || next.front() != at + 1 || is_jumped_to(thread, at + 1)) return false;
    if (written_by(thread.code[at].body) != node.reg) continue;
    const auto* assign = std::get_if<Assign>(&thread.code[at].body);
    return assign != nullptr && is_stand_in_at(thread, at, assign->value);
  }
  return false;
}

}  // namespace

bool has_only_stand_ins(const Program& program, const SpecifiedObject& object) {
  for (const Thread& thread : program.threads) {
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      const auto* mark = std::get_if<OperationMark>(&thread.code[at].body);
      const bool is_call = mark != nullptr && mark->is_begin &&
                           std::ranges::count(object.operations, mark->operation,
                                              &SpecifiedObject::Operation::function) > 0;
      const bool is_fine = !is_call || std::ranges::all_of(mark->values, [&](ExprId value) {
        return is_stand_in_at(thread, at, value);
      });
      if (!is_fine) return false;
    }
  }
  return true;
}

std::optional<Program> with_stand_ins(const Program& program) {
  std::optional<Program> out;
  replace_own_numbers(program, out);
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
