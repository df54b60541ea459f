#include "litmus/convert/convert.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <limits>
#include <set>
#include <string_view>
#include <vector>

#include "litmus/convert/idle_cuts.h"
#include "litmus/convert/program_names.h"
#include "litmus/proposition.h"
#include "semantics/decompile/source_expression.h"
#include "semantics/decompile/source_printer.h"
#include "semantics/program/address.h"
#include "semantics/program/operands.h"
#include "semantics/program/program_printer.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::litmus {

namespace {

// Returns a name that both languages accept and that is not in `taken`; adds it to `taken`.
std::string fresh_name(const std::string& wanted, std::set<std::string>& taken) {
  std::string name;
  for (const char c : wanted) {
    const bool is_fine = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    if (is_fine) name += c;
    if (!is_fine && !name.empty()) name += '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name = "t" + name;
  const auto keywords = core_keywords();
  const bool is_keyword = std::ranges::find(keywords, name) != keywords.end() || name == "int";
  if (is_keyword) name += '_';
  while (!taken.insert(name).second) name += '_';
  return name;
}

// Kernel: C with the primitives of the Linux kernel.
enum class Language : std::uint8_t { C, Kernel };

// herd's C has numbers of 32 bits.
constexpr Value MaxNumber = std::numeric_limits<std::int32_t>::max();
constexpr Value MaxShift = 30;

constexpr std::string_view CoreProgram = "a core program";

std::string where_of(Language language) {
  return language == Language::C ? "a C litmus test" : "a litmus test of the Linux kernel";
}

// Returns the registers that some instruction or condition reads.
std::set<std::uint32_t> registers_in_use(const Program& program, ThreadId thread_id) {
  const Thread& thread = program.threads[thread_id.value];
  std::vector<RegisterId> used;
  for (const Instruction& instruction : thread.code) {
    collect_read_registers(instruction.body, thread.expressions, used);
  }
  std::set<std::uint32_t> out;
  for (const RegisterId reg : used) out.insert(reg.value);
  for (const Observable& observable : program.observables) {
    if (observable.is_register && observable.thread == thread_id) out.insert(observable.reg.value);
  }
  return out;
}

// Names of a program's entities in C litmus tests, and texts with them.
class Namer : public ProgramNames {
 public:
  explicit Namer(const Program& program) : ProgramNames(program, fresh_name, "", true) {}

  // Returns the address of a cell as a value.
  [[nodiscard]] std::string address(Value value) const {
    const std::string& name = object(address::object(value));
    if (address::cell(value) == 0) return name;
    return format("({} + {})", name, address::cell(value));
  }
  [[nodiscard]] std::string value(Value value) const {
    if (is_address(value)) return address(value);
    return value < 0 ? format("({})", value) : std::to_string(value);
  }
  // Returns the location for the value that a compare-exchange of a thread expects.
  [[nodiscard]] std::string expected(std::size_t thread_index, std::size_t count) const {
    std::set<std::string> taken;
    for (std::size_t i = 0; i < program_.objects.size(); ++i) taken.insert(object(i));
    return fresh_name(format("expected_{}_{}", thread_index, count), taken);
  }
  // Writes a negative number without parentheses.
  [[nodiscard]] std::string plain_value(Value value) const {
    return is_address(value) ? address(value) : std::to_string(value);
  }
};

// ---- The primitives of the Linux kernel for the instructions that mapping/ compiles to ----
// `place` is an expression for the address. The value of an update is the old value.

const mapping::Step& kernel_step(mapping::StepKind kind, TagSet read, TagSet write) {
  return step_of(*mapping::find_machine("lkmm"), kind, read, write);
}

// Returns `_relaxed` for atomic_relaxed.
std::string_view suffix_of(TagSet tags) {
  constexpr std::string_view Beginning = "atomic";
  return kernel_step(mapping::StepKind::Update, tags, tags).word.substr(Beginning.size());
}

// C's name, except for exchanges.
std::string_view name_of(RmwOperator op) {
  const RmwNames& names = names_of(op);
  return op == RmwOperator::Exchange ? names.core : names.c;
}

std::string kernel_load(TagSet tags, const std::string& place) {
  if (tags.is_empty()) return format("*{}", place);
  const std::string_view word = kernel_step(mapping::StepKind::Load, tags, {}).word;
  // The macro takes the location, the function its address.
  return format("{}({}{})", word, tags.contains(Tag::Once) ? "*" : "", place);
}

std::string kernel_store(TagSet tags, const std::string& place, const std::string& value) {
  if (tags.is_empty()) return format("*{} = {};", place, value);
  const std::string_view word = kernel_step(mapping::StepKind::Store, {}, tags).word;
  return format("{}({}{}, {});", word, tags.contains(Tag::Once) ? "*" : "", place, value);
}

std::string kernel_update(TagSet tags, RmwOperator op, const std::string& place,
                          const std::string& operand) {
  const bool is_exchange = op == RmwOperator::Exchange;
  return format("{}{}({}, {})", name_of(op), suffix_of(tags), is_exchange ? place : operand,
                is_exchange ? operand : place);
}

std::string kernel_swap(TagSet tags, const std::string& place, const std::string& expected,
                        const std::string& desired) {
  return format("cmpxchg{}({}, {}, {})", suffix_of(tags), place, expected, desired);
}

std::string kernel_fence(TagSet tags) {
  return format("{}();", kernel_step(mapping::StepKind::Barrier, tags, {}).word);
}

bool has_tags(const InstructionBody& body) {
  return std::visit(
      [](const auto& i) {
        if constexpr (requires { i.tags; }) return !i.tags.is_empty();
        if constexpr (requires { i.read_tags; }) return !i.read_tags.is_empty();
        return false;
      },
      body);
}

// ---- Threads ------------------------------------------------------------------------

// Writes the code of one thread.
class ThreadWriter : public CodeWriterBase<ThreadWriter> {
 public:
  ThreadWriter(const Program& program, std::size_t index, const Namer& namer, Language language,
               DiagnosticSink& sink)
      : CodeWriterBase(program, index, where_of(language), sink),
        namer_(namer),
        language_(language),
        in_use_(registers_in_use(program, ThreadId(index))) {}

  // Returns the statements, indented.
  std::string write() {
    using decompile::Labels;
    auto block = statements(language_ == Language::C ? Labels::Avoided : Labels::Used);
    if (!block) return "";
    // herd reads some of these words and gives them no meaning.
    if (has_jumps(*block)) {
      unsupported("`break`, `continue`, `return` or another jump", thread_.source);
      return "";
    }
    fit_to_herd(*block);
    return indented(*block);
  }

  // Returns the objects that only this thread uses, with the values that compare-exchanges expect.
  [[nodiscard]] const std::vector<std::string>& expected() const { return expected_; }
  // Returns the objects that the statements name. Call after `write`.
  [[nodiscard]] const std::set<std::size_t>& objects() const { return objects_; }
  [[nodiscard]] std::vector<std::string> locals() const {
    std::vector<std::string> names;
    for (const std::uint32_t each : in_use_) names.push_back(namer_.reg(index_, RegisterId(each)));
    std::ranges::sort(names);
    return names;
  }

  // For decompile::ThreadFlow.
  void print_instruction(InstructionIndex at) {
    const Instruction& each = thread_.code[at];
    if (!is_kernel() && has_tags(each.body)) {
      unsupported("what only the model of its machine understands", each.source);
    } else {
      CodeWriterBase::print_instruction(at);
    }
  }
  decompile::SourceExpression condition(const Branch& branch, InstructionIndex /*at*/) {
    return {.text = expression(branch.condition), .level = PrefixLevel};
  }

  using CodeWriterBase::write_one;
  void write_one(const Assign& i) {
    if (is_used(i.target)) assign(i.target, expression(i.value));
  }
  void write_one(const Load& i) {
    if (is_kernel()) return assign(i.target, kernel_load(i.tags, expression(i.address)));
    const std::string place = expression(i.address);
    assign(i.target, i.mode == Mode::Na
                         ? format("*{}", place)
                         : format("atomic_load_explicit({}, {})", place, order_name(i.mode)));
  }
  void write_one(const Store& i) {
    const std::string place = expression(i.address);
    const std::string value = expression(i.value);
    if (is_kernel()) return line(kernel_store(i.tags, place, value));
    line(i.mode == Mode::Na
             ? format("*{} = {};", place, value)
             : format("atomic_store_explicit({}, {}, {});", place, value, order_name(i.mode)));
  }
  void write_one(const ReadModifyWrite& i) {
    if (i.desired || i.view != ValueView::Whole) {
      return unsupported("an update of a number of C");
    }
    const std::string where = expression(i.address);
    const std::string value = expression(i.operand);
    if (is_kernel()) {
      return assign(i.target, kernel_update(i.read_tags, i.op, where, value));
    }
    assign(i.target,
           format("{}({}, {}, {})", names_of(i.op).c_explicit, where, value, order_name(i.mode)));
  }
  void write_one(const CompareAndSwap& i) {
    const std::string where = expression(i.address);
    const std::string expected = expression(i.expected);
    const std::string desired = expression(i.desired);
    if (is_kernel()) return write_kernel_swap(i, where, expected, desired);
    // A location of its own receives the value found if the exchange fails; otherwise it already
    // holds it. herd has no addresses of local variables.
    const std::string found = namer_.expected(index_, expected_.size());
    expected_.push_back(found);
    line(format("*{} = {};", found, expected));
    const std::string call =
        format("atomic_compare_exchange_strong_explicit({}, {}, {}, {}, {})", where, found, desired,
               order_name(i.mode), order_name(i.failure_mode));
    if (i.result == CasResult::Success) {
      assign(i.target, call);
    } else {
      line(call + ";");
      assign(i.target, format("*{}", found));
    }
  }
  void write_one(const FenceInstruction& i) {
    if (is_kernel()) return line(kernel_fence(i.tags));
    line(format("atomic_thread_fence({});", order_name(i.mode)));
  }
  void write_one(const AwaitExchange& i) {
    if (is_kernel()) return unsupported("`lock` or `xchgawait`");
    if (!is_lock(i)) return unsupported("`xchgawait`");
    line(format("lock({});", expression(i.address)));
    if (is_used(i.target)) assign(i.target, "0");
  }

 private:
  // herd has neither empty blocks nor `!` nor `do`: a variable starts the loop.
  void fit_to_herd(decompile::SourceBlock& block) {
    using Statement = decompile::SourceStatement;
    const auto line_of = [](std::string text) {
      Statement out;
      out.text = std::move(text);
      return out;
    };
    decompile::SourceBlock out;
    for (Statement& each : block) {
      const bool has_body = each.kind != Statement::Kind::Line;
      if (each.condition.text.starts_with('!')) {
        each.condition = {.text = format("({} == 0)", each.condition.text.substr(1)),
                          .level = PostfixLevel};
      }
      if (has_body) fit_to_herd(each.body);
      if (!each.otherwise.empty()) fit_to_herd(each.otherwise);
      if (has_body && each.body.empty()) each.body.push_back(line_of("int nothing = 0;"));
      if (each.kind == Statement::Kind::DoWhile) {
        const std::string again = format("again_{}", loops_++);
        out.push_back(line_of(format("int {} = 1;", again)));
        each.body.push_back(line_of(format("{} = {};", again, each.condition.text)));
        each.kind = Statement::Kind::While;
        each.condition = {.text = again, .level = PostfixLevel};
      }
      out.push_back(std::move(each));
    }
    block = std::move(out);
  }
  [[nodiscard]] bool is_kernel() const { return language_ == Language::Kernel; }

  // True if the block has jumps. Kernel tests have none. Code copied to avoid a jump would be
  // inside another `if` and depend on it.
  static bool has_jumps(const decompile::SourceBlock& block) {
    using Kind = decompile::SourceStatement::Kind;
    return std::ranges::any_of(block, [](const decompile::SourceStatement& each) {
      const bool is_plain = each.kind == Kind::Line || each.kind == Kind::If ||
                            each.kind == Kind::While || each.kind == Kind::DoWhile;
      return !is_plain || has_jumps(each.body) || has_jumps(each.otherwise);
    });
  }

  // ---- Expressions ----

  std::string expression(ExprId id) {
    const ExpressionNode& node = thread_.expressions[id];
    switch (node.op) {
      case Operator::Constant:
        if (namer_.is_address(node.value)) {
          objects_.insert(address::object(node.value));
        } else if (node.value > MaxNumber || node.value < -MaxNumber - 1) {
          unsupported("a number of more than 32 bits", source_);
        }
        return namer_.value(node.value);
      case Operator::Register: return namer_.reg(index_, node.reg);
      case Operator::Observed: return "0";  // in conditions only
      case Operator::ElementAddress:
        // An array element has one byte there.
        objects_.insert(node.index);
        return format("({} + {})", namer_.object(node.index), expression(node.a));
      case Operator::Negate:
      case Operator::Complement:
      case Operator::Not:
      case Operator::Select:
      case Operator::ShiftLeft:
      case Operator::ShiftRight:
      case Operator::Remainder:
      case Operator::And:
      case Operator::Or: return herd_expression(node);
      case Operator::Guard:
      case Operator::AddChecked:
      case Operator::SubtractChecked:
      case Operator::MultiplyChecked:
      case Operator::UnsignedDivide:
      case Operator::UnsignedRemainder:
        unsupported("a function on C's numbers", node.source);
        return "0";
      default:
        return format("({} {} {})", expression(node.a), symbol_of(node.op), expression(node.b));
    }
  }

  // Writes an operator that herd does not have with those that it has.
  std::string herd_expression(const ExpressionNode& node) {
    const std::string a = expression(node.a);
    switch (node.op) {
      case Operator::Negate: return format("(0 - {})", a);
      case Operator::Complement: return format("(-1 - {})", a);
      case Operator::Not: return format("({} == 0)", a);
      case Operator::And: return format("(({} != 0) & ({} != 0))", a, expression(node.b));
      case Operator::Or: return format("(({} != 0) | ({} != 0))", a, expression(node.b));
      case Operator::Remainder: {
        const std::string b = expression(node.b);
        return format("({0} - ({0} / {1}) * {1})", a, b);
      }
      case Operator::Select:
        return format("((({0} != 0) * {1}) + (({0} == 0) * {2}))", a, expression(node.b),
                      expression(node.c));
      case Operator::ShiftLeft: {
        const std::optional<Value> count = thread_.expressions.known(node.b);
        if (count && *count >= 0 && *count <= MaxShift) {
          return format("({} * {})", a, Value{1} << *count);
        }
        break;
      }
      default: break;
    }
    unsupported("a shift", node.source);
    return "0";
  }

  [[nodiscard]] bool is_used(RegisterId reg) const { return in_use_.contains(reg.value); }

  void assign(RegisterId target, const std::string& value) {
    if (!is_used(target)) {
      line(format("{};", value));
    } else {
      line(format("{} = {};", namer_.reg(index_, target), value));
    }
  }

  void write_kernel_swap(const CompareAndSwap& i, const std::string& where,
                         const std::string& expected, const std::string& desired) {
    const std::string call = kernel_swap(i.read_tags, where, expected, desired);
    const bool is_old = i.result == CasResult::OldValue;
    // Writing the expected value twice keeps its dependencies.
    assign(i.target, is_old || !is_used(i.target) ? call : format("({} == {})", call, expected));
  }
  // True for an acquiring exchange of 0 by 1, the only await that both languages have.
  [[nodiscard]] bool is_lock(const AwaitExchange& i) const {
    const ExpressionPool& pool = thread_.expressions;
    const auto is_constant = [&](ExprId id, Value value) {
      return pool[id].op == Operator::Constant && pool[id].value == value;
    };
    const ExpressionNode& condition = pool[i.condition];
    return i.mode == Mode::Acq && i.failure_mode != Mode::Sc && !i.is_assumed &&
           condition.op == Operator::Equal && pool[condition.a].op == Operator::Register &&
           pool[condition.a].reg == i.target && is_constant(condition.b, 0) &&
           is_constant(i.desired, 1);
  }

  const Namer& namer_;
  Language language_;
  std::set<std::uint32_t> in_use_;
  std::set<std::size_t> objects_;
  std::vector<std::string> expected_;
  std::size_t loops_ = 0;
};

bool has_values(const SharedObject& object) {
  return std::ranges::any_of(object.initial, [](Value value) { return value != 0; });
}

// ---- To the core language -----------------------------------------------------------

// Gives everything names of the core language. Unused registers, such as parameters, lose theirs.
void rename(Program& program, const ProgramNames& names) {
  for (std::size_t i = 0; i < program.objects.size(); ++i) {
    program.objects[i].name = names.object(i);
  }
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    Thread& thread = program.threads[t];
    thread.name = names.thread(t);
    const std::set<std::uint32_t> in_use = registers_in_use(program, ThreadId(t));
    for (std::uint32_t r = 0; r < thread.registers.size(); ++r) {
      RegisterInfo& info = thread.registers[r];
      if (!info.name.empty()) info.name = names.reg(t, RegisterId(r));
      info.is_visible = info.is_visible && in_use.contains(r);
    }
  }
  for (Observable& each : program.observables) each.name = names.observable(each);
}

// Writes propositions as expressions over observables.
class PropositionLowering {
 public:
  explicit PropositionLowering(ExpressionPool& pool) : pool_(pool) {}

  ExprId lower(const Proposition& given) {
    const auto operand = [&](std::size_t i) { return lower(given.operands[i]); };
    switch (given.kind) {
      case PropositionKind::True: return pool_.constant(1);
      case PropositionKind::False: return pool_.constant(0);
      case PropositionKind::Atom: return atom(given.atom);
      case PropositionKind::Not: return negated(operand(0));
      case PropositionKind::And: return all(Operator::And, given.operands.size(), operand);
      case PropositionKind::Or: return all(Operator::Or, given.operands.size(), operand);
      case PropositionKind::Implies:
        return pool_.binary(Operator::Or, negated(operand(0)), operand(1));
    }
    return pool_.constant(1);
  }
  ExprId negated(ExprId id) { return pool_.unary(Operator::Not, id); }

 private:
  ExprId all(Operator op, std::size_t count, const std::function<ExprId(std::size_t)>& part) {
    if (count == 0) return pool_.constant(op == Operator::And ? 1 : 0);
    ExprId out = part(0);
    for (std::size_t i = 1; i < count; ++i) out = pool_.binary(op, out, part(i));
    return out;
  }

  ExprId observed(std::uint32_t observable) {
    return pool_.add({.op = Operator::Observed, .index = observable});
  }
  ExprId atom(const Atom& atom) {
    const std::size_t size = std::max(atom.right_observables.size(), atom.right_values.size());
    if (size != atom.left_observables.size()) return pool_.constant(0);
    return all(Operator::And, size, [&](std::size_t i) {
      const ExprId right = atom.right_observables.empty() ? pool_.constant(atom.right_values[i])
                                                          : observed(atom.right_observables[i]);
      const ExprId left = observed(atom.left_observables[i]);
      return pool_.binary(Operator::Equal, left, right, atom.left.range);
    });
  }

  ExpressionPool& pool_;
};

// Refuses the addresses in a proposition: conditions of the core language compare numbers only.
void refuse_addresses(const Proposition& proposition, const ProgramNames& names,
                      DiagnosticSink& sink) {
  for_each_atom(proposition, [&](const Atom& atom) {
    const auto is_address = [&](Value value) { return names.is_address(value); };
    if (atom.right_observables.empty() && std::ranges::any_of(atom.right_values, is_address)) {
      sink.report(DiagnosticKind::LitmusUnsupported, atom.left.range,
                  {format("an address in the condition of {}", CoreProgram)});
    }
  });
}

// Gives the program the condition of the test.
void add_condition(Program& program, const FinalCondition& given) {
  PropositionLowering lowering(program.condition_expressions);
  Condition out;
  out.expression = lowering.lower(given.proposition);
  out.kind = given.quantifier == Quantifier::Exists      ? ConditionKind::Exists
             : given.quantifier == Quantifier::NotExists ? ConditionKind::Forbid
                                                         : ConditionKind::Forall;
  out.text = proposition_text(given.proposition);
  if (given.filter) {
    ExpressionPool& pool = program.condition_expressions;
    const ExprId filter = lowering.lower(*given.filter);
    const bool is_forall = given.quantifier == Quantifier::Forall;
    out.expression = is_forall ? pool.binary(Operator::Or, lowering.negated(filter), out.expression)
                               : pool.binary(Operator::And, filter, out.expression);
    out.text =
        format("({}) {} ({})", proposition_text(*given.filter), is_forall ? "=>" : "/\\", out.text);
  }
  program.conditions = {std::move(out)};
}

// ---- To C ---------------------------------------------------------------------------

std::string c_init(const Program& program, const Namer& namer) {
  std::string out;
  for (std::size_t i = 0; i < program.objects.size(); ++i) {
    const SharedObject& object = program.objects[i];
    if (object.is_array) {
      out +=
          format(" int8_t {}[{}] = {{{}}};", namer.object(i), object.initial.size(),
                 joined(object.initial, ",", [&](Value each) { return namer.plain_value(each); }));
    } else if (has_values(object)) {
      out += format(" {} = {};", namer.object(i), namer.plain_value(object.initial.front()));
    }
  }
  return out.empty() ? "{}\n" : format("{{{} }}\n", out);
}

ConditionWriter condition_writer(const Program& program, const Namer& namer, Language language,
                                 DiagnosticSink& sink) {
  return {program, where_of(language),
          [&](const Observable& each) { return namer.observable(each); },
          [&](Value value) {
            return namer.is_address(value) ? namer.cell(value) : std::to_string(value);
          },
          sink};
}

// Refuses the atoms of a proposition that C litmus tests do not have.
void refuse_atoms(const Proposition& proposition, const Program& program, DiagnosticSink& sink) {
  for_each_atom(proposition, [&](const Atom& atom) {
    const auto refuse = [&](std::string_view what) {
      sink.report(DiagnosticKind::LitmusUnsupported, atom.left.range,
                  {format("{} in the condition of {}", what, where_of(Language::C))});
    };
    const auto* value = std::get_if<StateValue>(&atom.right);
    if (value != nullptr && (value->is_code || value->is_instruction)) refuse("code as a value");
    for (const std::uint32_t index : atom.right_observables) {
      const Observable& other = program.observables[index];
      // C would read the element as its address.
      if (!other.is_register && program.objects[address::object(other.address)].is_array) {
        refuse("an element of an array on the right");
      }
    }
  });
}

// Returns the final part of a test with the names of the C test. Adds its propositions to the
// program as expressions.
std::string c_condition(LitmusTest& test, const Namer& namer, DiagnosticSink& sink) {
  std::string shown;
  for (const Location& each : test.condition.locations) {
    const auto item = std::ranges::find(test.shown, each, &ShownItem::location);
    if (item == test.shown.end() || item->observables.empty()) continue;
    const Observable& first = test.program.observables[item->observables.front()];
    shown += format("{};", item->is_array ? namer.object(address::object(first.address))
                                          : namer.observable(first));
  }
  const FinalCondition& condition = test.condition;
  std::string out = shown.empty() ? "" : format("locations [{}]\n", shown);
  PropositionLowering lowering(test.program.condition_expressions);
  ConditionWriter writer = condition_writer(test.program, namer, Language::C, sink);
  const auto text = [&](const Proposition& proposition) {
    refuse_atoms(proposition, test.program, sink);
    return writer.text(lowering.lower(proposition));
  };
  if (condition.filter) out += format("filter ({})\n", text(*condition.filter));
  return out +
         format("{} ({})\n", quantifier_name(condition.quantifier), text(condition.proposition));
}

LitmusTest with_fewer_cuts(LitmusTest test) {
  const bool is_of_machine = test.dialect->architecture != "C" && test.dialect != &KernelDialect;
  if (is_of_machine) test.program = without_idle_cuts(std::move(test.program));
  return test;
}

// Elsewhere a cell has one size.
void refuse_parts(const Program& program, std::string_view where, DiagnosticSink& sink) {
  for (const Thread& thread : program.threads) {
    const auto found = std::ranges::find_if(thread.code, &accesses_part);
    if (found == thread.code.end()) continue;
    sink.report(DiagnosticKind::LitmusUnsupported, found->source,
                {format("an access that overlaps others in part in {}", where)});
    return;
  }
}

std::string c_thread(const Program& program, std::size_t index, const Namer& namer,
                     Language language, DiagnosticSink& sink) {
  ThreadWriter writer(program, index, namer, language, sink);
  const std::string body = writer.write();
  std::string parameters;
  for (const std::string& name : writer.expected()) {
    parameters += format("{}int* {}", parameters.empty() ? "" : ", ", name);
  }
  for (const std::size_t object : writer.objects()) {
    const bool is_int = program.objects[object].is_non_atomic || language == Language::Kernel;
    parameters += format("{}{}* {}", parameters.empty() ? "" : ", ", is_int ? "int" : "atomic_int",
                         namer.object(object));
  }
  std::string locals;
  for (const std::string& name : writer.locals()) locals += format("  int {} = 0;\n", name);
  if (locals.empty() && body.empty()) locals = "  int nothing = 0;\n";
  return format("P{} ({}) {{\n{}{}}}\n", index, parameters, locals, body);
}

}  // namespace

std::optional<Program> core_program(const LitmusTest& given, DiagnosticSink& sink) {
  const std::size_t errors_before = sink.error_count();
  refuse_parts(given.program, CoreProgram, sink);
  LitmusTest test = with_fewer_cuts(given);
  const ProgramNames names(test.program, fresh_name, "", false);
  refuse_addresses(test.condition.proposition, names, sink);
  if (test.condition.filter) refuse_addresses(*test.condition.filter, names, sink);
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& each : thread.code) {
      if (!has_tags(each.body)) continue;
      sink.report(DiagnosticKind::LitmusUnsupported, each.source,
                  {format("what only the model of its machine understands in {}", CoreProgram)});
    }
  }
  add_condition(test.program, test.condition);
  rename(test.program, names);
  if (sink.error_count() != errors_before) return std::nullopt;
  return std::move(test.program);
}

std::optional<std::string> to_core(const LitmusTest& test, DiagnosticSink& sink) {
  const std::optional<Program> program = core_program(test, sink);
  if (!program) return std::nullopt;
  const std::optional<std::string> text = decompile::print_source(*program);
  if (text) return format("// The litmus test {}.\n{}", test.name, *text);
  sink.report(DiagnosticKind::LitmusUnsupported, {},
              {format("a loop that is left or entered in several ways in {}", CoreProgram)});
  return std::nullopt;
}

namespace {

std::string c_init_and_threads(const Program& program, const Namer& namer, Language language,
                               DiagnosticSink& sink) {
  std::string out = c_init(program, namer);
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    const Thread& thread = program.threads[i];
    if (thread.role != ThreadRole::Worker) {
      sink.report(DiagnosticKind::LitmusUnsupported, thread.source,
                  {format("the `{}` block in {}", thread.name, where_of(language))});
      continue;
    }
    out += c_thread(program, i, namer, language, sink);
  }
  return out;
}

std::optional<std::string> to_c(const Program& program, const std::string& heading,
                                Language language, DiagnosticSink& sink) {
  const std::size_t errors_before = sink.error_count();
  if (program.topology != nullptr) {
    sink.report(DiagnosticKind::LitmusUnsupported, program.threads.front().source,
                {format("a program with scopes in {}", where_of(language))});
  }
  const Namer namer(program);
  std::string out = heading + c_init_and_threads(program, namer, language, sink);
  out += condition_writer(program, namer, language, sink).write();
  if (sink.error_count() != errors_before) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::string> to_c_litmus(const Program& program, const std::string& name,
                                       DiagnosticSink& sink) {
  return to_c(program, format("C {}\n", name), Language::C, sink);
}

std::optional<std::string> to_c_litmus(const LitmusTest& test, const std::string& name,
                                       DiagnosticSink& sink) {
  const std::size_t errors_before = sink.error_count();
  refuse_parts(test.program, where_of(Language::C), sink);
  OrdersOfC given = with_orders_of_c(test);
  given.test = with_fewer_cuts(std::move(given.test));
  const Namer namer(given.test.program);
  const std::string notes = joined(given.notes, " ");
  std::string out = format("C {}\n", name) + (notes.empty() ? "" : format("\"{}\"\n", notes));
  out += c_init_and_threads(given.test.program, namer, Language::C, sink);
  out += c_condition(given.test, namer, sink);
  if (sink.error_count() != errors_before) return std::nullopt;
  return out;
}

std::optional<std::string> to_kernel_litmus(const Program& compiled,
                                            const mapping::Mapping& mapping,
                                            const std::string& name, DiagnosticSink& sink) {
  std::string threads;
  for (std::size_t i = 0; i < compiled.threads.size(); ++i) {
    const std::string& given = compiled.threads[i].name;
    if (given != format("P{}", i)) threads += format(", {} is P{}", given, i);
  }
  const std::string heading =
      format("C {}\n\"By the mapping {}{}\"\n", name, mapping.name, threads);
  return to_c(compiled, heading, Language::Kernel, sink);
}

}  // namespace drover::litmus
