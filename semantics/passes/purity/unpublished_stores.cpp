#include "semantics/passes/purity/unpublished_stores.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "semantics/program/operands.h"
#include "support/reach.h"

namespace drover::passes {

namespace {

// Looks at one loop. A short-lived worker: holds references.
class Search {
 public:
  Search(const Thread& thread, const ControlFlow& flow, const NaturalLoop& loop,
         FunctionRef<bool(InstructionIndex)> may_come_back)
      : thread_(thread), flow_(flow), loop_(loop), may_come_back_(may_come_back) {}

  std::vector<bool> run() {
    std::vector<bool> found;
    // Conditions do not tell what happens behind the repetition of an inner loop.
    if (has_inner_loop()) return found;
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const auto* store = std::get_if<Store>(&thread_.code[at].body);
      const bool may_be_one =
          store != nullptr && loop_.contains[at] && !store->picked_by && is_on_all_ways_out(at);
      const auto block = may_be_one ? block_of(store->address, at) : std::nullopt;
      if (!block || !is_unpublished(*block)) continue;
      found.resize(thread_.code.size(), false);
      found[at] = true;
    }
    return found;
  }

 private:
  [[nodiscard]] bool has_inner_loop() const {
    return std::ranges::any_of(flow_.loops(), [&](const NaturalLoop& other) {
      return other.header != loop_.header && loop_.contains[other.header];
    });
  }

  [[nodiscard]] bool is_on_all_ways_out(InstructionIndex store) const {
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      if (!loop_.contains[at]) continue;
      for (const InstructionIndex to : flow_.successors(at)) {
        if (!loop_.contains[to] && !flow_.dominates(store, at)) return false;
      }
    }
    return true;
  }

  // Returns the instructions that come before the loop and behind `since`; nothing if the loop can
  // be reached without `since`, also from itself.
  [[nodiscard]] std::optional<std::vector<bool>> between(InstructionIndex since) const {
    std::vector<InstructionIndex> entries;
    for (const InstructionIndex from : flow_.predecessors(loop_.header)) {
      if (!loop_.contains[from]) entries.push_back(from);
    }
    bool may_miss = loop_.contains[since] || loop_.header == 0;
    std::vector<bool> reached =
        reached_from(entries, flow_.size(), [&](InstructionIndex at, const auto& visit) {
          if (at == since) return;
          may_miss |= at == 0 || loop_.contains[at];
          for (const InstructionIndex from : flow_.predecessors(at)) visit(from);
        });
    if (may_miss || !reached[since]) return std::nullopt;
    return reached;
  }

  // The only instruction whose value the register can have at `use`; nothing if there are more.
  [[nodiscard]] std::optional<InstructionIndex> definition_of(RegisterId reg,
                                                              InstructionIndex use) const {
    std::optional<InstructionIndex> found;
    bool is_only = true;
    const auto for_each_before = [&](InstructionIndex at, const auto& visit) {
      is_only &= at != 0;  // registers begin with 0
      for (const InstructionIndex from : flow_.predecessors(at)) {
        if (written_by(thread_.code[from].body) != reg) {
          visit(from);
        } else {
          is_only &= !found || found == from;
          found = from;
        }
      }
    };
    (void)reached_from(std::vector{use}, flow_.size(), for_each_before);
    return is_only ? found : std::nullopt;
  }

  // Returns the allocation of the block that an address is in at `use`, with the same address in
  // all iterations of the loop.
  [[nodiscard]] std::optional<InstructionIndex> block_of(ExprId address,
                                                         InstructionIndex use) const {
    const ExpressionNode& node = thread_.expressions[address];
    switch (node.op) {
      case Operator::Guard: return block_of(node.a, use);
      case Operator::Add:
      case Operator::AddChecked: {
        if (thread_.expressions.known(node.b)) return block_of(node.a, use);
        return thread_.expressions.known(node.a) ? block_of(node.b, use) : std::nullopt;
      }
      case Operator::Register: break;
      default: return std::nullopt;
    }
    const std::optional<InstructionIndex> definition = definition_of(node.reg, use);
    if (!definition || !between(*definition)) return std::nullopt;
    const InstructionBody& body = thread_.code[*definition].body;
    if (std::holds_alternative<Allocate>(body)) return definition;
    const auto* copy = std::get_if<Assign>(&body);
    if (copy == nullptr || copy->picked_by) return std::nullopt;
    const std::optional<InstructionIndex> block = block_of(copy->value, *definition);
    // The copy is of the same block: whenever the loop is entered, it comes after what it copies.
    if (!block || *block == *definition || !(*between(*block))[*definition] ||
        !copies_are_in_order(copy->value, *definition)) {
      return std::nullopt;
    }
    return block;
  }
  // True if each way from the definition of what is copied to the loop leads over the copy.
  [[nodiscard]] bool copies_are_in_order(ExprId value, InstructionIndex copy) const {
    std::vector<RegisterId> sources;
    thread_.expressions.collect_registers(value, sources);
    const std::vector<bool> behind = *between(copy);
    return std::ranges::none_of(sources, [&](RegisterId source) {
      const std::optional<InstructionIndex> definition = definition_of(source, copy);
      return !definition || behind[*definition];
    });
  }

  using Registers = std::vector<bool>;

  // By instruction, up to the loop and in it: the registers that may depend on the address of the
  // block when it begins.
  [[nodiscard]] std::vector<Registers> copies_of(InstructionIndex allocation,
                                                 const std::vector<bool>& before) const {
    std::vector<Registers> copies(thread_.code.size(),
                                  Registers(thread_.registers.size() + 2, false));
    std::vector<InstructionIndex> open;
    const auto pass_on = [&](InstructionIndex at, const Registers& after) {
      for (const InstructionIndex to : flow_.successors(at)) {
        if (to == allocation || !(before[to] || loop_.contains[to])) continue;
        const Registers known = copies[to];
        for (std::size_t reg = 0; reg < after.size(); ++reg) {
          if (after[reg]) copies[to][reg] = true;
        }
        if (copies[to] != known) open.push_back(to);
      }
    };
    Registers first(thread_.registers.size() + 2, false);
    first[written_by(thread_.code[allocation].body).value] = true;
    pass_on(allocation, first);
    while (!open.empty()) {
      const InstructionIndex at = open.back();
      open.pop_back();
      Registers after = copies[at];
      const InstructionBody& body = thread_.code[at].body;
      const RegisterId target = written_by(body);
      const auto* copy = std::get_if<Assign>(&body);
      if (!target.is_none()) {
        after[target.value] = copy != nullptr && mentions(copy->value, copies[at]);
      }
      pass_on(at, after);
    }
    return copies;
  }
  [[nodiscard]] bool mentions(ExprId expression, const Registers& registers) const {
    return thread_.expressions.mentions_any(expression,
                                            [&](RegisterId reg) { return registers[reg.value]; });
  }

  // True if no other thread can learn the address before the loop is left, and the loop does not
  // read from the block.
  [[nodiscard]] bool is_unpublished(InstructionIndex allocation) const {
    const std::vector<bool> before = *between(allocation);
    const std::vector<Registers> copies = copies_of(allocation, before);
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const bool matters = at != allocation && (before[at] || loop_.contains[at]);
      if (matters && !keeps_it(at, copies[at])) return false;
    }
    return true;
  }
  [[nodiscard]] bool keeps_it(InstructionIndex at, const Registers& registers) const {
    const InstructionBody& body = thread_.code[at].body;
    const auto is_about_it = [&](ExprId part) { return mentions(part, registers); };
    const std::vector<ExprId> operands = operands_of(body);
    if (std::ranges::none_of(operands, is_about_it)) return true;
    if (is_one_of<Assign, Branch, Assume, Assert>(body)) return true;
    if (const auto* store = std::get_if<Store>(&body)) {
      return !is_about_it(store->value) && !(store->picked_by && is_about_it(*store->picked_by));
    }
    if (std::holds_alternative<Load>(body)) return !loop_.contains[at];
    // It publishes the address if it succeeds.
    const auto* swap = std::get_if<CompareAndSwap>(&body);
    return swap != nullptr && loop_.contains[at] && !is_about_it(swap->address) &&
           !is_about_it(swap->expected) && !may_come_back_(at);
  }

  const Thread& thread_;
  const ControlFlow& flow_;
  const NaturalLoop& loop_;
  FunctionRef<bool(InstructionIndex)> may_come_back_;
};

}  // namespace

std::vector<bool> unpublished_stores(const Thread& thread, const ControlFlow& flow,
                                     const NaturalLoop& loop,
                                     FunctionRef<bool(InstructionIndex at)> may_come_back) {
  return Search(thread, flow, loop, may_come_back).run();
}

}  // namespace drover::passes
