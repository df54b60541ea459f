#include "litmus/convert/convert.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/convert/program_names.h"
#include "litmus/dialects/kernel/spelling.h"
#include "litmus/proposition.h"
#include "semantics/decompile/source_expression.h"
#include "semantics/program/address.h"
#include "semantics/program/operands.h"
#include "semantics/program/program_printer.h"
#include "support/format.h"

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
enum class Language : std::uint8_t { Core, C, Kernel };

std::string where_of(Language language) {
  switch (language) {
    case Language::Core: return "a core program";
    case Language::C: return "a C litmus test";
    case Language::Kernel: return "a litmus test of the Linux kernel";
  }
  return "";
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

// Names of a program's entities, and the texts that both languages share.
class Namer : public ProgramNames {
 public:
  Namer(const Program& program, Language language)
      : ProgramNames(program, fresh_name, "", language != Language::Core), language_(language) {}

  // Returns the address of a cell as a value.
  [[nodiscard]] std::string address(Value value) const {
    if (language_ == Language::Core) return "&" + cell(value);
    const std::string& name = object(address::object(value));
    if (address::cell(value) == 0) return name;
    return format("({} + {})", name, address::cell(value));
  }
  [[nodiscard]] std::string value(Value value) const {
    if (is_address(value)) return address(value);
    // The magnitude of this number is not a literal.
    if (value == std::numeric_limits<Value>::min()) return "(-9223372036854775807 - 1)";
    return value < 0 ? format("({})", value) : std::to_string(value);
  }
  // Writes a negative number without parentheses.
  [[nodiscard]] std::string plain_value(Value value) const {
    return is_address(value) ? address(value) : std::to_string(value);
  }

  [[nodiscard]] std::string observable(const Observable& observable) const {
    if (!observable.is_register) return cell(observable.address);
    const std::size_t index = observable.thread.value;
    return format("{}:{}", thread(index), reg(index, observable.reg));
  }

 private:
  Language language_;
};

// Writes the code of one thread in one of the languages.
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
    const auto block = statements(is_c() ? Labels::Avoided : Labels::Used);
    if (!block) return "";
    if (is_kernel() && has_jumps(*block)) {
      unsupported("`break`, `continue`, `return` or another jump", thread_.source);
      return "";
    }
    return is_core() ? unassigned() + indented(*block) : indented(*block);
  }

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
    if (is_kernel()) return assign(i.target, kernel::load_text(i.tags, place(i.address)));
    if (is_core()) {
      const std::string text = format("load{}({})", suffix(i.mode), place(i.address));
      // The core language has no load statement.
      const std::string& target = namer_.reg(index_, i.target);
      assigned_.insert(i.target.value);
      line(format("{} := {};", target, text));
    } else if (i.mode == Mode::Na) {
      assign(i.target, format("*{}", place(i.address)));
    } else {
      assign(i.target,
             format("atomic_load_explicit({}, {})", place(i.address), order_name(i.mode)));
    }
  }
  void write_one(const Store& i) {
    const std::string value = expression(i.value);
    if (is_kernel()) return line(kernel::store_text(i.tags, place(i.address), value));
    if (is_core()) {
      line(format("store{}({}, {});", suffix(i.mode), place(i.address), value));
    } else if (i.mode == Mode::Na) {
      line(format("*{} = {};", place(i.address), value));
    } else {
      line(format("atomic_store_explicit({}, {}, {});", place(i.address), value,
                  order_name(i.mode)));
    }
  }
  void write_one(const ReadModifyWrite& i) {
    if (i.desired || i.view != ValueView::Whole) {
      return unsupported("an update of a number of C");
    }
    const std::string where = place(i.address);
    const std::string value = expression(i.operand);
    if (is_kernel()) {
      return assign(i.target, kernel::update_text(i.read_tags, i.op, where, value));
    }
    assign(i.target, is_core()
                         ? format("{}{}({}, {})", names_of(i.op).core, suffix(i.mode), where, value)
                         : format("{}({}, {}, {})", names_of(i.op).c_explicit, where, value,
                                  order_name(i.mode)));
  }
  void write_one(const CompareAndSwap& i) {
    const std::string where = place(i.address);
    const std::string expected = expression(i.expected);
    const std::string desired = expression(i.desired);
    if (is_core()) {
      const std::string_view word = i.result == CasResult::Success ? "cas" : "cmpxchg";
      const std::string modes =
          i.mode == Mode::Plain ? ""
                                : format("@{},{}", mode_name(i.mode), mode_name(i.failure_mode));
      assign(i.target, format("{}{}({}, {}, {})", word, modes, where, expected, desired));
      return;
    }
    if (is_kernel()) return write_kernel_swap(i, where, expected, desired);
    // `found` receives the value found if the exchange fails; otherwise it already holds it.
    const std::string found = format("found_{}", counter_++);
    line(format("int {} = {};", found, expected));
    const std::string call =
        format("atomic_compare_exchange_strong_explicit({}, &{}, {}, {}, {})", where, found,
               desired, order_name(i.mode), order_name(i.failure_mode));
    if (i.result == CasResult::Success) {
      assign(i.target, call);
    } else {
      line(call + ";");
      assign(i.target, found);
    }
  }
  void write_one(const FenceInstruction& i) {
    if (is_kernel()) return line(kernel::fence_text(i.tags));
    line(is_core() ? format("fence{};", suffix(i.mode))
                   : format("atomic_thread_fence({});", order_name(i.mode)));
  }
  void write_one(const AwaitExchange& i) {
    if (is_kernel()) return unsupported("`lock` or `xchgawait`");
    if (!is_lock(i)) return unsupported("`xchgawait`");
    line(format("lock({});", place(i.address)));
    if (is_used(i.target)) assign(i.target, "0");
  }
  void write_one(const Assume& i) {
    if (!is_core()) return unsupported("`assume`");
    line(format("assume({});", expression(i.condition)));
  }

 private:
  [[nodiscard]] bool is_core() const { return language_ == Language::Core; }
  [[nodiscard]] bool is_c() const { return language_ == Language::C; }
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

  // The core language has no unassigned registers: assigns 0 to each.
  [[nodiscard]] std::string unassigned() const {
    std::string out;
    for (const std::uint32_t each : in_use_) {
      if (!assigned_.contains(each))
        out += format("  {} := 0;\n", namer_.reg(index_, RegisterId(each)));
    }
    return out;
  }

  static bool has_tags(const InstructionBody& body) {
    return std::visit(
        [](const auto& i) {
          if constexpr (requires { i.tags; }) return !i.tags.is_empty();
          if constexpr (requires { i.read_tags; }) return !i.read_tags.is_empty();
          return false;
        },
        body);
  }

  // ---- Expressions ----

  std::string expression(ExprId id) {
    const ExpressionNode& node = thread_.expressions[id];
    switch (node.op) {
      case Operator::Constant:
        if (namer_.is_address(node.value)) objects_.insert(address::object(node.value));
        return namer_.value(node.value);
      case Operator::Register: return namer_.reg(index_, node.reg);
      case Operator::Observed: return "0";  // in conditions only
      case Operator::ElementAddress: return (is_core() ? "&" : "") + element(node);
      case Operator::Negate:
      case Operator::Complement:
      case Operator::Not: return format("{}({})", symbol_of(node.op), expression(node.a));
      case Operator::Select:
        return format("({} ? {} : {})", expression(node.a), expression(node.b), expression(node.c));
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

  // Core: the location `a[e]`. C: its address; an array element has one byte there.
  std::string element(const ExpressionNode& node) {
    objects_.insert(node.index);
    const std::string& name = namer_.object(node.index);
    return is_core() ? format("{}[{}]", name, expression(node.a))
                     : format("({} + {})", name, expression(node.a));
  }

  // Returns the target of an access: a location in the core language, a pointer in C.
  std::string place(ExprId id) {
    if (!is_core()) return expression(id);
    const ExpressionNode& node = thread_.expressions[id];
    if (node.op == Operator::ElementAddress) return element(node);
    if (node.op == Operator::Constant && namer_.is_address(node.value)) {
      return namer_.cell(node.value);
    }
    return format("*({})", expression(id));
  }

  static std::string suffix(Mode mode) {
    return mode == Mode::Plain ? "" : format("@{}", mode_name(mode));
  }

  [[nodiscard]] bool is_used(RegisterId reg) const { return in_use_.contains(reg.value); }

  void assign(RegisterId target, const std::string& value) {
    if (!is_used(target)) {
      line(format("{};", value));
    } else {
      assigned_.insert(target.value);
      line(format("{} {} {};", namer_.reg(index_, target), is_core() ? ":=" : "=", value));
    }
  }

  void write_kernel_swap(const CompareAndSwap& i, const std::string& where,
                         const std::string& expected, const std::string& desired) {
    const std::string call = kernel::swap_text(i.read_tags, where, expected, desired);
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
  std::set<std::uint32_t> assigned_;
  std::set<std::size_t> objects_;
  std::size_t counter_ = 0;
};

// Returns an initial value in the core language, which has no address constants.
std::string number_text(Value value, const Namer& namer) {
  return namer.is_address(value) ? "0" : namer.value(value);
}

std::string list_of(const std::vector<Value>& values, const Namer& namer) {
  std::string text;
  for (const Value value : values) text += (text.empty() ? "" : ", ") + number_text(value, namer);
  return "{" + text + "}";
}

bool has_values(const SharedObject& object) {
  return std::ranges::any_of(object.initial, [](Value value) { return value != 0; });
}

// ---- To the core language -----------------------------------------------------------

// Returns the stores of the init block that set cells to their initial addresses.
std::string addresses_in_init(const Program& program, const Namer& namer) {
  std::string out;
  for (std::size_t i = 0; i < program.objects.size(); ++i) {
    const std::vector<Value>& cells = program.objects[i].initial;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (!namer.is_address(cells[cell])) continue;
      const Value where =
          address::of_object(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(cell));
      out += format("  store({}, {});\n", namer.cell(where), namer.address(cells[cell]));
    }
  }
  return out.empty() ? "" : format("\ninit {{\n{}}}\n", out);
}

std::string core_objects(const Program& program, const Namer& namer) {
  std::string out;
  for (std::size_t i = 0; i < program.objects.size(); ++i) {
    const SharedObject& object = program.objects[i];
    std::string text = namer.object(i);
    if (object.is_array) text += format("[{}]", object.initial.size());
    if (has_values(object)) {
      text += " = " + (object.is_array ? list_of(object.initial, namer)
                                       : number_text(object.initial.front(), namer));
    }
    out += format("shared {};\n", text);
  }
  return out + addresses_in_init(program, namer);
}

std::string core_atom(const Atom& atom, const Program& program, const Namer& namer) {
  std::string text;
  const std::size_t right = std::max(atom.right_observables.size(), atom.right_values.size());
  if (right != atom.left_observables.size()) return "0";
  for (std::size_t i = 0; i < right; ++i) {
    const std::string other =
        atom.right_observables.empty()
            ? namer.value(atom.right_values[i])
            : namer.observable(program.observables[atom.right_observables[i]]);
    text += format("{}{} == {}", text.empty() ? "" : " && ",
                   namer.observable(program.observables[atom.left_observables[i]]), other);
  }
  return right == 1 ? text : "(" + text + ")";
}

std::string core_proposition(const Proposition& proposition, const Program& program,
                             const Namer& namer) {
  const auto join = [&](std::string_view between, std::string_view nothing) {
    std::string text;
    for (const Proposition& operand : proposition.operands) {
      if (!text.empty()) text += between;
      text += core_proposition(operand, program, namer);
    }
    return text.empty() ? std::string(nothing) : "(" + text + ")";
  };
  switch (proposition.kind) {
    case PropositionKind::True: return "1";
    case PropositionKind::False: return "0";
    case PropositionKind::Atom: return core_atom(proposition.atom, program, namer);
    case PropositionKind::Not:
      return format("!({})", core_proposition(proposition.operands.front(), program, namer));
    case PropositionKind::And: return join(" && ", "1");
    case PropositionKind::Or: return join(" || ", "0");
    case PropositionKind::Implies:
      return format("(!({}) || {})", core_proposition(proposition.operands.front(), program, namer),
                    core_proposition(proposition.operands.back(), program, namer));
  }
  return "1";
}

// Conditions of the core language compare numbers only.
void check_no_addresses(const Proposition& proposition, const Namer& namer, DiagnosticSink& sink) {
  for (const Value value : proposition.atom.right_values) {
    if (!namer.is_address(value)) continue;
    sink.report(DiagnosticKind::LitmusUnsupported, proposition.atom.left.range,
                {"an address in the condition of a core program"});
  }
  for (const Proposition& operand : proposition.operands) check_no_addresses(operand, namer, sink);
}

std::string core_condition(const LitmusTest& test, const Namer& namer) {
  const FinalCondition& condition = test.condition;
  std::string text = core_proposition(condition.proposition, test.program, namer);
  const bool is_forall = condition.quantifier == Quantifier::Forall;
  if (condition.filter) {
    const std::string filter = core_proposition(*condition.filter, test.program, namer);
    text = is_forall ? format("!({}) || {}", filter, text) : format("{} && {}", filter, text);
  }
  const std::string_view word = is_forall                                       ? "forall"
                                : condition.quantifier == Quantifier::NotExists ? "forbid"
                                                                                : "exists";
  return format("{} ({});\n", word, text);
}

// ---- To C ---------------------------------------------------------------------------

std::string c_init(const Program& program, const Namer& namer) {
  std::string out;
  for (std::size_t i = 0; i < program.objects.size(); ++i) {
    const SharedObject& object = program.objects[i];
    if (object.is_array) {
      std::string values;
      for (const Value value : object.initial) {
        values += (values.empty() ? "" : ",") + namer.plain_value(value);
      }
      out += format(" int8_t {}[{}] = {{{}}};", namer.object(i), object.initial.size(), values);
    } else if (has_values(object)) {
      out += format(" {} = {};", namer.object(i), namer.plain_value(object.initial.front()));
    }
  }
  return out.empty() ? "{}\n" : format("{{{} }}\n", out);
}

// Writes the final part of a test with the names of the C test. A short-lived worker.
class CConditionWriter {
 public:
  CConditionWriter(const LitmusTest& test, const Namer& namer, DiagnosticSink& sink)
      : test_(test), namer_(namer), sink_(sink) {}

  std::string write() {
    const FinalCondition& condition = test_.condition;
    std::string out = locations();
    if (condition.filter) out += format("filter ({})\n", text(*condition.filter));
    return out +
           format("{} ({})\n", quantifier_name(condition.quantifier), text(condition.proposition));
  }

 private:
  void refuse(const std::string& what, SourceRange range) {
    sink_.report(DiagnosticKind::LitmusUnsupported, range,
                 {what + " in the condition of a C litmus test"});
  }
  [[nodiscard]] const Observable& observable(std::uint32_t index) const {
    return test_.program.observables[index];
  }

  std::string locations() {
    std::string out;
    for (const Location& each : test_.condition.locations) {
      const auto shown = std::ranges::find(test_.shown, each, &ShownItem::location);
      if (shown == test_.shown.end() || shown->observables.empty()) continue;
      const Observable& first = observable(shown->observables.front());
      out += format("{};", shown->is_array ? namer_.object(address::object(first.address))
                                           : namer_.observable(first));
    }
    return out.empty() ? "" : format("locations [{}]\n", out);
  }

  std::string text(const Proposition& proposition) {
    const auto join = [&](std::string_view between, std::string_view nothing) {
      std::string out;
      for (const Proposition& operand : proposition.operands) {
        if (!out.empty()) out += between;
        const bool is_simple = operand.kind == PropositionKind::Atom ||
                               operand.kind == PropositionKind::Not ||
                               operand.kind == proposition.kind || operand.operands.empty();
        const std::string inner = text(operand);
        out +=
            is_simple && proposition.kind != PropositionKind::Implies ? inner : "(" + inner + ")";
      }
      return out.empty() ? std::string(nothing) : out;
    };
    switch (proposition.kind) {
      case PropositionKind::True: return "true";
      case PropositionKind::False: return "false";
      case PropositionKind::Atom: return atom(proposition.atom);
      case PropositionKind::Not: return format("not ({})", text(proposition.operands.front()));
      case PropositionKind::And: return join(" /\\ ", "true");
      case PropositionKind::Or: return join(" \\/ ", "false");
      case PropositionKind::Implies: return join(" => ", "true");
    }
    return "true";
  }

  std::string atom(const Atom& atom) {
    const auto* value = std::get_if<StateValue>(&atom.right);
    if (value != nullptr && (value->is_code || value->is_instruction)) {
      refuse("code as a value", atom.left.range);
      return "true";
    }
    const std::size_t size = std::max(atom.right_observables.size(), atom.right_values.size());
    if (size != atom.left_observables.size()) return "false";
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
      out += format("{}{}={}", out.empty() ? "" : " /\\ ",
                    namer_.observable(observable(atom.left_observables[i])), right(atom, i));
    }
    return size == 1 ? out : "(" + out + ")";
  }
  std::string right(const Atom& atom, std::size_t i) {
    if (atom.right_observables.empty()) {
      const Value value = atom.right_values[i];
      return namer_.is_address(value) ? namer_.cell(value) : std::to_string(value);
    }
    const Observable& other = observable(atom.right_observables[i]);
    const std::string name = namer_.observable(other);
    if (other.is_register) return name;
    // C would read the element as its address.
    if (test_.program.objects[address::object(other.address)].is_array) {
      refuse("an element of an array on the right", atom.left.range);
    }
    return format("[{}]", name);
  }

  const LitmusTest& test_;
  const Namer& namer_;
  DiagnosticSink& sink_;
};

std::string c_thread(const Program& program, std::size_t index, const Namer& namer,
                     Language language, DiagnosticSink& sink) {
  ThreadWriter writer(program, index, namer, language, sink);
  const std::string body = writer.write();
  std::string parameters;
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

std::optional<std::string> to_core(const LitmusTest& test, DiagnosticSink& sink) {
  const std::size_t errors_before = sink.error_count();
  const Namer namer(test.program, Language::Core);
  std::string out = format("// The litmus test {}.\n", test.name);
  out += core_objects(test.program, namer) + "\n";
  for (std::size_t i = 0; i < test.program.threads.size(); ++i) {
    const std::string body = ThreadWriter(test.program, i, namer, Language::Core, sink).write();
    out += format("thread {} {{\n{}}}\n\n", namer.thread(i), body);
  }
  check_no_addresses(test.condition.proposition, namer, sink);
  if (test.condition.filter) check_no_addresses(*test.condition.filter, namer, sink);
  out += core_condition(test, namer);
  if (sink.error_count() != errors_before) return std::nullopt;
  return out;
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
  const Namer namer(program, language);
  std::string out = heading + c_init_and_threads(program, namer, language, sink);
  out += ConditionWriter(
             program, where_of(language),
             [&](const Observable& each) { return namer.observable(each); },
             [&](Value value) { return namer.plain_value(value); }, sink)
             .write();
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
  const OrdersOfC given = with_orders_of_c(test);
  const Namer namer(given.test.program, Language::C);
  std::string notes;
  for (const std::string& each : given.notes) notes += (notes.empty() ? "" : " ") + each;
  std::string out = format("C {}\n", name) + (notes.empty() ? "" : format("\"{}\"\n", notes));
  out += c_init_and_threads(given.test.program, namer, Language::C, sink);
  out += CConditionWriter(given.test, namer, sink).write();
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
