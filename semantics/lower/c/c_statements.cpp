#include <algorithm>
#include <string_view>
#include <utility>

#include "semantics/lower/c/c_thread.h"
#include "semantics/program/value.h"
#include "support/format.h"

namespace drover::lowering {

using c::NodeKind;
using c::StatementKind;

namespace {

// A short-lived worker: holds a reference.
class PlainWait {
 public:
  explicit PlainWait(const c::Unit& unit) : unit_(unit) {}

  [[nodiscard]] bool is_it(std::span<const c::StatementId> block, std::size_t index) const {
    const c::Statement& loop = unit_[block[index]];
    if (loop.kind != StatementKind::While || index == 0 || !is_pure(loop.node, MaxDepth)) {
      return false;
    }
    const c::Node* wait = call_in(loop.first);
    const c::Node* lock = call_in(block[index - 1]);
    if (wait == nullptr || lock == nullptr) return false;
    const bool is_pair =
        (is_call(*wait, "pthread_cond_wait") && is_call(*lock, "pthread_mutex_lock")) ||
        (is_call(*wait, "cnd_wait") && is_call(*lock, "mtx_lock"));
    return is_pair && is_pure(wait->list[0], MaxDepth) && is_pure(wait->list[1], MaxDepth) &&
           is_same(wait->list[1], lock->list[0]);
  }

 private:
  static constexpr int MaxDepth = 8;  // of nested calls

  // Returns the call if it is all that a statement does.
  [[nodiscard]] const c::Node* call_in(c::StatementId id) const {
    if (id.is_none()) return nullptr;
    const c::Statement& statement = unit_[id];
    if (statement.kind == StatementKind::Block && statement.list.size() == 1) {
      return call_in(statement.list[0]);
    }
    if (statement.kind != StatementKind::Expression) return nullptr;
    const c::Node* node = &unit_[statement.node];
    while (node->kind == NodeKind::Convert) node = &unit_[node->a];
    return node->kind == NodeKind::Call && node->a.is_none() ? node : nullptr;
  }
  // True for a call of a function of Drover's headers.
  [[nodiscard]] bool is_call(const c::Node& call, std::string_view name) const {
    const c::Function& called = unit_.functions[call.index];
    return called.is_from_header && called.name == name;
  }

  [[nodiscard]] bool is_same(c::NodeId left, c::NodeId right) const {
    if (left == right) return true;
    if (left.is_none() || right.is_none()) return false;
    const c::Node& a = unit_[left];
    const c::Node& b = unit_[right];
    return a.kind == b.kind && a.type == b.type && a.value == b.value && a.index == b.index &&
           a.op == b.op && a.builtin.builtin == b.builtin.builtin && is_same(a.a, b.a) &&
           is_same(a.b, b.b) && is_same(a.c, b.c) &&
           std::ranges::equal(a.list, b.list,
                              [&](c::NodeId one, c::NodeId other) { return is_same(one, other); });
  }

  // True if the expression only reads.
  [[nodiscard]] bool is_pure(c::NodeId id, int depth) const {
    if (id.is_none()) return true;
    const c::Node& node = unit_[id];
    switch (node.kind) {
      case NodeKind::Assign:
      case NodeKind::CompoundAssign:
      case NodeKind::Step:
      case NodeKind::StatementExpression:
      case NodeKind::Initialised: return false;
      case NodeKind::Builtin:
        if (node.builtin.builtin != c::Builtin::AtomicLoad) return false;
        break;
      case NodeKind::Call:
        if (!node.a.is_none() || depth == 0 || !is_pure_function(node.index, depth - 1)) {
          return false;
        }
        break;
      default: break;
    }
    return is_pure(node.a, depth) && is_pure(node.b, depth) && is_pure(node.c, depth) &&
           std::ranges::all_of(node.list, [&](c::NodeId part) { return is_pure(part, depth); });
  }
  [[nodiscard]] bool is_pure_function(std::uint32_t index, int depth) const {
    const c::Function& function = unit_.functions[index];
    return !function.body.is_none() && !function.name.starts_with("__VERIFIER_atomic_") &&
           std::ranges::none_of(function.variables, &c::Variable::is_in_memory) &&
           is_pure(function.body, depth);
  }
  [[nodiscard]] bool is_pure(c::StatementId id, int depth) const {
    if (id.is_none()) return true;
    const c::Statement& statement = unit_[id];
    switch (statement.kind) {
      case StatementKind::Empty:
      case StatementKind::Declaration: return true;
      case StatementKind::Expression:
      case StatementKind::Return: return is_pure(statement.node, depth);
      case StatementKind::Initialise:
        return std::ranges::all_of(statement.items, [&](const c::InitialItem& item) {
          return is_pure(item.value, depth);
        });
      case StatementKind::Block:
        return std::ranges::all_of(statement.list,
                                   [&](c::StatementId each) { return is_pure(each, depth); });
      case StatementKind::If:
        return is_pure(statement.node, depth) && is_pure(statement.first, depth) &&
               is_pure(statement.second, depth);
      default: return false;
    }
  }

  const c::Unit& unit_;
};

// True if block[index] is the loop of
//
//   pthread_mutex_lock(&m);
//   while (p) pthread_cond_wait(&c, &m);
//
// (or the same of <threads.h>), where evaluating `p` changes nothing. Then a spurious wakeup there
// has no new effect (Lemma 18, docs/proofs.md). Assumes that no thread tries to lock the mutex: the
// caller checks that.
bool is_plain_wait(const c::Unit& unit, std::span<const c::StatementId> block, std::size_t index) {
  return PlainWait(unit).is_it(block, index);
}

}  // namespace

void CThreadLowering::lower(c::StatementId id) {
  if (id.is_none() || context_.is_too_large) return;
  const c::Statement& statement = context_.unit[id];
  const Here here(folding_, shown(statement.place));
  const std::size_t mark = builder_.temporaries_mark();
  if (!is_in_header()) call_helper("__drover_between_statements", {});
  switch (statement.kind) {
    case StatementKind::Empty: break;
    case StatementKind::Declaration: declare(statement); break;
    case StatementKind::Expression: lower_unused(statement.node); break;
    case StatementKind::Initialise: initialise(statement); break;
    case StatementKind::Block: lower_block(statement); break;
    case StatementKind::If: lower_if(statement); break;
    case StatementKind::While:
    case StatementKind::DoWhile:
    case StatementKind::For: lower_loop(id, statement); break;
    case StatementKind::Switch: lower_switch(statement); break;
    case StatementKind::Case:
    case StatementKind::Default: {
      const auto target = frame().cases.find(id);
      if (target != frame().cases.end()) builder_.place(target->second);
      lower(statement.first);
      break;
    }
    case StatementKind::Label: lower_label(id, statement); break;
    case StatementKind::Goto:
      change_live(context_.lifetimes.at_label(frame().function, statement.text));
      jump(label(statement.text));
      break;
    case StatementKind::Break:
      if (frame().enclosing.empty()) {
        context_.sink.report(DiagnosticKind::CError, statement.place,
                             {"`break` outside a loop or `switch`"});
        break;
      }
      unwind(frame().enclosing.back().live);
      jump(frame().enclosing.back().exit);
      break;
    case StatementKind::Continue: {
      const auto& enclosing = frame().enclosing;
      const auto loop = std::find_if(enclosing.rbegin(), enclosing.rend(),
                                     [](const Enclosing& each) { return each.next.has_value(); });
      if (loop == enclosing.rend()) {
        context_.sink.report(DiagnosticKind::CError, statement.place,
                             {"`continue` outside a loop"});
        break;
      }
      unwind(loop->live);
      jump(*loop->next);
      break;
    }
    case StatementKind::Return: lower_return(statement); break;
  }
  builder_.release_temporaries(mark);
}

void CThreadLowering::lower_block(const c::Statement& statement) {
  const std::size_t outside = enter_scope(statement.scope);
  for (std::size_t i = 0; i < statement.list.size(); ++i) {
    const bool is_plain =
        !context_.tries_locks() && is_plain_wait(context_.unit, statement.list, i);
    const bool before = std::exchange(waits_plainly_, waits_plainly_ || is_plain);
    lower(statement.list[i]);
    waits_plainly_ = before;
  }
  leave_scope(outside);
}

void CThreadLowering::declare(const c::Statement& statement) {
  const Slot& slot = frame().slots[statement.variable];
  if (!function().variables[statement.variable].size.is_none()) {
    allocate_computed(statement.variable);
  }
  const bool is_empty =
      !slot.is_in_memory && context_.unwritten.is_early[frame().function][statement.variable];
  if (is_empty) emit(Assign{slot.reg, constant(UnwrittenValue)});
  note_cleanup(statement);
}

void CThreadLowering::note_cleanup(const c::Statement& statement) {
  if (function().variables[statement.variable].cleanup.is_none()) return;
  frame().live.push_back({.variable = statement.variable, .is_cleanup = true});
}

void CThreadLowering::initialise(const c::Statement& statement) {
  const Slot slot = frame().slots[statement.variable];
  const c::TypeId type = function().variables[statement.variable].type;
  for (const c::InitialItem& item : statement.items) {
    const std::size_t mark = builder_.temporaries_mark();
    const ExprId offset = constant(static_cast<Value>(item.offset));
    if (!slot.is_in_memory) {
      const ExprId value = item.value.is_none() ? constant(0) : lower_for(item.value, type);
      emit(Assign{slot.reg, value});
      builder_.release_temporaries(mark);
      continue;
    }
    const ExprId address = sum(value_of(slot.reg), offset);
    if (!item.value.is_none() && types().is_record(item.type)) {
      copy_record(address, item.value, item.type);
    } else {
      const ExprId value = item.value.is_none() ? constant(0) : lower_value(item.value);
      store_initial({.address = address, .type = item.type}, value);
    }
    builder_.release_temporaries(mark);
  }
  note_cleanup(statement);
}

void CThreadLowering::lower_if(const c::Statement& statement) {
  const Target then = builder_.make_target();
  const Target otherwise = builder_.make_target();
  const Target end = builder_.make_target();
  const bool has_otherwise = !statement.second.is_none();
  // Statically dead code is not lowered, unless a jump enters it.
  const NodeEffects effects = context_.effects(statement.node);
  const bool has_builtin = node(statement.node).kind == c::NodeKind::Builtin;
  if (!effects.touches && !effects.changes &&
      (has_builtin || node(statement.node).kind == c::NodeKind::Integer)) {
    if (const auto decided = known(lower_value(statement.node))) {
      if (*decided != 0 && !has_otherwise) return lower(statement.first);
      if (has_builtin) return lower(*decided != 0 ? statement.first : statement.second);
    }
  }
  lower_condition(statement.node, then, has_otherwise ? otherwise : end);
  builder_.place(then);
  lower(statement.first);
  if (has_otherwise) {
    jump(end);
    builder_.place(otherwise);
    lower(statement.second);
  }
  builder_.place(end);
}

void CThreadLowering::lower_loop(c::StatementId id, const c::Statement& statement) {
  const std::size_t outside = enter_scope(statement.scope);
  for (const c::StatementId each : statement.list) lower(each);
  const char* word = statement.kind == StatementKind::While     ? "while"
                     : statement.kind == StatementKind::DoWhile ? "do"
                                                                : "for";
  const std::uint32_t loop = context_.loop_of(id, {.source = folding_.at, .text = word});
  const RegisterId counter = builder_.temporary();
  emit(LoopStart{loop, counter});
  const Target exit = builder_.make_target();
  const Target next = builder_.make_target();
  const Target head = builder_.make_target();
  const Target body = builder_.make_target();
  frame().enclosing.push_back({.exit = exit, .next = next, .live = frame().live.size()});
  const LoopIteration iteration{loop, counter};
  // A loop that is known to end, after more than the usual bound, is followed to its end.
  constexpr std::uint32_t UsualBound = 100;
  const bool is_counted = context_.repetitions_of(statement).value_or(0) <= UsualBound;
  const auto condition = [&](Target if_true) {
    const std::size_t mark = builder_.temporaries_mark();
    lower_condition(statement.node, if_true, exit);
    builder_.release_temporaries(mark);
  };
  const bool is_tested_last = statement.kind == StatementKind::DoWhile;
  const bool is_next_first = statement.kind == StatementKind::While;
  builder_.place(head);
  if (is_next_first) builder_.place(next);
  if (!is_tested_last && !statement.node.is_none()) condition(body);
  builder_.place(body);
  if (is_counted) emit(iteration);
  lower(statement.first);
  if (!is_next_first) builder_.place(next);
  if (is_tested_last) {
    condition(head);
  } else {
    const std::size_t mark = builder_.temporaries_mark();
    if (!statement.step.is_none()) lower_unused(statement.step);
    builder_.release_temporaries(mark);
    jump(head);
  }
  builder_.place(exit);
  frame().enclosing.pop_back();
  leave_scope(outside);
}

// Collects the cases of this switch, not of inner ones.
void CThreadLowering::collect_cases(c::StatementId id, std::vector<c::StatementId>& out) const {
  if (id.is_none()) return;
  const c::Statement& statement = context_.unit[id];
  if (statement.kind == StatementKind::Case || statement.kind == StatementKind::Default) {
    out.push_back(id);
  }
  if (statement.kind == StatementKind::Switch) return;
  for (const c::StatementId each : statement.list) collect_cases(each, out);
  collect_cases(statement.first, out);
  collect_cases(statement.second, out);
}

void CThreadLowering::lower_switch(const c::Statement& statement) {
  const RegisterId chosen = builder_.temporary();
  emit(Assign{chosen, lower_value(statement.node)});
  const c::TypeId type = node(statement.node).type;
  std::vector<c::StatementId> cases;
  collect_cases(statement.first, cases);
  const Target exit = builder_.make_target();
  Target otherwise = exit;
  std::vector<std::pair<Target, c::StatementId>> into_scopes;
  for (const c::StatementId id : cases) {
    Target target = builder_.make_target();
    frame().cases.insert_or_assign(id, target);
    if (context_.lifetimes.at_case(id) != frame().live) {
      target = builder_.make_target();
      into_scopes.emplace_back(target, id);
    }
    const c::Statement& one = context_.unit[id];
    if (one.kind == StatementKind::Default) {
      otherwise = target;
      continue;
    }
    const Target next = builder_.make_target();
    const ExprId first = wrap(constant(one.value), type);
    const ExprId value = value_of(chosen);
    ExprId is_it = is_equal(value, first);
    if (one.last != one.value) {
      const ExprId last = wrap(constant(one.last), type);
      is_it = both(folding_.binary(Operator::GreaterEqual, value, first),
                   folding_.binary(Operator::LessEqual, value, last));
    }
    branch(is_it, target, next);
    builder_.place(next);
  }
  jump(otherwise);
  for (const auto& [target, id] : into_scopes) {
    builder_.place(target);
    const Here here(folding_, shown(context_.unit[id].place));
    change_live(context_.lifetimes.at_case(id));
    jump(frame().cases.at(id));
  }
  frame().enclosing.push_back({.exit = exit, .next = std::nullopt, .live = frame().live.size()});
  lower(statement.first);
  frame().enclosing.pop_back();
  builder_.place(exit);
}

CThreadLowering::Target CThreadLowering::label(const std::string& name) {
  const auto known = frame().labels.find(name);
  if (known != frame().labels.end()) return known->second;
  return frame().labels.emplace(name, builder_.make_target()).first->second;
}

// A backward jump to a label makes a loop, which is bounded like others.
void CThreadLowering::lower_label(c::StatementId id, const c::Statement& statement) {
  const std::uint32_t loop = context_.loop_of(id, {.source = folding_.at, .text = "goto"});
  // Not a temporary: skipped code must not use it.
  const RegisterId counter = builder_.named_register("", false);
  emit(LoopStart{loop, counter});
  builder_.place(label(statement.text));
  emit(LoopIteration{loop, counter});
  lower(statement.first);
}

void CThreadLowering::lower_return(const c::Statement& statement) {
  if (!statement.node.is_none()) {
    const c::TypeId type = node(statement.node).type;
    if (types().is_record(type)) {
      if (frame().result_place) {
        copy_record(*frame().result_place, statement.node, type);
      } else {
        lower_unused(statement.node);
      }
    } else if (frame().result.is_none() || types().is_void(type)) {
      lower_unused(statement.node);
    } else {
      emit(Assign{frame().result, lower_for(statement.node, type)});
    }
  }
  unwind(0);
  jump(frame().end);
}

}  // namespace drover::lowering
