#include "semantics/program/instruction_effects.h"

#include <algorithm>

#include "support/overloaded.h"

namespace drover {

namespace {

// Collects what one instruction reads and writes.
class EffectsOf {
 public:
  EffectsOf(const ExpressionPool& pool, RegisterId allocation_register)
      : pool_(pool), allocation_register_(allocation_register) {}

  void operator()(const Assign& i) {
    read(i.value);
    read_if(i.picked_by);
    effects_.writes = i.target;
  }
  void operator()(const Load& i) {
    read(i.address);
    effects_.writes = i.target;
  }
  void operator()(const Store& i) {
    read(i.address, i.value);
    read_if(i.picked_by);
  }
  void operator()(const ReadModifyWrite& i) {
    read_if(i.desired);
    std::erase(effects_.reads, i.target);
    read(i.address, i.operand);
    read_if(i.picked_by);
    effects_.writes = i.target;
  }
  void operator()(const CompareAndSwap& i) {
    read(i.address, i.expected, i.desired);
    effects_.writes = i.target;
  }
  void operator()(const Await& i) {
    // The condition sees the value read, not what `target` held before.
    read(i.condition);
    std::erase(effects_.reads, i.target);
    read(i.address);
    effects_.writes = i.target;
  }
  void operator()(const AwaitExchange& i) {
    read(i.condition, i.desired);
    std::erase(effects_.reads, i.target);
    read(i.address);
    effects_.writes = i.target;
  }
  void operator()(const Branch& i) { read(i.condition); }
  void operator()(const Assume& i) { read(i.condition); }
  void operator()(const Assert& i) { read(i.condition); }
  void operator()(const Allocate& i) {
    read(i.size);
    effects_.reads.push_back(allocation_register_);
    effects_.writes = i.target;
  }
  void operator()(const Deallocate& i) { read(i.address); }
  void operator()(const CallMarker& i) {
    for (const ExprId argument : i.arguments) read(argument);
  }
  void operator()(const LoopStart& i) { effects_.writes = i.counter; }
  void operator()(const LoopIteration& i) { effects_.reads.push_back(i.counter); }
  void operator()(const FenceInstruction& i) { read_if(i.address); }
  void operator()(const Choose& i) { effects_.writes = i.target; }
  void operator()(const Spawn& i) {
    for (const ExprId argument : i.arguments) read(argument);
    effects_.reads.push_back(spawn_register(allocation_register_));
    effects_.writes = i.target;
  }
  void operator()(const Join& i) {
    read(i.thread);
    effects_.writes = i.target;
  }
  void operator()(const Self& i) { effects_.writes = i.target; }
  void operator()(const ControlEnd& /*none*/) {}
  void operator()(const Jump& /*none*/) {}
  void operator()(const Fail& /*none*/) {}
  void operator()(const BlockInstruction& /*none*/) {}
  void operator()(const Finish& /*none*/) {}

  Effects take() { return std::move(effects_); }

 private:
  template <typename... Expressions>
  void read(Expressions... expressions) {
    (pool_.collect_registers(expressions, effects_.reads), ...);
  }
  void read_if(const std::optional<ExprId>& expression) {
    if (expression) read(*expression);
  }

  const ExpressionPool& pool_;
  RegisterId allocation_register_;
  Effects effects_;
};

}  // namespace

Effects effects_of(const Instruction& instruction, const ExpressionPool& pool,
                   RegisterId allocation_register) {
  EffectsOf effects(pool, allocation_register);
  std::visit(effects, instruction.body);
  return effects.take();
}

bool may_drop(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.code, [](const Instruction& instruction) {
      const auto* block = std::get_if<BlockInstruction>(&instruction.body);
      return block != nullptr && block->is_dropped;
    });
  });
}

bool may_be_event(const InstructionBody& body) {
  return std::visit(overloaded{
                        [](const Load&) { return true; },
                        [](const Store&) { return true; },
                        [](const ReadModifyWrite&) { return true; },
                        [](const CompareAndSwap&) { return true; },
                        [](const Await&) { return true; },
                        [](const AwaitExchange&) { return true; },
                        [](const FenceInstruction&) { return true; },
                        [](const Allocate&) { return true; },
                        [](const Deallocate&) { return true; },
                        [](const CallMarker&) { return true; },
                        [](const Choose&) { return true; },
                        [](const Spawn&) { return true; },
                        [](const Join&) { return true; },
                        [](const auto&) { return false; },
                    },
                    body);
}

std::vector<InstructionIndex> successors_of(const Instruction& instruction, InstructionIndex at) {
  return std::visit(overloaded{
                        [](const Jump& i) { return std::vector<InstructionIndex>{i.target}; },
                        [](const Branch& i) {
                          return std::vector<InstructionIndex>{i.if_true, i.if_false};
                        },
                        [&](const CallMarker& i) {
                          return std::vector<InstructionIndex>{at + 1, i.end};
                        },
                        [](const Fail&) { return std::vector<InstructionIndex>{}; },
                        [](const BlockInstruction&) { return std::vector<InstructionIndex>{}; },
                        [](const Finish&) { return std::vector<InstructionIndex>{}; },
                        [&](const auto&) { return std::vector<InstructionIndex>{at + 1}; },
                    },
                    instruction.body);
}

}  // namespace drover
