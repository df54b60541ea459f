#include "semantics/passes/await_pass.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "semantics/automaton/liveness.h"
#include "semantics/program/atomic_objects.h"
#include "semantics/program/code_edit.h"
#include "semantics/program/code_writer.h"
#include "semantics/program/operands.h"
#include "semantics/program/rmw_operator.h"
#include "support/overloaded.h"

namespace drover::passes {

namespace {

// Limits of the search for a decision, in instructions and in expression nodes.
constexpr std::size_t MaxSteps = 64;
constexpr std::size_t MaxNodes = 2000;
// Limit on the tracked values of one variable.
constexpr std::size_t MaxValues = 16;

// The values that the cells of each shared object may hold. They are known if they are few, all
// stores write constants, and all updates have constant operands.
class ObjectValues {
 public:
  ObjectValues(const Program& program, const AtomicObjects& shared) : shared_(shared) {
    for (const SharedObject& object : program.objects) {
      objects_.emplace_back();
      for (const Value value : object.initial) add(objects_.back(), value);
    }
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      thread_ = ThreadId(t);
      for (const Instruction& instruction : program.threads[t].code) {
        note(program.threads[t], instruction.body);
      }
    }
    for (Object& object : objects_) close(object);
  }

  // Null if they are unknown.
  [[nodiscard]] const std::set<Value>* of(std::size_t object) const {
    return objects_[object].is_known ? &objects_[object].values : nullptr;
  }

 private:
  struct Object {
    std::set<Value> values;
    std::vector<std::pair<RmwOperator, Value>> changes;
    bool is_known = true;
  };

  static void add(Object& object, Value value) {
    if (object.is_known) object.values.insert(value);
    if (object.values.size() > MaxValues) object.is_known = false;
  }

  void note(const Thread& thread, const InstructionBody& body) {
    std::visit(overloaded{
                   [&](const Store& i) { note_write(thread, i.address, i.value); },
                   [&](const CompareAndSwap& i) { note_write(thread, i.address, i.desired); },
                   [&](const AwaitExchange& i) { note_write(thread, i.address, i.desired); },
                   [&](const ReadModifyWrite& i) {
                     const bool has_text = i.desired || i.view != ValueView::Whole;
                     if (has_text) {
                       if (Object* object = object_at(thread, i.address)) object->is_known = false;
                     } else if (i.op == RmwOperator::Exchange) {
                       note_write(thread, i.address, i.operand);
                     } else if (Object* object = object_at(thread, i.address)) {
                       const ExpressionNode& operand = thread.expressions[i.operand];
                       object->is_known &= operand.op == Operator::Constant;
                       object->changes.emplace_back(i.op, operand.value);
                     }
                   },
                   [](const auto& /*writes nothing*/) {},
               },
               body);
  }
  void note_write(const Thread& thread, ExprId address, ExprId value) {
    Object* object = object_at(thread, address);
    if (object == nullptr) return;
    const ExpressionNode& node = thread.expressions[value];
    if (node.op != Operator::Constant) {
      object->is_known = false;
    } else {
      add(*object, node.value);
    }
  }
  // Returns the object at an address. Null if it is unknown; then all objects that it may be become
  // unknown.
  Object* object_at(const Thread& thread, ExprId address) {
    if (const auto object = shared_.object_of(thread.expressions[address])) {
      return &objects_[*object];
    }
    const std::vector<bool> may_be = shared_.objects_of(thread_, thread.expressions, address);
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (may_be[i]) objects_[i].is_known = false;
    }
    return nullptr;
  }

  static void close(Object& object) {
    for (bool grows = true; grows && object.is_known;) {
      const std::set<Value> before = object.values;
      for (const auto& [op, operand] : object.changes) {
        for (const Value value : before) add(object, apply(op, value, operand));
      }
      grows = object.values.size() > before.size();
    }
  }

  const AtomicObjects& shared_;
  std::vector<Object> objects_;
  ThreadId thread_;  // thread of the current instructions
};

std::vector<bool> find_targets(const Thread& thread) {
  std::vector<bool> is_target(thread.code.size(), false);
  for (const Instruction& instruction : thread.code) {
    for_each_target(instruction.body, [&](InstructionIndex target) { is_target[target] = true; });
  }
  return is_target;
}

// A condition on a value read: if it fails, the thread blocks before it does anything else. Also
// the assumes and the branch that check it and can only be reached after the read.
struct Decision {
  ExprId condition;
  std::vector<InstructionIndex> assumes;
  std::optional<std::uint32_t> spin_loop;  // that of the assumes, which are all of one kind
  std::optional<std::pair<InstructionIndex, Jump>> branch;  // and where it then leads
};

// Follows the local steps after an access. Expresses conditions over the registers before the
// access and `seen`, the value read. A short-lived worker: holds references.
class DecisionFinder {
 public:
  enum class Extent : std::uint8_t { First, All };

  // The expressions that a condition may be built from.
  struct Allowed {
    bool faults = false;
    bool branches = true;   // both sides of one
    bool fences = false;    // those of machines that end a control dependency come before it
    bool barriers = false;  // others of machines do
  };

  DecisionFinder(const std::vector<Instruction>& code, const std::vector<bool>& is_target,
                 const AtomicObjects& shared, ExpressionPool& pool, RegisterId result,
                 RegisterId seen, Allowed allowed)
      : code_(code),
        is_target_(is_target),
        shared_(shared),
        pool_(pool),
        seen_(seen),
        allowed_(allowed) {
    if (result != seen) state_.known[result] = pool.register_value(seen);
  }

  // Finds only the first decision, or all consecutive ones.
  std::optional<Decision> find(InstructionIndex access, Extent extent) {
    InstructionIndex at = access + 1;
    bool is_straight = true;
    std::optional<Decision> found;
    while (step_locally(at, is_straight)) {
      const auto* assume = std::get_if<Assume>(&code_[at].body);
      std::optional<Side> side = assume != nullptr ? side_of(*assume, at) : side_of_branch(at);
      const bool is_tree = !side && assume == nullptr;
      if (is_tree && !allowed_.branches) break;
      if (is_tree) {
        if (const auto condition = condition_from(at)) side = Side{*condition, at};
      }
      if (!side || !pool_.mentions(side->condition, seen_)) break;
      // A step or the condition may fault: then the thread continues, and the remaining
      // instructions report the fault.
      const bool may_fault = !state_.faults.empty() || pool_.may_fault(side->condition);
      if (may_fault && !allowed_.faults) break;
      side->condition = with_faults(side->condition);
      const auto spin_loop = assume != nullptr ? assume->spin_loop : std::nullopt;
      // The stop of a loop belongs to the read right before it. An earlier read may be before the
      // loop: waiting there would change the program.
      const std::size_t stops = found ? found->assumes.size() : 0;
      if (spin_loop && at != access + 1 + stops) break;
      if (!found) {
        found = Decision{side->condition, {}, spin_loop, std::nullopt};
      } else if (found->spin_loop.has_value() != spin_loop.has_value()) {
        break;
      } else {
        found->condition = pool_.binary(Operator::And, found->condition, side->condition);
      }
      const bool is_replaced = is_straight && !may_fault && !is_tree;
      if (assume != nullptr && is_replaced) found->assumes.push_back(at);
      if (assume == nullptr && is_replaced) found->branch.emplace(at, Jump{side->next});
      if (may_fault) break;
      if (assume == nullptr || extent == Extent::First) break;
      at = side->next;
      is_straight = is_straight && !is_target_[at];
    }
    return found;
  }

 private:
  struct State {
    std::map<RegisterId, ExprId> known;  // registers assigned since the access
    std::set<RegisterId> foreign;        // registers that depend on later reads
    std::vector<ExprId> faults;          // expressions computed since the access that may fault
    bool is_branched_on = false;         // later events depend on the value read
    ExprId refuted = ExprId::none();     // a condition known to be false, or none
  };

  // Advances to the next instruction that decides something or is not a local step. False if an
  // instruction is not understood.
  bool step_locally(InstructionIndex& at, bool& is_straight) {
    if (is_target_[at]) is_straight = false;
    while (++steps_ < MaxSteps) {
      const InstructionBody& body = code_[at].body;
      if (const auto* assign = std::get_if<Assign>(&body)) {
        const std::optional<ExprId> value = in_terms(assign->value);
        if (value) {
          if (pool_.may_fault(*value)) state_.faults.push_back(*value);
          know(assign->target, *value);
        } else if (nodes_ < MaxNodes && !pool_.may_fault(assign->value)) {
          state_.foreign.insert(assign->target);
        } else {
          return false;
        }
        ++at;
      } else if (const auto* loop = std::get_if<LoopStart>(&body)) {
        know(loop->counter, pool_.constant(0));
        ++at;
      } else if (const auto* load = std::get_if<Load>(&body); load != nullptr && is_idle(*load)) {
        state_.foreign.insert(load->target);
        ++at;
      } else if (is_passed_fence(body)) {
        ++at;
      } else if (const auto* jump = std::get_if<Jump>(&body)) {
        is_straight &= jump->target == at + 1;
        at = jump->target;
      } else if (const auto* branch = std::get_if<Branch>(&body);
                 branch != nullptr && branch->if_true == branch->if_false &&
                 !pool_.may_fault(branch->condition)) {
        const std::optional<ExprId> condition = in_terms(branch->condition);
        state_.is_branched_on |= condition && pool_.mentions(*condition, seen_);
        at = branch->if_true;
      } else if (branch != nullptr) {
        const std::optional<Value> value = known_value(branch->condition);
        if (!value) return true;
        is_straight = false;
        at = *value != 0 ? branch->if_true : branch->if_false;
      } else if (const auto* assume = std::get_if<Assume>(&body)) {
        const std::optional<Value> value = known_value(assume->condition);
        if (!value || *value == 0) return true;
        ++at;
      } else {
        return std::holds_alternative<BlockInstruction>(body);
      }
      if (is_target_[at]) is_straight = false;
    }
    return false;
  }

  void know(RegisterId reg, ExprId value) {
    state_.known[reg] = value;
    state_.foreign.erase(reg);
  }
  // True if a thread that stops may also stop before the load.
  [[nodiscard]] bool is_idle(const Load& load) const {
    return load.tags == TagSet{} && shared_.is_harmless(pool_, load.address, load.mode);
  }
  // Fences of machines may order what is behind a branch; they stay behind this one.
  [[nodiscard]] bool is_passed_fence(const InstructionBody& body) const {
    const auto* fence = std::get_if<FenceInstruction>(&body);
    if (fence == nullptr || fence->address) return false;
    if (fence->tags == TagSet{}) return true;
    return ends_control(*fence) ? allowed_.fences && state_.is_branched_on : allowed_.barriers;
  }

  // The condition under which the thread continues, and where.
  struct Side {
    ExprId condition;
    InstructionIndex next = 0;
  };
  std::optional<Side> side_of(const Assume& assume, InstructionIndex at) {
    const std::optional<ExprId> condition = in_terms(assume.condition);
    return condition ? std::optional(Side{*condition, at + 1}) : std::nullopt;
  }
  // For a branch with one blocking side.
  std::optional<Side> side_of_branch(InstructionIndex at) {
    const auto* branch = std::get_if<Branch>(&code_[at].body);
    if (branch == nullptr) return std::nullopt;
    const std::optional<ExprId> condition = in_terms(branch->condition);
    if (!condition || branch->if_true == branch->if_false) return std::nullopt;
    if (blocks(branch->if_false, *condition)) return Side{*condition, branch->if_true};
    if (blocks(branch->if_true, ExprId::none()))
      return Side{negation_of(*condition), branch->if_false};
    return std::nullopt;
  }
  ExprId negation_of(ExprId id) {
    ExpressionNode node = pool_[id];
    const std::optional<Operator> contrary = contrary_of(node.op);
    if (!contrary) return pool_.unary(Operator::Not, id);
    node.op = *contrary;
    return pool_.add(node);
  }

  // True if local steps lead from here to a block. A stopped loop does not count: it runs forever,
  // which is an error that an assumption would hide.
  // `refuted` is false there; none: nothing is known to be.
  bool blocks(InstructionIndex at, ExprId refuted) {
    const State before = state_;
    state_.refuted = refuted;
    bool is_straight = false;
    bool result = false;
    if (step_locally(at, is_straight) && state_.faults.size() == before.faults.size()) {
      const auto* assume = std::get_if<Assume>(&code_[at].body);
      result =
          std::holds_alternative<BlockInstruction>(code_[at].body) ||
          (assume != nullptr && !assume->spin_loop && known_value(assume->condition) == Value{0});
    }
    state_ = before;
    return result;
  }

  // Returns the condition under which the thread continues from here, over all branches. Nothing if
  // it always does, as far as is visible.
  std::optional<ExprId> condition_from(InstructionIndex at) {
    const State before = state_;
    state_.faults.clear();
    std::optional<ExprId> result;
    bool is_straight = false;
    if (step_locally(at, is_straight)) {
      const InstructionBody& body = code_[at].body;
      if (std::holds_alternative<BlockInstruction>(body)) {
        result = pool_.constant(0);
      } else if (const auto* assume = std::get_if<Assume>(&body)) {
        if (!assume->spin_loop) result = in_terms(assume->condition);
      } else if (const auto* branch = std::get_if<Branch>(&body)) {
        const std::optional<ExprId> condition = in_terms(branch->condition);
        const auto if_true = condition ? condition_from(branch->if_true) : std::nullopt;
        const auto if_false = condition ? condition_from(branch->if_false) : std::nullopt;
        if (if_true || if_false) {
          const ExprId one = if_true ? *if_true : pool_.constant(1);
          const ExprId other = if_false ? *if_false : pool_.constant(1);
          result = pool_.add({.op = Operator::Select, .a = *condition, .b = one, .c = other});
        }
      }
    }
    if (result) result = with_faults(*result);
    state_ = before;
    return result;
  }

  // Returns a condition that faults where a step before faults.
  ExprId with_faults(ExprId condition) {
    for (const ExprId fault : state_.faults) {
      condition =
          pool_.binary(Operator::Or, pool_.binary(Operator::NotEqual, fault, fault), condition);
    }
    return condition;
  }

  std::optional<Value> known_value(ExprId id) {
    const std::optional<ExprId> expression = in_terms(id);
    if (!expression) return std::nullopt;
    const bool is_refuted =
        !state_.refuted.is_none() && is_same_expression(pool_, *expression, pool_, state_.refuted);
    if (is_refuted) return 0;
    if (pool_.mentions_any(*expression, [](RegisterId /*any*/) { return true; })) {
      return std::nullopt;
    }
    const Evaluation evaluation = evaluate(pool_, *expression, {});
    return evaluation.faulted ? std::nullopt : std::optional(evaluation.value);
  }

  // Expresses `id` over the registers before the access, and `seen`. Nothing if the result is too
  // large, or depends on later reads.
  std::optional<ExprId> in_terms(ExprId id) {
    is_foreign_ = false;
    const ExprId result = substitute(id);
    return nodes_ < MaxNodes && !is_foreign_ ? std::optional(result) : std::nullopt;
  }
  ExprId substitute(ExprId id) {
    if (id.is_none() || ++nodes_ >= MaxNodes) return id;
    ExpressionNode node = pool_[id];
    if (node.op == Operator::Register) {
      is_foreign_ |= state_.foreign.contains(node.reg);
      const auto known = state_.known.find(node.reg);
      return known == state_.known.end() ? id : known->second;
    }
    const ExprId a = substitute(node.a);
    const ExprId b = substitute(node.b);
    const ExprId c = substitute(node.c);
    if (a == node.a && b == node.b && c == node.c) return id;
    node.a = a;
    node.b = b;
    node.c = c;
    return pool_.add(node);
  }

  const std::vector<Instruction>& code_;
  const std::vector<bool>& is_target_;
  const AtomicObjects& shared_;
  ExpressionPool& pool_;
  RegisterId seen_;
  Allowed allowed_;
  State state_;
  bool is_foreign_ = false;  // the last expression depends on later reads
  std::size_t steps_ = 0;
  std::size_t nodes_ = 0;
};

// Rewrites one thread. A short-lived worker: holds references.
class ThreadPass {
 public:
  ThreadPass(const Program& program, const AtomicObjects& shared, const ObjectValues& values,
             ThreadId id, Thread& thread, Liberties liberties)
      : program_(program),
        shared_(shared),
        values_(values),
        id_(id),
        thread_(thread),
        pool_(thread.expressions),
        is_target_(find_targets(thread)),
        liberties_(liberties) {}

  // Returns, by new instruction, the old one it comes from; nothing if there is no new await.
  std::optional<std::vector<InstructionIndex>> run() {
    CodeEdit edit(thread_.code);
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const std::optional<Rewrite> rewrite =
          std::visit([&](const auto& body) { return rewritten(body, at); }, thread_.code[at].body);
      if (!rewrite) continue;
      edit.replace(at, rewrite->bodies);
      if (keeps_dependencies()) {
        keep_condition(rewrite->condition, rewrite->decision, edit);
        continue;
      }
      for (const InstructionIndex assume : rewrite->decision.assumes) edit.erase(assume);
      if (const auto& branch = rewrite->decision.branch) {
        edit.replace(branch->first, {branch->second});
      }
    }
    if (edit.is_empty()) return std::nullopt;
    CodeEdit::Result result = edit.apply();
    thread_.code = std::move(result.code);
    return std::move(result.origins);
  }

 private:
  struct Rewrite {
    std::vector<InstructionBody> bodies;
    Decision decision;
    std::optional<ExprId> condition = {};  // of the decision, if that is not in the code
  };
  using Extent = DecisionFinder::Extent;

  // True if later events must depend on the same reads as before (Lemma 72, docs/proofs.md).
  [[nodiscard]] bool keeps_dependencies() const { return !liberties_.adds_dependencies; }
  // Leaves the decision, which always holds now, for what depends on it.
  static void keep_condition(std::optional<ExprId> condition, const Decision& decision,
                             CodeEdit& edit) {
    if (!condition) return;
    for (const InstructionIndex assume : decision.assumes) {
      edit.replace(assume, {Assume{*condition}});
    }
    if (const auto& branch = decision.branch) {
      const InstructionIndex next = branch->second.target;
      edit.replace(branch->first, {Branch{*condition, next, next}});
    }
  }

  template <typename Other>
  std::optional<Rewrite> rewritten(const Other& /*reads nothing*/, InstructionIndex /*at*/) {
    return std::nullopt;
  }

  // (An await has no virtual address of its own.)
  std::optional<Rewrite> rewritten(const Load& load, InstructionIndex at) {
    const bool is_alone = load.alias == 0 && load.part == AccessPart();
    if (!is_alone || !is_atomic_shared(load.address, load.mode)) return std::nullopt;
    const auto decision = decision_on(load.target, load.target, at, Extent::All, true);
    if (!decision) return std::nullopt;
    return Rewrite{{Await{load.target, load.address, decision->condition, load.mode,
                          !decision->spin_loop, decision->spin_loop, load.tags, load.site}},
                   *decision};
  }

  std::optional<Rewrite> rewritten(const CompareAndSwap& cas, InstructionIndex at) {
    if (!is_atomic_shared(cas.address, cas.mode)) return std::nullopt;
    const bool is_constant = pool_[cas.expected].op == Operator::Constant;
    if (cas.picks_result && !(keeps_dependencies() && is_constant)) return std::nullopt;
    const auto decision = decision_on(cas.target, cas.target, at, Extent::First, true);
    if (!decision || !is_success(cas, decision->condition)) return std::nullopt;
    const bool is_named =
        pool_.mentions(cas.expected, cas.target) || pool_.mentions(cas.desired, cas.target);
    const RegisterId seen = is_named ? new_register() : cas.target;
    const ExprId condition =
        pool_.binary(Operator::Equal, pool_.register_value(seen), cas.expected);
    Rewrite result{{awaiting(cas, seen, condition, cas.desired, *decision)}, *decision, condition};
    if (keeps_dependencies()) {
      const bool is_decided = !decision->assumes.empty() || decision->branch;
      const bool has_use = is_live_after(at, *decision, cas.target);
      return is_decided && !has_use ? std::optional(result) : std::nullopt;
    }
    if (!is_live_after(at, *decision, cas.target)) return result;
    if (cas.result == CasResult::Success) {
      result.bodies.emplace_back(Assign{cas.target, pool_.constant(1)});
    } else if (is_named) {
      result.bodies.emplace_back(Assign{cas.target, pool_.register_value(seen)});
    }
    return result;
  }

  std::optional<Rewrite> rewritten(const ReadModifyWrite& rmw, InstructionIndex at) {
    if (!is_atomic_shared(rmw.address, rmw.mode)) return std::nullopt;
    if (rmw.view != ValueView::Whole || rmw.desired) return std::nullopt;
    if (rmw.halves != Halves::Two || rmw.picked_by || rmw.alias != 0) return std::nullopt;
    const bool is_constant = pool_[rmw.operand].op == Operator::Constant;
    if (keeps_dependencies() && !is_constant && !rmw.read_tags.is_empty()) return std::nullopt;
    auto decision = decision_on(rmw.target, rmw.target, at, Extent::All);
    if (!decision || !is_silent(rmw, at, *decision)) return std::nullopt;
    // In the written value, the target would mean the value read, not its old value.
    const bool is_named = pool_.mentions(rmw.operand, rmw.target);
    const RegisterId seen = is_named ? new_register() : rmw.target;
    if (is_named) decision = decision_on(rmw.target, seen, at, Extent::All);
    const std::optional<Operator> combine = operator_of(rmw.op);
    const ExprId desired =
        combine ? pool_.binary(*combine, pool_.register_value(seen), rmw.operand) : rmw.operand;
    Rewrite result{{awaiting(rmw, seen, decision->condition, desired, *decision)}, *decision};
    if (is_named) result.bodies.emplace_back(Assign{rmw.target, pool_.register_value(seen)});
    return result;
  }

  template <typename Instruction>
  static AwaitExchange awaiting(const Instruction& i, RegisterId seen, ExprId condition,
                                ExprId desired, const Decision& decision) {
    Mode failure_mode = read_half(i.mode);
    if constexpr (requires { i.failure_mode; }) failure_mode = i.failure_mode;
    return {.target = seen,
            .address = i.address,
            .condition = condition,
            .desired = desired,
            .mode = i.mode,
            .failure_mode = failure_mode,
            .is_assumed = !decision.spin_loop,
            .spin_loop = decision.spin_loop,
            .read_tags = i.read_tags,
            .write_tags = i.write_tags,
            .site = i.site};
  }

  // True if the operation changes nothing whenever the thread stops.
  [[nodiscard]] bool is_silent(const ReadModifyWrite& rmw, InstructionIndex at,
                               const Decision& decision) const {
    if (!liberties_.removes_updates) {
      // The iteration is pure, and what this reads decides that.
      const auto* stop = std::get_if<Assume>(&thread_.code[at + 1].body);
      return liberties_.removes_spinning_updates && stop != nullptr && stop->spin_loop &&
             !stop->is_endless && decision.assumes.size() == 1;
    }
    if (decision.spin_loop) return true;  // the iteration is pure
    const auto object = shared_.object_of(pool_[rmw.address]);
    const std::set<Value>* values = object ? values_.of(*object) : nullptr;
    const ExpressionNode& operand = pool_[rmw.operand];
    if (values == nullptr || operand.op != Operator::Constant) return false;
    return std::ranges::all_of(*values, [&](Value value) {
      const std::optional<bool> holds = holds_for(decision.condition, rmw.target, value);
      return holds && (*holds || apply(rmw.op, value, operand.value) == value);
    });
  }

  std::optional<Decision> decision_on(RegisterId result, RegisterId seen, InstructionIndex at,
                                      Extent extent, bool allows_faults = false) {
    const DecisionFinder::Allowed allowed{
        .faults = allows_faults && !keeps_dependencies(),
        .branches = !keeps_dependencies(),
        .fences = keeps_dependencies(),
        .barriers = keeps_dependencies() && liberties_.removes_barriers};
    return DecisionFinder(thread_.code, is_target_, shared_, pool_, result, seen, allowed)
        .find(at, extent);
  }

  // True if the condition on the result of a compare-and-swap means success.
  [[nodiscard]] bool is_success(const CompareAndSwap& cas, ExprId condition) const {
    if (cas.result == CasResult::Success) {
      return holds_for(condition, cas.target, 0) == false &&
             holds_for(condition, cas.target, 1) == true;
    }
    if (pool_.mentions(cas.expected, cas.target)) return false;
    return is_equal_to(cas, condition, true) || decides_success(cas, condition);
  }
  // Likewise for a condition computed from whether the old value is the expected one.
  [[nodiscard]] bool decides_success(const CompareAndSwap& cas, ExprId condition) const {
    const std::optional<Value> if_failed = value_if(cas, condition, false);
    const std::optional<Value> if_successful = value_if(cas, condition, true);
    return if_failed == Value{0} && if_successful.has_value() && *if_successful != 0;
  }
  // Returns the value of an expression after success or failure; nothing if it depends on more than
  // that.
  [[nodiscard]] std::optional<Value> value_if(const CompareAndSwap& cas, ExprId id,
                                              bool succeeds) const {
    const ExpressionNode& node = pool_[id];
    if (node.op == Operator::Constant) return node.value;
    if (node.op == Operator::Equal && is_equal_to(cas, id, true)) return succeeds ? 1 : 0;
    if (node.op == Operator::NotEqual && is_equal_to(cas, id, false)) return succeeds ? 0 : 1;
    if (node.op == Operator::Register || node.op == Operator::ElementAddress || node.a.is_none()) {
      return std::nullopt;
    }
    const auto a = value_if(cas, node.a, succeeds);
    if (!a) return std::nullopt;
    if (node.op == Operator::Guard) return is_guarded(node, *a) ? a : std::nullopt;
    if (node.op == Operator::Select) return value_if(cas, *a != 0 ? node.b : node.c, succeeds);
    if (node.op == Operator::And || node.op == Operator::Or) {
      const bool is_or = node.op == Operator::Or;
      if (is_or == (*a != 0)) return is_or ? 1 : 0;
      const auto b = value_if(cas, node.b, succeeds);
      return b ? std::optional<Value>(*b != 0 ? 1 : 0) : std::nullopt;
    }
    if (node.b.is_none()) return apply_unary(node.op, *a);
    const auto b = value_if(cas, node.b, succeeds);
    if (!b) return std::nullopt;
    const Evaluation result = apply_binary(node.op, *a, *b);
    return result.faulted ? std::nullopt : std::optional(result.value);
  }
  // True if the condition, or its negation, says that the old value is the expected one.
  [[nodiscard]] bool is_equal_to(const CompareAndSwap& cas, ExprId condition, bool holds) const {
    const ExpressionNode& node = pool_[condition];
    const auto is_target = [&](ExprId id) {
      return pool_[id].op == Operator::Register && pool_[id].reg == cas.target;
    };
    const ExpressionNode& expected = pool_[cas.expected];
    const bool is_zero = expected.op == Operator::Constant && expected.value == 0;
    if (node.op == Operator::Register) return !holds && is_zero && node.reg == cas.target;
    if (node.op == Operator::Not) return is_equal_to(cas, node.a, !holds);
    if (node.op != (holds ? Operator::Equal : Operator::NotEqual)) return false;
    return (is_target(node.a) && is_expected(cas, node.b)) ||
           (is_target(node.b) && is_expected(cas, node.a));
  }
  [[nodiscard]] bool is_expected(const CompareAndSwap& cas, ExprId id) const {
    return is_same_expression(pool_, cas.expected, pool_, id);
  }

  // Returns whether a condition holds for a value of one register; nothing if it depends on others.
  [[nodiscard]] std::optional<bool> holds_for(ExprId condition, RegisterId reg, Value value) const {
    if (pool_.mentions_any(condition, [&](RegisterId other) { return other != reg; })) {
      return std::nullopt;
    }
    std::vector<Value> registers(thread_.registers.size(), 0);
    registers[reg.value] = value;
    return evaluate(pool_, condition, registers).value != 0;
  }

  RegisterId new_register() {
    thread_.registers.emplace_back();
    return RegisterId(thread_.registers.size() - 1);
  }
  // Ignores the use in the decision, if the decision is removed.
  bool is_live_after(InstructionIndex at, const Decision& decision, RegisterId reg) {
    if (!liveness_) liveness_.emplace(program_, id_);
    const bool is_dropped = (!decision.assumes.empty() && decision.assumes.front() == at + 1) ||
                            (decision.branch && decision.branch->first == at + 1);
    return liveness_->is_live_after(is_dropped ? at + 1 : at, reg.value);
  }

  [[nodiscard]] bool is_atomic_shared(ExprId address, Mode mode) const {
    return shared_.is_atomic(pool_, address, mode);
  }

  const Program& program_;
  const AtomicObjects& shared_;
  const ObjectValues& values_;
  ThreadId id_;
  Thread& thread_;  // in the result: equal to that of `program_` until it is edited
  ExpressionPool& pool_;
  std::vector<bool> is_target_;
  Liberties liberties_;
  std::optional<Liveness> liveness_;
};

}  // namespace

AwaitPass insert_awaits(const Program& program, Liberties liberties) {
  const AtomicObjects shared(program);
  const ObjectValues values(program, shared);
  AwaitPass result{program, {}, false};
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    ThreadPass pass(program, shared, values, ThreadId(t), result.program.threads[t], liberties);
    std::optional<std::vector<InstructionIndex>> origins = pass.run();
    result.has_changed |= origins.has_value();
    if (!origins) {
      origins.emplace(program.threads[t].code.size());
      std::iota(origins->begin(), origins->end(), InstructionIndex{0});
    }
    result.origins.push_back(std::move(*origins));
  }
  return result;
}

Program with_awaits(const Program& program) { return insert_awaits(program).program; }

bool has_awaits(const Program& program, Liberties liberties) {
  const bool has_own = std::ranges::any_of(program.threads, has_any<Await, AwaitExchange>);
  return has_own || insert_awaits(program, liberties).has_changed;
}

}  // namespace drover::passes
