#include "analysis/linearizability/arguments.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "explorer/histories/code_object.h"
#include "semantics/program/location_table.h"
#include "semantics/program/operands.h"

namespace drover::linearizability {

namespace {

// A register of a thread, or a shared object.
struct Holder {
  std::size_t thread = 0;
  std::uint32_t index = 0;
  bool is_register = true;

  auto operator<=>(const Holder&) const = default;
};

// Where values may be copied to, and which holders of values are examined. A short-lived worker:
// holds a reference.
class Copies {
 public:
  explicit Copies(const Program& program) : program_(program) {
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      for (const Instruction& instruction : program.threads[t].code) look_at(t, instruction.body);
    }
    for (bool has_changed = true; has_changed;) {
      const std::size_t before = examined_.size();
      for (const auto& [from, to] : copies_) {
        if (examined_.contains(to)) examined_.insert(from);
      }
      has_changed = examined_.size() > before;
    }
  }

  [[nodiscard]] bool is_examined(const Holder& holder) const {
    return is_unclear_ || examined_.contains(holder);
  }

 private:
  void look_at(std::size_t t, const InstructionBody& body) {
    std::visit(overloaded{
                   [&](const Assign& i) { copy(t, i.value, register_of(t, i.target)); },
                   [&](const Load& i) {
                     const auto cell = cell_of(t, i.address);
                     if (cell) copies_.emplace(*cell, register_of(t, i.target));
                   },
                   [&](const Store& i) {
                     if (const auto cell = cell_of(t, i.address)) copy(t, i.value, *cell);
                   },
                   [&](const Branch& i) { test(t, i.condition); },
                   [&](const Assume& i) { test(t, i.condition); },
                   [&](const ReadModifyWrite& i) {
                     if (i.op != RmwOperator::Exchange || i.desired) return examine_all(t, body);
                     exchange(t, i.address, i.operand, i.target);
                   },
                   [&](const CompareAndSwap& i) {
                     const bool is_with_nothing =
                         program_.threads[t].expressions.known(i.expected) == Value{0};
                     if (!is_with_nothing) return examine_all(t, body);
                     exchange(t, i.address, i.desired, i.target);
                   },
                   [](const OperationMark&) {},
                   [](const CallMarker&) {},
                   [&](const auto&) { examine_all(t, body); },
               },
               body);
  }

  void examine_all(std::size_t t, const InstructionBody& body) {
    for (const ExprId operand : operands_of(body)) examine(t, operand);
    const ExprId address = accessed_by(body);
    if (address.is_none()) return;
    if (const auto cell = cell_of(t, address)) examined_.insert(*cell);
    const RegisterId target = written_by(body);
    if (!target.is_none()) examined_.insert(register_of(t, target));
  }
  void exchange(std::size_t t, ExprId address, ExprId value, RegisterId target) {
    const auto cell = cell_of(t, address);
    if (!cell) return;
    copy(t, value, *cell);
    copies_.emplace(*cell, register_of(t, target));
  }

  [[nodiscard]] static Holder register_of(std::size_t t, RegisterId reg) {
    return {t, static_cast<std::uint32_t>(reg.value), true};
  }

  void copy(std::size_t t, ExprId id, const Holder& to) {
    const ExpressionNode& node = program_.threads[t].expressions[id];
    if (node.op != Operator::Register) return test(t, id);
    copies_.emplace(register_of(t, node.reg), to);
  }

  // A test for 0 does not tell inserted values apart.
  void test(std::size_t t, ExprId id) {
    const ExpressionPool& pool = program_.threads[t].expressions;
    const ExpressionNode& node = pool[id];
    const auto is_nothing = [&](ExprId part) { return pool.known(part) == Value{0}; };
    switch (node.op) {
      case Operator::Register: return;
      case Operator::Not: return test(t, node.a);
      case Operator::And:
      case Operator::Or: test(t, node.a); return test(t, node.b);
      case Operator::Equal:
      case Operator::NotEqual:
        if (is_nothing(node.a)) return test(t, node.b);
        if (is_nothing(node.b)) return test(t, node.a);
        return examine(t, id);
      default: return examine(t, id);
    }
  }

  void examine(std::size_t t, ExprId id) {
    std::vector<RegisterId> registers;
    program_.threads[t].expressions.collect_registers(id, registers);
    for (const RegisterId reg : registers) examined_.insert(register_of(t, reg));
  }

  // Returns the shared object of an address; what it is computed from is examined.
  std::optional<Holder> cell_of(std::size_t t, ExprId id) {
    examine(t, id);
    const ExpressionPool& pool = program_.threads[t].expressions;
    const ExpressionNode* node = &pool[id];
    while (node->op == Operator::Add || node->op == Operator::Guard) node = &pool[node->a];
    if (node->op == Operator::ElementAddress) return Holder{0, node->index, false};
    const auto object =
        node->op == Operator::Constant ? shared_object_at(node->value, program_) : std::nullopt;
    if (object) return Holder{0, static_cast<std::uint32_t>(*object), false};
    is_unclear_ = true;
    return std::nullopt;
  }

  const Program& program_;
  std::set<std::pair<Holder, Holder>> copies_;
  std::set<Holder> examined_;
  bool is_unclear_ = false;
};

// Calls `visit` with all lists of so many numbers from 0 to 2.
template <typename Visit>
void for_each_list(std::size_t count, const Visit& visit) {
  std::vector<Value> list(count, 0);
  while (true) {
    visit(list);
    std::size_t at = 0;
    while (at < count && list[at] == 2) list[at++] = 0;
    if (at == count) return;
    ++list[at];
  }
}

}  // namespace

std::vector<std::vector<bool>> examined_parameters(const Program& sequential) {
  const Copies copies(sequential);
  std::vector<std::vector<bool>> out;
  for (std::size_t t = 0; t < sequential.threads.size(); ++t) {
    out.emplace_back();
    for (std::uint32_t p = 0; p < sequential.threads[t].parameter_count; ++p) {
      out.back().push_back(copies.is_examined({t, p, true}));
    }
  }
  return out;
}

void choose_arguments(const Program& program, std::size_t object,
                      std::vector<OperationShape>& shapes) {
  const std::vector<std::vector<bool>> examined = examined_parameters(*program.sequential);
  const std::vector<Thread>& code = program.sequential->threads;
  histories::CodeObject specification(program, object);
  for (std::size_t o = 0; o < shapes.size(); ++o) {
    const auto found = std::ranges::find(code, shapes[o].function, &Thread::name);
    const std::vector<bool>& is_examined = examined[static_cast<std::size_t>(found - code.begin())];
    const auto keys = static_cast<std::size_t>(std::ranges::count(is_examined, true));
    if (keys == 0) continue;
    std::vector<std::set<Value>> possible(keys);
    for_each_list(keys, [&](const std::vector<Value>& list) {
      histories::Call call;
      call.operation = o;
      std::size_t next = 0;
      for (const bool is_key : is_examined) call.arguments.push_back(is_key ? list[next++] : 1);
      if (specification.fails(call)) return;
      for (std::size_t k = 0; k < keys; ++k) possible[k].insert(list[k]);
    });
    shapes[o].choices.assign(is_examined.size(), {});
    std::size_t next = 0;
    for (std::size_t p = 0; p < is_examined.size(); ++p) {
      if (!is_examined[p]) continue;
      for (const Value value : possible[next]) {
        if (shapes[o].choices[p].size() < 2) shapes[o].choices[p].push_back(value);
      }
      ++next;
      // It fails for all of them: clients show how.
      if (shapes[o].choices[p].empty()) shapes[o].choices[p].push_back(0);
    }
  }
}

}  // namespace drover::linearizability
