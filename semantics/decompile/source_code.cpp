// Turns instructions back into statements. Replaces temporaries by their values if this keeps the
// order of evaluation: lowering evaluates memory accesses from left to right, each into a
// temporary. flow_graph.h structures the graph of the pieces.
#include "semantics/decompile/source_code.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "semantics/automaton/liveness.h"
#include "semantics/decompile/flow_graph.h"
#include "semantics/decompile/source_expression.h"
#include "semantics/decompile/thread_flow.h"
#include "semantics/program/address.h"
#include "semantics/program/control_barriers.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/location_table.h"
#include "semantics/program/operands.h"
#include "semantics/program/program_printer.h"
#include "semantics/program/scope_tag.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/text.h"

namespace drover::decompile {

namespace {

// Names registers on first use, so that equal code gets equal names.
class SourceNames {
 public:
  explicit SourceNames(std::set<std::string> taken) : taken_(std::move(taken)) {}

  void reserve(RegisterId reg, const std::string& name) {
    names_[reg.value] = name;
    taken_.insert(name);
  }
  // As reserve, unless the name is taken: a variable of C may hide another one.
  void reserve_if_free(RegisterId reg, const std::string& name) {
    if (!taken_.contains(name)) reserve(reg, name);
  }
  const std::string& of(RegisterId reg, const RegisterInfo& info) {
    const auto known = names_.find(reg.value);
    if (known != names_.end()) return known->second;
    // `f.r` is the register r of an inlined call of f.
    const bool is_temporary = info.name.empty();
    std::string wanted = is_temporary ? "t" : info.name.substr(info.name.rfind('.') + 1);
    // C has names such as `(literal)`.
    std::erase_if(wanted, [](char c) { return c == '(' || c == ')' || c == '$'; });
    std::size_t number = is_temporary ? 0 : 1;
    std::string name = is_temporary ? wanted + "0" : wanted;
    while (!taken_.insert(name).second) name = wanted + std::to_string(++number);
    return names_.emplace(reg.value, std::move(name)).first->second;
  }

 private:
  std::set<std::string> taken_;
  std::map<std::uint32_t, std::string> names_;
};

class CodePrinter {
 public:
  CodePrinter(SourceDeclarations& declarations, const Thread& thread, const Liveness& liveness)
      : declarations_(declarations),
        program_(declarations.program),
        thread_(thread),
        pool_(thread_.expressions),
        liveness_(liveness),
        names_(declarations.taken) {}

  SourceNames& names() { return names_; }
  std::string name(RegisterId reg) {
    mentioned_.insert(reg.value);
    return names_.of(reg, thread_.registers[reg.value]);
  }

  // Returns the structured statements of a part of the code.
  std::optional<SourceBlock> print(CodeRange range) {
    std::optional<SourceBlock> block = structured(ThreadFlow(thread_, range, *this).run());
    if (has_failed_) return std::nullopt;
    return block;
  }

  // Returns the registers that are mentioned but never assigned: the text must assign them.
  [[nodiscard]] std::vector<std::string> unassigned(const std::set<std::uint32_t>& observed) {
    std::vector<std::string> out;
    std::set<std::uint32_t> all = mentioned_;
    all.insert(observed.begin(), observed.end());
    for (const std::uint32_t reg : all) {
      if (!assigned_.contains(reg)) out.push_back(name(RegisterId(reg)));
    }
    return out;
  }
  void note_assigned(RegisterId reg) { assigned_.insert(reg.value); }

 private:
  // A temporary whose value may still be substituted at its use.
  struct Pending {
    RegisterId reg;
    SourceExpression value;
  };

  // ---- The graph

  friend class ThreadFlow<CodePrinter>;

  void begin() {
    pending_.clear();
    lines_.clear();
  }
  void print_instruction(InstructionIndex at) {
    std::visit([&](const auto& i) { print_one(i, at); }, thread_.code[at].body);
  }
  void print_call(const CallMarker& call, InstructionIndex at) {
    flush();
    lines_.push_back(marked_call(call, at));
  }
  SourceExpression condition(const Branch& branch, InstructionIndex at) {
    fold_into(at, {branch.condition});
    SourceExpression out = text(branch.condition);
    emit_before();
    pending_.clear();
    return out;
  }
  void leave() { flush(); }
  std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }

  // ---- Temporaries

  // One effect of evaluating an expression, in order.
  struct Evaluated {
    std::optional<RegisterId> reg;  // the register it reads; or
    bool may_fault = false;
    bool is_certain = true;  // happens for all values
  };
  void evaluate_in_order(ExprId id, bool is_certain, std::vector<Evaluated>& out) const {
    if (id.is_none()) return;
    const ExpressionNode& node = pool_[id];
    if (node.op == Operator::Register) {
      out.push_back({node.reg, false, is_certain});
      return;
    }
    const bool is_lazy =
        node.op == Operator::And || node.op == Operator::Or || node.op == Operator::Select;
    evaluate_in_order(node.a, is_certain, out);
    evaluate_in_order(node.b, is_certain && !is_lazy, out);
    evaluate_in_order(node.c, is_certain && !is_lazy, out);
    if (may_fault(node.op)) out.push_back({std::nullopt, true, is_certain});
  }

  // Splits the pending temporaries: the last ones are substituted in these operands, which the
  // instruction at `at` evaluates in this order, and stay pending; the others are emitted before.
  void fold_into(InstructionIndex at, const std::vector<ExprId>& operands) {
    std::vector<Evaluated> steps;
    for (const ExprId operand : operands) evaluate_in_order(operand, true, steps);
    const auto step_of = [&](RegisterId reg) {
      return std::ranges::find_if(steps, [&](const Evaluated& step) { return step.reg == reg; });
    };
    std::size_t kept = pending_.size();
    auto limit = steps.end();  // earlier steps are still unmatched
    for (; kept > 0; --kept) {
      const RegisterId reg = pending_[kept - 1].reg;
      const auto uses =
          std::ranges::count_if(steps, [&](const Evaluated& step) { return step.reg == reg; });
      const auto use = step_of(reg);
      const bool is_free =
          uses == 1 && !is_live_after(at, reg) && use < limit && use->is_certain &&
          std::none_of(steps.begin(), use, [](const Evaluated& step) { return step.may_fault; });
      if (!is_free) break;
      limit = use;
    }
    const auto middle = pending_.begin() + static_cast<std::ptrdiff_t>(kept);
    before_.assign(pending_.begin(), middle);
    pending_.erase(pending_.begin(), middle);
    const bool is_named = std::ranges::any_of(
        before_, [&](const Pending& each) { return step_of(each.reg) != steps.end(); });
    if (is_named) emit_before();
  }
  [[nodiscard]] bool is_live_after(InstructionIndex at, RegisterId reg) const {
    // The old value of the instruction's target is dead.
    return liveness_.is_live_after(at, reg.value) && target_of(thread_.code[at].body) != reg;
  }
  void emit_before() {
    for (const Pending& each : before_) assign(each.reg, each.value.text);
    before_.clear();
  }
  void flush() {
    before_ = std::exchange(pending_, {});
    emit_before();
  }
  // Emits a statement that uses the pending values.
  void line(std::string text) {
    emit_before();
    pending_.clear();
    lines_.push_back(std::move(text));
  }
  void assign(RegisterId target, const std::string& value) {
    lines_.push_back(format("{} := {};", name(target), value));
    assigned_.insert(target.value);
  }

  // Handles the result of an instruction: pending if the target is a temporary. `alone` is the
  // statement if the result is unused.
  void set(RegisterId target, SourceExpression value, InstructionIndex at,
           const std::string& alone = "") {
    const bool is_temporary = thread_.registers[target.value].name.empty();
    const bool is_used = liveness_.is_live_after(at, target.value);
    if (is_temporary && is_used) {
      pending_ = std::exchange(before_, {});
      pending_.push_back({target, std::move(value)});
    } else if (is_temporary && !alone.empty()) {
      line(alone + ";");
    } else {
      emit_before();
      pending_.clear();
      assign(target, value.text);
    }
  }

  // ---- Expressions

  SourceExpression text(ExprId id) {
    return expression_text(
        pool_, id,
        [&](const ExpressionNode& node) -> SourceExpression {
          if (node.op == Operator::Register) return register_text(node.reg);
          if (node.op == Operator::ElementAddress) {
            return {"&" + element(node), PrefixLevel};
          }
          if (is_cell(node.value)) return address_text(node.value);
          return integer(node.value);
        },
        Checks::Written);
  }
  std::string list_text(const std::vector<ExprId>& list) {
    return joined(list, ", ", [&](ExprId each) { return text(each).text; });
  }
  SourceExpression register_text(RegisterId reg) {
    if (awaited_ && awaited_->first == reg) return awaited_->second;
    const auto found = std::ranges::find(pending_, reg, &Pending::reg);
    if (found != pending_.end()) return found->value;
    return {name(reg), PostfixLevel};
  }
  [[nodiscard]] bool is_cell(Value value) const {
    return shared_object_at(value, program_).has_value();
  }
  // Returns the text of an address in an object, or just after it.
  [[nodiscard]] SourceExpression address_text(Value value) const {
    const SharedObject& object = program_.objects[address::object(value)];
    const std::uint32_t index = address::cell(value);
    if (index < object.initial.size()) return {"&" + cell(value), PrefixLevel};
    return {format("(&{} + {})", cell(address::base(value)), index), PostfixLevel};
  }
  [[nodiscard]] std::string cell(Value value) const {
    const SharedObject& object = program_.objects[address::object(value)];
    return object.is_array ? format("{}[{}]", object.name, address::cell(value)) : object.name;
  }
  std::string element(const ExpressionNode& node) {
    return format("{}[{}]", program_.objects[node.index].name, text(node.a).text);
  }

  // ---- Modes

  // `.cta`, if the access has a scope.
  [[nodiscard]] std::string scope_text(Mode mode, const TagSet& tags) const {
    if (program_.topology == nullptr || mode <= Mode::Na) return "";
    for (const std::string& level : program_.topology->levels) {
      if (scopes_among(tags) == scope_tag(level)) return "." + level;
    }
    return "";
  }
  [[nodiscard]] std::string at_mode(Mode mode, const TagSet& tags) const {
    return decompile::at_mode(mode) + scope_text(mode, tags);
  }
  [[nodiscard]] std::string at_modes(Mode mode, Mode failure_mode, const TagSet& tags) const {
    const std::string both = decompile::at_modes(mode, failure_mode);
    const std::size_t end = std::min(both.find(','), both.size());
    return both.substr(0, end) + scope_text(mode, tags) + both.substr(end);
  }
  // ---- Places

  // An accessed place. A mode that follows from the cell's declaration is omitted.
  struct Place {
    SourceExpression at;
    std::string mode;
    [[nodiscard]] std::string with_mode() const { return at.text + mode; }
  };
  Place place(ExprId address, Mode mode, TagSet scope = {}) {
    const ExpressionNode& node = pool_[address];
    if (node.op == Operator::ElementAddress) {
      return {{element(node), PostfixLevel}, mode_of(node.index, mode, scope)};
    }
    if (node.op == Operator::Guard)
      return place(node.a, mode, scope);  // only tells the access size
    const bool is_inside =
        node.op == Operator::Constant && is_cell(node.value) &&
        address::cell(node.value) < program_.objects[address::object(node.value)].initial.size();
    if (is_inside) {
      return {{cell(node.value), PostfixLevel}, mode_of(address::object(node.value), mode, scope)};
    }
    if (auto field = field_place(address, mode, scope)) return *field;
    const SourceExpression pointer = text(address);
    if (is_atomic_address(pointer)) {
      return {{pointer.text.substr(1), PostfixLevel}, at_mode(mode, scope)};
    }
    // A mode after `*e` applies to the `*`.
    const bool is_plain =
        pointer.level == PostfixLevel && pointer.text.find('@') == std::string::npos;
    return {{"*" + (is_plain ? pointer.text : "(" + pointer.text + ")"), PrefixLevel},
            at_mode(mode, scope)};
  }
  // True for `&a[i]` in place of a temporary: `*&a[i]` is `a[i]`.
  [[nodiscard]] bool is_atomic_address(const SourceExpression& pointer) const {
    if (pointer.level != PrefixLevel || !pointer.text.starts_with('&')) return false;
    const std::string object = pointer.text.substr(1, pointer.text.find('[') - 1);
    const auto found = std::ranges::find(program_.objects, object, &SharedObject::name);
    return found != program_.objects.end() && !found->is_non_atomic;
  }
  [[nodiscard]] std::string mode_of(std::size_t object, Mode mode, TagSet scope) const {
    return program_.objects[object].is_non_atomic && mode == Mode::Na ? "" : at_mode(mode, scope);
  }
  // Returns `p->f` if the program has only one struct, and the mode is that of the field.
  std::optional<Place> field_place(ExprId address, Mode mode, TagSet scope) {
    if (program_.structs.size() != 1 || program_.structs.front().stride != 0) return std::nullopt;
    const ExpressionNode& node = pool_[address];
    ExprId base = address;
    Value offset = 0;
    if (node.op == Operator::Add && pool_[node.b].op == Operator::Constant) {
      base = node.a;
      offset = pool_[node.b].value;
      if (offset == 0) return std::nullopt;
    }
    const auto& fields = program_.structs.front().fields;
    if (pool_[base].op != Operator::Register || offset < 0 ||
        offset >= static_cast<Value>(fields.size())) {
      return std::nullopt;
    }
    const StructField& field = fields[static_cast<std::size_t>(offset)];
    if (field.is_non_atomic != (mode == Mode::Na)) return std::nullopt;
    return Place{{at_level(text(base), PostfixLevel) + "->" + field.name, PostfixLevel},
                 field.is_non_atomic ? "" : at_mode(mode, scope)};
  }

  // ---- Instructions

  void print_one(const Assign& i, InstructionIndex at) {
    fold_into(at, {i.value});
    const bool is_dead = !thread_.registers[i.target.value].is_visible &&
                         !liveness_.is_live_after(at, i.target.value);
    SourceExpression value = text(i.value);
    // Leaves out a constant for a dead register. Other dead assignments stay: they affect liveness
    // and states.
    if (is_dead && pool_[i.value].op == Operator::Constant) {
      pending_ = std::exchange(before_, {});
      return;
    }
    set(i.target, std::move(value), at);
  }
  void print_one(const Load& i, InstructionIndex at) {
    fold_into(at, {i.address});
    const Place where = place(i.address, i.mode, i.tags);
    const std::string alone = format("load{}({})", where.mode, where.at.text);
    SourceExpression value{where.with_mode(), where.at.level};
    set(i.target, std::move(value), at, alone);
  }
  void print_one(const Store& i, InstructionIndex at) {
    fold_into(at, {i.address, i.value});
    const Place where = place(i.address, i.mode, i.tags);
    line(format("{} := {};", where.with_mode(), text(i.value).text));
  }
  void print_one(const ReadModifyWrite& i, InstructionIndex at) {
    if (i.desired) return print_general(i, at);
    fold_into(at, {i.address, i.operand});
    const Place where = place(i.address, Mode::Plain);
    const std::string bits =
        i.view == ValueView::Whole ? "" : format(", {}", static_cast<int>(i.view));
    const std::string call =
        format("{}{}({}, {}{})", names_of(i.op).core, at_mode(i.mode, i.read_tags), where.at.text,
               text(i.operand).text, bits);
    set(i.target, {call, PostfixLevel}, at, call);
  }
  // The new value is an expression over the old one: written as an exchange that never waits.
  void print_general(const ReadModifyWrite& i, InstructionIndex at) {
    flush();
    const Place where = place(i.address, Mode::Plain);
    awaited_ = {i.target, where.at};
    const std::string call = format("xchgawait{}({} == {}, {})", at_mode(i.mode, i.read_tags),
                                    where.at.text, where.at.text, text(*i.desired).text);
    awaited_.reset();
    set(i.target, {call, PostfixLevel}, at, call);
  }
  void print_one(const CompareAndSwap& i, InstructionIndex at) {
    fold_into(at, {i.address, i.expected, i.desired});
    const std::string call = cas_text(i);
    set(i.target, {call, PostfixLevel}, at, call);
  }
  std::string cas_text(const CompareAndSwap& i) {
    const Place where = place(i.address, Mode::Plain);
    const std::string expected = text(i.expected).text;
    return format("{}{}({}, {}, {})", i.result == CasResult::Success ? "cas" : "cmpxchg",
                  at_modes(i.mode, i.failure_mode, i.read_tags), where.at.text, expected,
                  text(i.desired).text);
  }
  void print_one(const Await& i, InstructionIndex at) {
    const auto [where, condition] = awaited(i.target, i.address, i.condition);
    const std::string call =
        format("{}await{}({})", i.is_assumed ? "assume " : "", at_mode(i.mode, i.tags), condition);
    awaited_.reset();
    set(i.target, {call, PostfixLevel}, at, call);
  }
  void print_one(const AwaitExchange& i, InstructionIndex at) {
    const auto [where, condition] = awaited(i.target, i.address, i.condition);
    const std::string desired = text(i.desired).text;
    const std::string call =
        format("{}xchgawait{}({}, {})", i.is_assumed ? "assume " : "",
               at_modes(i.mode, i.failure_mode, i.read_tags), condition, desired);
    awaited_.reset();
    const bool is_lock = !i.is_assumed && i.mode == Mode::Acq && i.read_tags.is_empty() &&
                         i.failure_mode == default_failure_mode(Mode::Acq) &&
                         condition == where + " == 0" && desired == "1";
    set(i.target, {call, PostfixLevel}, at, is_lock ? format("lock({})", where) : call);
  }
  // Returns the place and the condition of an await: in the condition, the target stands for the
  // place.
  std::pair<std::string, std::string> awaited(RegisterId target, ExprId address, ExprId condition) {
    flush();
    const Place where = place(address, Mode::Plain);
    awaited_ = {target, where.at};
    std::string out = text(condition).text;
    if (!pool_.mentions(condition, target)) {
      out = format("{0} == {0} && ({1})", where.at.text, out);
    }
    return {where.at.text, out};
  }
  void print_one(const FenceInstruction& i, InstructionIndex /*at*/) {
    if (is_control_barrier(i)) return;  // of `barrier()`, which asks whether it is passed
    flush();
    // A barrier of a machine (`asm` in C) that is weaker than all fences of the language.
    if (i.mode == Mode::Rlx) return;
    const std::string scope = at_mode(i.mode, i.tags);
    lines_.push_back(scope == "@sc" ? "fence;" : format("fence{};", scope));
  }
  void print_one(const Assume& i, InstructionIndex at) { print_word("assume", i.condition, at); }
  void print_one(const Deallocate& i, InstructionIndex at) { print_word("free", i.address, at); }
  void print_word(std::string_view word, ExprId operand, InstructionIndex at) {
    fold_into(at, {operand});
    line(format("{}({});", word, text(operand).text));
  }
  void print_one(const Assert& i, InstructionIndex at) {
    fold_into(at, {i.condition});
    const std::string condition = text(i.condition).text;
    const bool is_usual = i.message == "assertion failed: " + condition;
    line(is_usual ? format("assert({});", condition)
                  : format("assert({}, {});", condition, quoted_text(i.message)));
  }
  void print_one(const Fail& i, InstructionIndex /*at*/) {
    flush();
    lines_.push_back(
        i.message == "error reached" ? "error;" : format("assert(0, {});", quoted_text(i.message)));
  }
  void print_one(const BlockInstruction& /*i*/, InstructionIndex /*at*/) {
    flush();
    lines_.emplace_back("block;");
  }
  void print_one(const Allocate& i, InstructionIndex at) {
    fold_into(at, {i.size});
    const StructLayout* layout =
        i.struct_index < 0 ? nullptr : &program_.structs[static_cast<std::size_t>(i.struct_index)];
    const std::string size = text(i.size).text;
    const std::string value = layout == nullptr      ? format("alloc({})", size)
                              : layout->stride == 0  ? "alloc " + layout->name
                              : layout->is_unwritten ? format("unwritten({})", size)
                                                     : format("alloc({})", size);
    set(i.target, {value, PostfixLevel}, at);
  }
  void print_one(const Choose& i, InstructionIndex at) {
    flush();
    const std::string call =
        i.what == ChoiceOf::Barrier ? "barrier()" : format("choose({})", i.count);
    set(i.target, {call, PostfixLevel}, at, call);
  }
  void print_one(const Spawn& i, InstructionIndex at) {
    fold_into(at, i.arguments);
    const std::string arguments = list_text(i.arguments);
    const std::string call = format("spawn {}({})", program_.routines[i.routine].name, arguments);
    set(i.target, {call, PostfixLevel}, at, call);
  }
  void print_one(const Join& i, InstructionIndex at) {
    fold_into(at, {i.thread});
    const std::string call = "join " + at_level(text(i.thread), PrefixLevel);
    set(i.target, {call, PrefixLevel}, at, call);
  }
  void print_one(const Self& i, InstructionIndex at) {
    flush();
    // No written or counted number equals an identity, or an address in its object.
    const char* text = i.is_identity ? "(((self & 8191) + 1) * 4294967296)" : "self";
    set(i.target, {text, PostfixLevel}, at);
  }
  void print_one(const ControlEnd& /*i*/, InstructionIndex /*at*/) {}
  void print_one(const OperationMark& /*i*/, InstructionIndex /*at*/) {}
  template <typename Other>
  void print_one(const Other& /*i*/, InstructionIndex /*at*/) {
    DROVER_UNREACHABLE("jumps, loops and calls are not statements of their own");
  }

  // Writes `main f(…);` and the function.
  std::string marked_call(const CallMarker& call, InstructionIndex at) {
    const std::string mark = call.is_main ? "main" : "help";
    const auto* cas = std::get_if<CompareAndSwap>(&thread_.code[at + 1].body);
    if (call.function.starts_with("cas") && cas != nullptr && call.end == at + 2 &&
        (call.function == "cas" || call.function[3] == '@')) {
      return format("{} cas{}({}, {}, {});", mark, call.function.substr(3),
                    place(cas->address, Mode::Plain).at.text, text(cas->expected).text,
                    text(cas->desired).text);
    }
    const std::string arguments = list_text(call.arguments);
    // The body begins with assignments of the parameters, and sets the function's other registers
    // to 0.
    CodePrinter body(declarations_, thread_, liveness_);
    InstructionIndex first = at + 1;
    std::string parameters;
    std::set<std::uint32_t> set_registers;
    for (std::size_t i = 0; i < call.arguments.size(); ++i, ++first) {
      const auto* assign = std::get_if<Assign>(&thread_.code[first].body);
      DROVER_CHECK(assign != nullptr, "an inlined call begins with its parameters");
      const RegisterId reg = assign->target;
      parameters += (parameters.empty() ? "" : ", ") + body.name(reg);
      body.note_assigned(reg);
      set_registers.insert(reg.value);
    }
    const auto is_zeroed = [&](InstructionIndex index) {
      const auto* assign = std::get_if<Assign>(&thread_.code[index].body);
      return index < call.end && assign != nullptr &&
             thread_.registers[assign->target.value].name.starts_with(call.function + ".") &&
             pool_[assign->value].op == Operator::Constant && pool_[assign->value].value == 0 &&
             set_registers.insert(assign->target.value).second;
    };
    while (is_zeroed(first)) ++first;
    std::optional<SourceBlock> block = body.print({first, call.end});
    if (!block) {
      has_failed_ = true;
      return "";
    }
    for (const std::string& each : body.unassigned({})) {
      block->insert(block->begin(), line_of(each + " := 0;"));
    }
    const std::string function = braced(format("fn {}({})", call.function, parameters), *block);
    auto& functions = declarations_.functions;
    const std::pair entry(call.function, function);
    if (std::ranges::find(functions, entry) == functions.end()) functions.push_back(entry);
    return format("{} {}({});", mark, call.function, arguments);
  }

  SourceDeclarations& declarations_;
  const Program& program_;
  const Thread& thread_;
  const ExpressionPool& pool_;
  const Liveness& liveness_;
  SourceNames names_;
  std::set<std::uint32_t> mentioned_;
  std::set<std::uint32_t> assigned_;
  std::vector<Pending> pending_;
  std::vector<Pending> before_;
  std::vector<std::string> lines_;
  std::optional<std::pair<RegisterId, SourceExpression>> awaited_;
  bool has_failed_ = false;
};

// ` @ cta 0, gpu 1`, if threads have places.
std::string place_text(const Program& program, ThreadId thread) {
  const Topology* topology = program.topology.get();
  if (topology == nullptr) return "";
  std::string out;
  for (std::size_t level = topology->levels.size(); level-- > 1;) {
    out += format("{} {} {}", out.empty() ? " @" : ",", topology->levels[level],
                  topology->places[thread.value][level]);
  }
  return out;
}

}  // namespace

std::optional<std::string> thread_text(SourceDeclarations& declarations, ThreadId id) {
  const Program& program = declarations.program;
  const Thread& thread = program.threads[id.value];
  const Liveness liveness(program, id);
  CodePrinter printer(declarations, thread, liveness);
  std::set<std::uint32_t> observed;
  for (const Observable& observable : program.observables) {
    if (observable.is_register && observable.thread == id) observed.insert(observable.reg.value);
  }
  for (const std::uint32_t reg : observed) {
    printer.names().reserve(RegisterId(reg), thread.registers[reg].name);
  }
  for (std::size_t i = 0; i < thread.registers.size(); ++i) {
    const RegisterInfo& info = thread.registers[i];
    if (!info.is_visible || observed.contains(static_cast<std::uint32_t>(i))) continue;
    printer.names().reserve_if_free(RegisterId(i), info.name);
  }
  std::string parameters;
  for (std::size_t i = 0; i < thread.parameter_count; ++i) {
    parameters += (parameters.empty() ? "" : ", ") + printer.name(RegisterId(i));
    printer.note_assigned(RegisterId(i));
  }
  const auto size = static_cast<InstructionIndex>(thread.code.size());
  std::optional<SourceBlock> block = printer.print({0, size});
  if (!block) return std::nullopt;
  if (thread.result) {
    block->push_back(line_of(format("return {};", printer.name(*thread.result))));
  }
  for (const std::string& each : printer.unassigned(observed)) {
    block->insert(block->begin(), line_of(each + " := 0;"));
  }
  const std::string head = thread.role == ThreadRole::Init ? "init"
                           : thread.role == ThreadRole::Final
                               ? "final"
                               : "thread " + thread.name + place_text(program, id);
  if (!thread.origin) return braced(head, *block);
  const std::string& function = program.routines[thread.origin->routine].name;
  return braced(format("fn {}({})", function, parameters), *block);
}

}  // namespace drover::decompile
