// Writes compiled programs as litmus tests of their machine.
//
// Each instruction of the program becomes the machine instruction that it was compiled to.
// Expressions become arithmetic on registers. So the test has the same events and the same
// dependencies. One difference: an exclusive pair is in a loop until its store succeeds; the
// compiled program has only the last attempt.
#include "litmus/convert/convert.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "litmus/convert/assembler.h"
#include "litmus/convert/program_names.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::litmus {

namespace {

using Lines = Assembler::Lines;

constexpr Value CellBytes = 8;
constexpr Value MaxImmediate = 2047;

// One thread in assembly, with its registers and addresses.
struct MachineThread {
  Lines lines;                                     // a label stands in a line of its own
  std::map<std::uint32_t, std::string> registers;  // by program register: the machine register
  std::map<std::size_t, std::string> objects;      // by object: the register with its address
};

// Writes one thread.
class MachineWriter : public CodeWriterBase<MachineWriter> {
 public:
  MachineWriter(const Program& program, std::size_t index, const mapping::Machine& machine,
                const Assembler& assembler, DiagnosticSink& sink)
      : CodeWriterBase(program, index, format("a litmus test of {}", machine.architecture), sink),
        machine_(machine),
        assembler_(assembler),
        free_(assembler.registers()) {
    std::ranges::reverse(free_);
  }

  // Writes the thread twice: a register for a program register or an address must be reserved from
  // the start. It must hold nothing else before, since initial values count.
  MachineThread run() {
    write();
    const MachineThread first = std::exchange(out_, {});
    take_lines();
    free_ = assembler_.registers();
    std::ranges::reverse(free_);
    named_.clear();
    name_observed();
    for (const auto& [id, name] : first.registers) (void)reg(RegisterId(id));
    for (const auto& [index, name] : first.objects) (void)object(index);
    write();
    out_.lines = take_lines();
    return std::move(out_);
  }

 private:
  void write() {
    name_observed();
    find_targets();
    const auto size = static_cast<InstructionIndex>(thread_.code.size());
    for (at_ = 0; at_ < size; ++at_) {
      if (labels_.contains(at_)) line(label(at_) + ":");
      const std::vector<std::string> before = free_;
      print_instruction(at_);
      release(before);
    }
  }

  void lines(const Lines& texts) {
    for (const std::string& text : texts) line(text);
  }

  // ---- Registers

  void name_observed() {
    for (const Observable& each : program_.observables) {
      if (each.is_register && each.thread.value == index_) (void)reg(each.reg);
    }
  }
  // Takes a free register. If none is left, reports it once and returns a register in use.
  std::string take_register() {
    if (free_.empty()) {
      if (!std::exchange(is_full_, true)) {
        unsupported(
            format("a thread that needs more than {} registers", assembler_.registers().size()),
            thread_.source);
      }
      return assembler_.registers().front();
    }
    std::string taken = free_.back();
    free_.pop_back();
    return taken;
  }
  // Frees the registers of `before` that have not been named since.
  void release(const std::vector<std::string>& before) {
    free_.clear();
    for (const std::string& each : before) {
      if (!named_.contains(each)) free_.push_back(each);
    }
  }
  std::string take_named() {
    std::string taken = take_register();
    named_.insert(taken);
    return taken;
  }
  const std::string& reg(RegisterId id) {
    const auto known = out_.registers.find(id.value);
    if (known != out_.registers.end()) return known->second;
    return out_.registers.emplace(id.value, take_named()).first->second;
  }
  const std::string& object(std::size_t index) {
    const auto known = out_.objects.find(index);
    if (known != out_.objects.end()) return known->second;
    return out_.objects.emplace(index, take_named()).first->second;
  }

  // ---- Expressions

  [[nodiscard]] const ExpressionNode& node(ExprId id) const { return thread_.expressions[id]; }
  [[nodiscard]] bool is_constant(ExprId id) const { return node(id).op == Operator::Constant; }

  // Returns a register that holds the value.
  std::string value(ExprId id) {
    const ExpressionNode& each = node(id);
    if (each.op == Operator::Register) return reg(each.reg);
    if (each.op == Operator::Constant && is_object_address(program_, each.value)) {
      const SharedObject& found = program_.objects[address::object(each.value)];
      if (found.is_array) unsupported("an address in an array as a value", place_of(each));
      return object(address::object(each.value));
    }
    std::string to = take_register();
    compute(id, to);
    return to;
  }
  [[nodiscard]] SourceRange place_of(const ExpressionNode& each) const {
    return each.source.line != 0 ? each.source : source_;
  }

  void compute(ExprId id, const std::string& to) {
    const ExpressionNode& each = node(id);
    switch (each.op) {
      case Operator::Constant:
        if (is_object_address(program_, each.value)) return line(assembler_.copy(to, value(id)));
        if (address::is_address(each.value) || address::is_thread(each.value)) {
          return unsupported("such a value", place_of(each));
        }
        return line(assembler_.constant(to, each.value));
      case Operator::Register:
        if (reg(each.reg) != to) line(assembler_.copy(to, reg(each.reg)));
        return;
      case Operator::Negate:
      case Operator::Complement: return line(assembler_.unary(each.op, to, value(each.a)));
      case Operator::Not: return is_different(value(each.a), to, false);
      case Operator::Add:
      case Operator::BitAnd:
      case Operator::BitOr:
      case Operator::BitXor: return compute_plain(each, to);
      case Operator::Subtract:
      case Operator::Multiply: {
        const std::string a = value(each.a);
        return line(assembler_.binary(each.op, to, a, value(each.b)));
      }
      case Operator::ShiftLeft:
      case Operator::ShiftRight:
        if (!is_constant(each.b) || node(each.b).value < 0 || node(each.b).value > 63) {
          return unsupported("a shift by what is not a number", place_of(each));
        }
        return line(assembler_.immediate(each.op, to, value(each.a), node(each.b).value));
      case Operator::Equal:
      case Operator::NotEqual: {
        const std::string a = value(each.a);
        const std::string difference = take_register();
        line(assembler_.binary(Operator::Subtract, difference, a, value(each.b)));
        return is_different(difference, to, each.op == Operator::NotEqual);
      }
      case Operator::Less: return is_less(value_pair(each.a, each.b), to, true);
      case Operator::Greater: return is_less(value_pair(each.b, each.a), to, true);
      case Operator::LessEqual: return is_less(value_pair(each.b, each.a), to, false);
      case Operator::GreaterEqual: return is_less(value_pair(each.a, each.b), to, false);
      case Operator::And: {
        const std::string a = take_register();
        const std::string b = take_register();
        is_different(value(each.a), a, true);
        is_different(value(each.b), b, true);
        return line(assembler_.binary(Operator::BitAnd, to, a, b));
      }
      case Operator::Or: {
        const std::string any = take_register();
        const std::string a = value(each.a);
        line(assembler_.binary(Operator::BitOr, any, a, value(each.b)));
        return is_different(any, to, true);
      }
      case Operator::Select: return select(each, to);
      case Operator::ElementAddress:
        unsupported("an address in an array as a value", place_of(each));
        return;
      default: unsupported("such arithmetic", place_of(each)); return;
    }
  }
  void compute_plain(const ExpressionNode& each, const std::string& to) {
    const auto is_short = [&](ExprId id) {
      return is_constant(id) && node(id).value >= 0 && node(id).value <= MaxImmediate;
    };
    if (is_short(each.b)) {
      return line(assembler_.immediate(each.op, to, value(each.a), node(each.b).value));
    }
    if (is_short(each.a)) {
      return line(assembler_.immediate(each.op, to, value(each.b), node(each.a).value));
    }
    const std::string a = value(each.a);
    line(assembler_.binary(each.op, to, a, value(each.b)));
  }
  std::pair<std::string, std::string> value_pair(ExprId a, ExprId b) {
    std::string first = value(a);
    return {std::move(first), value(b)};
  }
  // Computes 1 if x is not 0, else 0; or the opposite. If x is not 0, x or -x has the sign.
  void is_different(const std::string& x, const std::string& to, bool is_wanted) {
    const std::string other = take_register();
    line(assembler_.unary(Operator::Negate, other, x));
    line(assembler_.binary(Operator::BitOr, other, other, x));
    line(assembler_.sign(is_wanted ? to : other, other));
    if (!is_wanted) line(assembler_.immediate(Operator::BitXor, to, other, 1));
  }
  // Computes the sign of a - b; on overflow, the sign of a. [Warren, Hacker's Delight, 2-12]
  void is_less(const std::pair<std::string, std::string>& of, const std::string& to,
               bool is_wanted) {
    const auto& [a, b] = of;
    const std::string difference = take_register();
    const std::string signs = take_register();
    const std::string overflow = take_register();
    line(assembler_.binary(Operator::Subtract, difference, a, b));
    line(assembler_.binary(Operator::BitXor, signs, a, b));
    line(assembler_.binary(Operator::BitXor, overflow, difference, a));
    line(assembler_.binary(Operator::BitAnd, overflow, overflow, signs));
    line(assembler_.binary(Operator::BitXor, difference, difference, overflow));
    line(assembler_.sign(is_wanted ? to : difference, difference));
    if (!is_wanted) line(assembler_.immediate(Operator::BitXor, to, difference, 1));
  }
  void select(const ExpressionNode& each, const std::string& to) {
    const std::string mask = take_register();
    is_different(value(each.a), mask, true);
    line(assembler_.unary(Operator::Negate, mask, mask));
    const std::string b = value(each.b);
    const std::string c = value(each.c);
    const std::string both = take_register();
    line(assembler_.binary(Operator::BitXor, both, b, c));
    line(assembler_.binary(Operator::BitAnd, both, both, mask));
    line(assembler_.binary(Operator::BitXor, to, both, c));
  }

  // Returns a register with the address of an access. Cells have eight bytes.
  std::string place(ExprId id) {
    const ExpressionNode& each = node(id);
    const bool is_cell = each.op == Operator::Constant && is_object_address(program_, each.value);
    if (is_cell && address::cell(each.value) != 0) {
      std::string to = take_register();
      line(assembler_.immediate(Operator::Add, to, object(address::object(each.value)),
                                Value{address::cell(each.value)} * CellBytes));
      return to;
    }
    if (is_cell) return object(address::object(each.value));
    if (each.op != Operator::ElementAddress) return value(id);
    std::string to = take_register();
    line(assembler_.immediate(Operator::ShiftLeft, to, value(each.a), 3));
    line(assembler_.binary(Operator::Add, to, to, object(each.index)));
    return to;
  }

  // ---- Code

  [[nodiscard]] bool is_dropped(InstructionIndex at) const {
    const auto* block = std::get_if<BlockInstruction>(&thread_.code[at].body);
    return block != nullptr && block->is_dropped;
  }
  void find_targets() {
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const auto note = [&](InstructionIndex target) {
        if (!is_dropped(target)) labels_.emplace(target, labels_.size());
      };
      if (const auto* jump = std::get_if<Jump>(&thread_.code[at].body)) {
        if (jump->target != at + 1) note(jump->target);
      } else if (const auto* branch = std::get_if<Branch>(&thread_.code[at].body)) {
        if (is_dropped(branch->if_false)) continue;  // continues at if_true
        const bool is_both = branch->if_true == branch->if_false;
        if (branch->if_true != at + 1 || is_both) note(branch->if_true);
        if (branch->if_false != at + 1) note(branch->if_false);
      } else if (const auto* load = std::get_if<Load>(&thread_.code[at].body)) {
        if (load->tags.contains(Tag::Exclusive)) note(at);
      }
    }
  }
  [[nodiscard]] std::string label(InstructionIndex at) const {
    return format("L{}{}", index_, labels_.at(at));
  }

  void write_one(const Assign& i) {
    if (is_status_) {  // the store sets the status
      is_status_ = false;
      return;
    }
    compute(i.value, reg(i.target));
  }
  void write_one(const Load& i) {
    const std::string at = place(i.address);
    if (!i.tags.contains(Tag::Exclusive)) {
      return line(assembler_.access(step_of(machine_, mapping::StepKind::Load, i.tags, {}),
                                    reg(i.target), at));
    }
    again_ = label(at_);
    line(assembler_.reserve(i.tags, reg(i.target), at));
  }
  void write_one(const Store& i) {
    const std::string at = place(i.address);
    const std::string from = value(i.value);
    if (!i.tags.contains(Tag::Exclusive)) {
      return line(
          assembler_.access(step_of(machine_, mapping::StepKind::Store, {}, i.tags), from, at));
    }
    lines(assembler_.conditional(i.tags, take_register(), from, at, again_));
    is_status_ = true;
  }
  void write_one(const ReadModifyWrite& i) {
    if (i.desired || i.view != ValueView::Whole) return unsupported("such an operation");
    const mapping::Step& step =
        step_of(machine_, mapping::StepKind::Update, i.read_tags, i.write_tags);
    const std::string at = place(i.address);
    std::string operand = value(i.operand);
    if (const std::optional<Operator> prepared = assembler_.operand_of(i.op)) {
      const std::string changed = take_register();
      line(assembler_.unary(*prepared, changed, operand));
      operand = changed;
    }
    line(assembler_.update(step, i.op, reg(i.target), operand, at));
  }
  void write_one(const CompareAndSwap& i) {
    const mapping::Step& step =
        step_of(machine_, mapping::StepKind::Update, i.read_tags, i.write_tags);
    const std::string at = place(i.address);
    const std::string expected = value(i.expected);
    const std::string desired = value(i.desired);
    const std::string found = take_register();
    line(assembler_.copy(found, expected));
    line(Assembler::compare_and_swap(step, found, desired, at));
    if (i.result == CasResult::OldValue) return line(assembler_.copy(reg(i.target), found));
    const std::string difference = take_register();
    line(assembler_.binary(Operator::Subtract, difference, found, expected));
    is_different(difference, reg(i.target), false);
  }
  void write_one(const FenceInstruction& i) {
    line(assembler_.barrier(step_of(machine_, mapping::StepKind::Barrier, i.tags, {})));
  }
  void write_one(const Jump& i) {
    if (i.target != at_ + 1) line(assembler_.jump(label(i.target)));
  }
  void write_one(const Branch& i) {
    if (is_dropped(i.if_false)) return;  // the store of a pair jumps back by itself
    if (i.if_true == i.if_false) return jump_if(i.condition, label(i.if_true));
    if (i.if_true == at_ + 1) return jump_unless(i.condition, label(i.if_false));
    jump_if(i.condition, label(i.if_true));
    if (i.if_false != at_ + 1) line(assembler_.jump(label(i.if_false)));
  }
  void jump_if(ExprId condition, const std::string& to) {
    const ExpressionNode& each = node(condition);
    if (!is_comparison(each.op)) return lines(assembler_.jump_if_not_zero(value(condition), to));
    const auto [a, b] = value_pair(each.a, each.b);
    lines(assembler_.jump_if(each.op, a, b, to));
  }
  void jump_unless(ExprId condition, const std::string& to) {
    const ExpressionNode& each = node(condition);
    if (each.op == Operator::Not) {
      return lines(assembler_.jump_if_not_zero(value(each.a), to));
    }
    if (const auto contrary = contrary_of(each.op)) {
      const auto [a, b] = value_pair(each.a, each.b);
      return lines(assembler_.jump_if(*contrary, a, b, to));
    }
    const std::string is_not = take_register();
    is_different(value(condition), is_not, false);
    lines(assembler_.jump_if_not_zero(is_not, to));
  }
  void write_one(const BlockInstruction& i) {
    if (!i.is_dropped) unsupported("`block`");
  }

  friend class CodeWriterBase<MachineWriter>;
  using CodeWriterBase::write_one;

  const mapping::Machine& machine_;
  const Assembler& assembler_;
  MachineThread out_;
  std::vector<std::string> free_;  // the last element is the next to use
  std::set<std::string> named_;
  std::map<InstructionIndex, std::size_t> labels_;
  InstructionIndex at_ = 0;
  std::string again_;       // label of the current pair
  bool is_status_ = false;  // the next assignment sets the status of a store
  bool is_full_ = false;
};

// Writes a whole test. A short-lived worker: holds references.
class TestWriter {
 public:
  TestWriter(const Program& program, const mapping::Mapping& mapping, DiagnosticSink& sink)
      : program_(program), mapping_(mapping), assembler_(*mapping.machine), sink_(sink) {}

  std::string run(const std::string& name) {
    for (std::size_t i = 0; i < program_.threads.size(); ++i) {
      const Thread& thread = program_.threads[i];
      if (thread.role != ThreadRole::Worker) {
        refuse(format("the `{}` block", thread.name), thread.source);
      }
      threads_.push_back(MachineWriter(program_, i, *mapping_.machine, assembler_, sink_).run());
    }
    const std::string condition =
        ConditionWriter(
            program_, format("a litmus test of {}", mapping_.machine->architecture),
            [this](const Observable& each) { return name_of(each); },
            [](Value value) { return std::to_string(value); }, sink_)
            .write();
    return format("{} {}\n\"{}\"\n{{\n{}}}\n{}{}{}", mapping_.machine->architecture, name, remark(),
                  initial_state(), table(), locations(), condition);
  }

 private:
  void refuse(const std::string& what, SourceRange at) {
    sink_.report(DiagnosticKind::LitmusUnsupported, at,
                 {format("{} in a litmus test of {}", what, mapping_.machine->architecture)});
  }

  [[nodiscard]] std::string name_of(const Observable& each) const {
    if (each.is_register) {
      return format("{}:{}", each.thread.value,
                    threads_[each.thread.value].registers.at(each.reg.value));
    }
    const SharedObject& object = program_.objects[address::object(each.address)];
    return object.is_array ? format("{}[{}]", object.name, address::cell(each.address))
                           : object.name;
  }

  // Names the mapping and the program's name of each register.
  [[nodiscard]] std::string remark() const {
    std::string names;
    for (const Observable& each : program_.observables) {
      if (each.is_register) names += format(", {} is {}", each.name, name_of(each));
    }
    return format("By the mapping {}{}", mapping_.name, names);
  }

  [[nodiscard]] std::string initial_state() const {
    std::string out;
    for (const SharedObject& object : program_.objects) {
      const auto text_of = [](Value value) { return std::to_string(value); };
      const std::string values = joined(object.initial, ",", text_of);
      if (object.is_array) {
        out += format("int64_t {}[{}] = {{{}}};\n", object.name, object.initial.size(), values);
      } else {
        out += format("int64_t {}{};\n", object.name,
                      object.initial.front() == 0 ? "" : " = " + values);
      }
    }
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      std::string of_thread;
      for (const auto& [object, reg] : threads_[t].objects) {
        of_thread += format("{}{}:{}={};", of_thread.empty() ? "" : " ", t, reg,
                            program_.objects[object].name);
      }
      for (const Observable& each : program_.observables) {
        if (!each.is_register || each.thread.value != t) continue;
        of_thread += format("{}int64_t {};", of_thread.empty() ? "" : " ", name_of(each));
      }
      if (!of_thread.empty()) out += of_thread + "\n";
    }
    return out;
  }

  // Returns all observables that `check` shows for a program without a condition.
  [[nodiscard]] std::string locations() const {
    if (!program_.conditions.empty()) return "";
    std::string out;
    for (const Observable& each : program_.observables) out += name_of(each) + "; ";
    return out.empty() ? "" : format("locations [{}]\n", out.substr(0, out.size() - 1));
  }

  [[nodiscard]] std::string table() const {
    std::vector<std::vector<std::string>> rows(1);
    for (std::size_t t = 0; t < threads_.size(); ++t) rows[0].push_back(format("P{}", t));
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      for (std::size_t i = 0; i < threads_[t].lines.size(); ++i) {
        if (rows.size() < i + 2) rows.emplace_back(threads_.size());
        rows[i + 1][t] = threads_[t].lines[i];
      }
    }
    std::vector<std::size_t> widths(threads_.size(), 0);
    for (const auto& row : rows) {
      for (std::size_t t = 0; t < row.size(); ++t) widths[t] = std::max(widths[t], row[t].size());
    }
    std::string out;
    for (const auto& row : rows) {
      for (std::size_t t = 0; t < row.size(); ++t) {
        out += (t == 0 ? " " : "| ") + row[t] + std::string(widths[t] - row[t].size() + 1, ' ');
      }
      out += ";\n";
    }
    return out;
  }

  const Program& program_;
  const mapping::Mapping& mapping_;
  Assembler assembler_;
  DiagnosticSink& sink_;
  std::vector<MachineThread> threads_;
};

}  // namespace

std::optional<std::string> to_machine_litmus(const Program& compiled,
                                             const mapping::Mapping& mapping,
                                             const std::string& name, DiagnosticSink& sink) {
  if (mapping.machine->notation == mapping::Notation::KernelC) {
    return to_kernel_litmus(compiled, mapping, name, sink);
  }
  if (mapping.machine->notation == mapping::Notation::None) {
    sink.report(DiagnosticKind::LitmusUnsupported, {},
                {format("a test of {} made of a program", mapping.machine->architecture)});
    return std::nullopt;
  }
  const std::size_t errors_before = sink.error_count();
  std::string out = TestWriter(compiled, mapping, sink).run(name);
  if (sink.error_count() != errors_before) return std::nullopt;
  return out;
}

}  // namespace drover::litmus
