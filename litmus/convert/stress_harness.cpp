// [Alglave et al. 2011] "Litmus: Running Tests against Hardware": an array has many instances of
// the test. The threads traverse it together and meet before each instance. The final states are
// counted when all threads are done.
#include "litmus/convert/convert.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/convert/harness_parts.h"
#include "litmus/convert/program_names.h"
#include "semantics/decompile/source_expression.h"
#include "semantics/program/address.h"
#include "semantics/program/program_printer.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

using decompile::SourceExpression;

constexpr std::array CWords{
    "auto",     "break",  "case",   "char",     "const",    "continue", "default",  "do",
    "double",   "else",   "enum",   "extern",   "float",    "for",      "goto",     "if",
    "inline",   "int",    "long",   "register", "restrict", "return",   "short",    "signed",
    "sizeof",   "static", "struct", "switch",   "typedef",  "union",    "unsigned", "void",
    "volatile", "while",  "asm",    "typeof",   "value",    "cell",     "main",     "s",
    "assert",   "stuck",  "status", "ready",    "instance", "v",        "bool",     "true",
    "false",    "NULL",   "errno",  "linux",    "unix",     "stdin",    "stdout",   "stderr"};

std::string c_name(const std::string& wanted, std::set<std::string>& taken) {
  std::string name;
  for (const char c : wanted) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  if (name.empty() || name[0] == '_' || std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
    name = "n" + name;
  }
  if (std::ranges::find(CWords, name) != CWords.end()) name += '_';
  while (!taken.insert(name).second) name += '_';
  return name;
}

// Returns an order that is valid for a load, for an exchange that does not happen.
std::string_view load_order(Mode mode) {
  return mode == Mode::Rel      ? order_name(Mode::Rlx)
         : mode == Mode::AcqRel ? order_name(Mode::Acq)
                                : order_name(mode);
}

// Returns the text of a file of litmus/convert/harness.
std::string_view part(std::string_view name) {
  const auto found = std::ranges::find(harness_parts(), name, &HarnessPart::name);
  DROVER_CHECK(found != harness_parts().end(), "there is a file of that name");
  return found->text;
}

// Names in the harness. A short-lived worker, as all here.
class HarnessNames : public ProgramNames {
 public:
  explicit HarnessNames(const Program& program) : ProgramNames(program, c_name, "thread_", false) {}

  // Returns the member of an instance that holds an observed register.
  [[nodiscard]] std::string kept(std::size_t index, RegisterId id) const {
    return format("{}_{}", thread(index), reg(index, id));
  }
  [[nodiscard]] std::string place(Value address) const { return "s->" + cell(address); }
  [[nodiscard]] bool is_cell(Value value) const {
    return is_address(value) &&
           address::cell(value) < program_.objects[address::object(value)].initial.size();
  }
};

// Writes the function body of one thread.
class HarnessThread : public CodeWriterBase<HarnessThread> {
 public:
  // `status` is the index of the thread's status.
  HarnessThread(const Program& program, std::size_t index, std::string status,
                const HarnessNames& names, const std::set<std::uint32_t>& observed,
                DiagnosticSink& sink)
      : CodeWriterBase(program, index, "a C program that runs it", sink),
        status_(format("s->status[{}]", status)),
        names_(names),
        observed_(observed) {}

  std::string write() {
    const auto block = statements(decompile::Labels::Avoided);
    if (!block) return "";
    const std::string body = indented(*block);
    std::string locals;
    for (const std::uint32_t each : mentioned_) {
      if (observed_.contains(each)) continue;
      const std::string& name = names_.reg(index_, RegisterId(each));
      locals += format("  value {0} = 0;\n  (void){0};\n", name);
    }
    return format("static void {}(struct instance *s) {{\n{}  (void)s;\n{}}}\n",
                  names_.thread(index_), locals, body);
  }
  // Returns the parts of the harness that the text needs.
  [[nodiscard]] const std::set<std::string>& uses() const { return uses_; }

  // For decompile::ThreadFlow.
  SourceExpression condition(const Branch& branch, InstructionIndex at) {
    source_ = thread_.code[at].source;
    return expression(branch.condition);
  }

  using CodeWriterBase::write_one;
  void write_one(const Assign& i) { assign(i.target, text(i.value)); }
  void write_one(const Load& i) {
    assign(i.target,
           format("atomic_load_explicit({}, {})", pointer(i.address), order_name(i.mode)));
  }
  void write_one(const Store& i) {
    line(format("atomic_store_explicit({}, {}, {});", pointer(i.address), text(i.value),
                order_name(i.mode)));
  }
  void write_one(const ReadModifyWrite& i) {
    const bool is_narrow = i.view != ValueView::Whole && i.view != ValueView::Unsigned64;
    if (i.desired || is_narrow) return unsupported("an update of a number of C");
    assign(i.target, format("{}({}, {}, {})", names_of(i.op).c_explicit, pointer(i.address),
                            text(i.operand), order_name(i.mode)));
  }
  void write_one(const CompareAndSwap& i) {
    const std::string desired = text(i.desired);
    line(format("{{ value v = {};", text(i.expected)));
    const std::string call =
        format("atomic_compare_exchange_strong_explicit({}, &v, {}, {}, {})", pointer(i.address),
               desired, order_name(i.mode), load_order(i.failure_mode));
    if (i.result == CasResult::Success) {
      line(format("  {} = {}; }}", name(i.target), call));
    } else {
      line(format("  {};", call));
      line(format("  {} = v; }}", name(i.target)));
    }
  }
  void write_one(const Await& i) {
    line("{ value v; int tries = 0;");
    line(format("  while (v = atomic_load_explicit({}, {}), !({})) {{", pointer(i.address),
                order_name(i.mode), text_of_awaited(i.target, i.condition)));
    give_up_later(i.is_assumed);
    line("  }");
    line(format("  {} = v; }}", name(i.target)));
  }
  void write_one(const AwaitExchange& i) {
    const std::string where = pointer(i.address);
    line(format("{{ value v = atomic_load_explicit({}, memory_order_relaxed); int tries = 0;",
                where));
    line(
        format("  while (!({}) || !atomic_compare_exchange_strong_explicit({}, &v, {}, {}, {})) {{",
               text_of_awaited(i.target, i.condition), where, text_of_awaited(i.target, i.desired),
               order_name(i.mode), load_order(i.failure_mode)));
    give_up_later(i.is_assumed);
    line(format("    v = atomic_load_explicit({}, memory_order_relaxed);", where));
    line("  }");
    line(format("  {} = v; }}", name(i.target)));
  }
  void write_one(const FenceInstruction& i) {
    line(format("atomic_thread_fence({});", order_name(i.mode)));
  }
  void write_one(const Assume& i) { end_unless(i.condition, "Blocked"); }
  void write_one(const Assert& i) { end_unless(i.condition, "Failed"); }
  void write_one(const Fail& /*i*/) { line(format("{} = Failed; return;", status_)); }
  void write_one(const BlockInstruction& /*i*/) { line(format("{} = Blocked; return;", status_)); }
  void write_one(const Allocate& i) {
    uses_.insert("heap");
    assign(i.target, format("allocate({})", text(i.size)));
  }
  void write_one(const Deallocate& i) { line(format("(void)({});", text(i.address))); }

 private:
  // ---- Expressions ----

  std::string name(RegisterId reg) {
    mentioned_.insert(reg.value);
    if (observed_.contains(reg.value)) return "s->" + names_.kept(index_, reg);
    return names_.reg(index_, reg);
  }
  static std::string closed(const SourceExpression& expression) {
    return expression.level >= PrefixLevel ? expression.text : "(" + expression.text + ")";
  }
  std::string text(ExprId id) { return expression(id).text; }
  SourceExpression expression(ExprId id) {
    const ExpressionNode& node = thread_.expressions[id];
    switch (node.op) {
      case Operator::Constant:
        if (names_.is_cell(node.value))
          return {"ADDRESS(" + names_.place(node.value) + ")", PostfixLevel};
        if (node.value == std::numeric_limits<Value>::min()) return {"INT64_MIN", PostfixLevel};
        return decompile::integer(node.value);
      case Operator::Register:
        if (awaited_ && *awaited_ == node.reg) return {"v", PostfixLevel};
        return {name(node.reg), PostfixLevel};
      case Operator::ElementAddress: {
        uses_.insert("element");
        return {format("element(s->{}, {}, {}, &{})", names_.object(node.index),
                       program_.objects[node.index].initial.size(), text(node.a), status_),
                PostfixLevel};
      }
      case Operator::Negate:
      case Operator::Complement:
      case Operator::Not:
        return {format("{}{}", symbol_of(node.op), in_parentheses(node.a)), PrefixLevel};
      case Operator::Select:
        return {format("{} ? {} : {}", closed(expression(node.a)), closed(expression(node.b)),
                       closed(expression(node.c))),
                0};
      case Operator::Divide:
      case Operator::Remainder:
      case Operator::ShiftLeft:
      case Operator::ShiftRight: {
        const std::string_view function = node.op == Operator::Divide      ? "divide"
                                          : node.op == Operator::Remainder ? "remainder_of"
                                          : node.op == Operator::ShiftLeft ? "shift_left"
                                                                           : "shift_right";
        uses_.emplace(function);
        return {format("{}({}, {}, &{})", function, text(node.a), text(node.b), status_),
                PostfixLevel};
      }
      case Operator::Observed:
      case Operator::AddChecked:
      case Operator::SubtractChecked:
      case Operator::MultiplyChecked:
      case Operator::UnsignedDivide:
      case Operator::UnsignedRemainder:
      case Operator::Guard: unsupported("a function on C's numbers"); return {"0", PostfixLevel};
      default: break;
    }
    return {format("{} {} {}", closed(expression(node.a)), symbol_of(node.op),
                   closed(expression(node.b))),
            0};
  }
  std::string in_parentheses(ExprId id) {
    const SourceExpression inner = expression(id);
    return inner.level >= PostfixLevel ? inner.text : "(" + inner.text + ")";
  }

  // Returns a pointer to a cell.
  std::string pointer(ExprId id) {
    const ExpressionNode& node = thread_.expressions[id];
    if (node.op == Operator::Constant && names_.is_cell(node.value)) {
      return "&" + names_.place(node.value);
    }
    return format("(cell *)(intptr_t){}", in_parentheses(id));
  }

  void assign(RegisterId target, const std::string& what) {
    line(format("{} = {};", name(target), what));
  }
  // Gives up after `Patience` tries.
  void give_up_later(bool is_assumed) {
    line(format("    if (++tries == Patience) {{ {} = {}; return; }}", status_,
                is_assumed ? "Blocked" : "Stuck"));
    line("    if (tries % 100 == 0) sched_yield();");
  }
  std::string text_of_awaited(RegisterId target, ExprId id) {
    awaited_ = target;
    std::string out = text(id);
    awaited_.reset();
    return out;
  }
  void end_unless(ExprId condition, std::string_view status) {
    line(format("if (!({})) {{ {} = {}; return; }}", text(condition), status_, status));
  }

  std::string status_;
  const HarnessNames& names_;
  const std::set<std::uint32_t>& observed_;
  std::set<std::uint32_t> mentioned_;
  std::set<std::string> uses_;
  std::optional<RegisterId> awaited_;
};

// Writes the whole harness.
class Harness {
 public:
  Harness(const Program& program, std::string name, const std::vector<std::string>& notes,
          DiagnosticSink& sink)
      : program_(program), name_(std::move(name)), notes_(notes), sink_(sink), names_(program) {
    find_observed();
  }

  std::string write() {
    std::string bodies;
    std::set<std::string> uses;
    std::vector<std::size_t> workers;
    std::optional<std::size_t> init;
    std::optional<std::size_t> final;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      // The statuses of the workers come first.
      const ThreadRole role = program_.threads[t].role;
      const std::string status = role == ThreadRole::Init    ? "THREADS + 1"
                                 : role == ThreadRole::Final ? "THREADS"
                                                             : std::to_string(workers.size());
      if (role == ThreadRole::Init) init = t;
      if (role == ThreadRole::Final) final = t;
      if (role == ThreadRole::Worker) workers.push_back(t);
      HarnessThread writer(program_, t, status, names_, registers_[t], sink_);
      bodies += "\n" + writer.write();
      uses.insert(writer.uses().begin(), writer.uses().end());
    }
    if (workers.empty()) {
      sink_.report(DiagnosticKind::LitmusUnsupported, {},
                   {"a program without threads, to be run,"});
    }
    if (program_.topology != nullptr) {
      sink_.report(DiagnosticKind::LitmusUnsupported, program_.threads.front().source,
                   {"a program with scopes, to be run,"});
    }
    std::string out = format(
        "/* {}: runs many times, and counts the final states.\n"
        "   cc -O2 -pthread FILE.c && ./a.out [ROUNDS [INSTANCES]]",
        name_);
    for (const std::string& note : notes_) out += format("\n   {}", note);
    out += " */\n";
    out += part("head");
    out += format("\n#define NAME \"{}\"\n#define THREADS {}\n#define OBSERVED {}\n", name_,
                  workers.size(), observed_.size());
    out += format("#define END_OF_ROUND {}\n", uses.contains("heap") ? "free_blocks();" : "");
    if (bodies.find("ADDRESS(") != std::string::npos) {
      out += "#define ADDRESS(place) ((value)(intptr_t)&(place))\n";
    }
    out += instance_text();
    for (const std::string_view name :
         {"heap", "element", "divide", "remainder_of", "shift_left", "shift_right"}) {
      if (uses.contains(std::string(name))) out += format("\n{}", part(name));
    }
    out += bodies;
    out += "\nstatic void (*const threads[THREADS])(struct instance *) = {";
    for (std::size_t i = 0; i < workers.size(); ++i) {
      out += format("{}{}", i == 0 ? "" : ", ", names_.thread(workers[i]));
    }
    out += "};\n" + start_text(init) + finish_text(final) + observe_text();
    return out + format("\n{}{}{}", part("rounds"), conditions_text(), part("main"));
  }

 private:
  // Finds the observables: those of the conditions, or else all shared cells and all registers that
  // a condition could name.
  void find_observed() {
    registers_.resize(program_.threads.size());
    constexpr std::size_t MaxObserved = 32;
    if (!program_.observables.empty()) {
      observed_ = program_.observables;
    } else {
      for (std::size_t t = 0; t < program_.threads.size(); ++t) {
        const Thread& thread = program_.threads[t];
        for (std::size_t r = 0; r < thread.registers.size(); ++r) {
          const bool is_worker = thread.role == ThreadRole::Worker && !thread.origin;
          if (!thread.registers[r].is_visible || !is_worker) continue;
          observed_.push_back({.name = format("{}:{}", thread.name, thread.registers[r].name),
                               .is_register = true,
                               .thread = ThreadId(t),
                               .reg = RegisterId(r)});
        }
      }
      for (std::size_t o = 0; o < program_.objects.size(); ++o) {
        const SharedObject& object = program_.objects[o];
        for (std::size_t cell = 0; cell < object.initial.size(); ++cell) {
          Observable one;
          one.name = object.is_array ? format("{}[{}]", object.name, cell) : object.name;
          one.address =
              address::of_object(static_cast<std::uint32_t>(o), static_cast<std::uint32_t>(cell));
          observed_.push_back(std::move(one));
        }
      }
      if (observed_.size() > MaxObserved) observed_.resize(MaxObserved);
    }
    for (const Observable& each : observed_) {
      if (each.is_register) registers_[each.thread.value].insert(each.reg.value);
    }
  }

  std::string instance_text() {
    std::string out = "\nstruct instance {\n";
    for (std::size_t i = 0; i < program_.objects.size(); ++i) {
      const SharedObject& object = program_.objects[i];
      out += object.is_array ? format("  _Alignas(64) cell {}[{}];\n", names_.object(i),
                                      std::max<std::size_t>(object.initial.size(), 1))
                             : format("  _Alignas(64) cell {};\n", names_.object(i));
    }
    out += "  _Alignas(64) atomic_int ready;\n";
    for (std::size_t t = 0; t < registers_.size(); ++t) {
      for (const std::uint32_t reg : registers_[t]) {
        out += format("  value {};\n", names_.kept(t, RegisterId(reg)));
      }
    }
    return out +
           "  int status[THREADS + 2];  /* the last two: the init and the final block */\n};\n";
  }
  std::string start_text(std::optional<std::size_t> init) {
    std::string out = "\nstatic void start(struct instance *s) {\n  (void)s;\n";
    for (std::size_t i = 0; i < program_.objects.size(); ++i) {
      const SharedObject& object = program_.objects[i];
      for (std::size_t cell = 0; cell < object.initial.size(); ++cell) {
        const Value value = object.initial[cell];
        if (value == 0) continue;
        const Value where =
            address::of_object(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(cell));
        const std::string text = names_.is_cell(value)
                                     ? format("(value)(intptr_t)&{}", names_.place(value))
                                     : decompile::integer(value).text;
        out += format("  atomic_init(&{}, {});\n", names_.place(where), text);
      }
    }
    if (init) out += format("  {}(s);\n", names_.thread(*init));
    return out + "}\n";
  }
  std::string finish_text(std::optional<std::size_t> final) {
    return format("\nstatic void finish(struct instance *s) {{\n  (void)s;\n{}}}\n",
                  final ? format("  {}(s);\n", names_.thread(*final)) : "");
  }
  std::string observe_text() {
    std::string out = "\nstatic const char *const names[OBSERVED + 1] = {";
    for (const Observable& each : observed_) out += format("\"{}\", ", each.name);
    out +=
        "\"\"};\nstatic void observe(const struct instance *s, value *values) {\n"
        "  (void)s;\n  (void)values;\n";
    for (std::size_t i = 0; i < observed_.size(); ++i) {
      const Observable& each = observed_[i];
      const std::string text = each.is_register
                                   ? "s->" + names_.kept(each.thread.value, each.reg)
                                   : format("atomic_load(&{})", names_.place(each.address));
      out += format("  values[{}] = {};\n", i, text);
    }
    return out + "}\n";
  }

  std::string condition_text(ExprId id) {
    const ExpressionNode& node = program_.condition_expressions[id];
    switch (node.op) {
      case Operator::Constant: return decompile::integer(node.value).text;
      case Operator::Observed: return format("values[{}]", node.index);
      case Operator::Negate:
      case Operator::Complement:
      case Operator::Not: return format("{}({})", symbol_of(node.op), condition_text(node.a));
      case Operator::Select:
        return format("({} ? {} : {})", condition_text(node.a), condition_text(node.b),
                      condition_text(node.c));
      default:
        return format("({} {} {})", condition_text(node.a), symbol_of(node.op),
                      condition_text(node.b));
    }
  }
  std::string conditions_text() {
    std::string out;
    std::string report = "static void report_conditions(void) {\n";
    for (std::size_t i = 0; i < program_.conditions.size(); ++i) {
      const Condition& condition = program_.conditions[i];
      std::string text = condition_text(condition.expression);
      out += format(
          "static int condition{}(const value *values) {{\n  (void)values;\n  return {} != "
          "0;\n}}\n",
          i, text);
      const std::string_view word = condition.kind == ConditionKind::Exists   ? "exists"
                                    : condition.kind == ConditionKind::Forbid ? "forbid"
                                                                              : "forall";
      report += format(
          "  {{ long yes = 0;\n"
          "    for (long i = 0; i < state_count; i++) {{\n"
          "      if (condition{}(states[i].values)) yes += states[i].count;\n    }}\n"
          "    printf(\"%s: %ld of %ld\\n\", \"{} ({})\", yes, finished); }}\n",
          i, word, escaped(condition.text));
    }
    return out + report + "}\n\n";
  }
  static std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c == '\n' || c == '%' ? ' ' : c;
    }
    return out;
  }

  const Program& program_;
  std::string name_;
  const std::vector<std::string>& notes_;
  DiagnosticSink& sink_;
  HarnessNames names_;
  std::vector<Observable> observed_;
  std::vector<std::set<std::uint32_t>> registers_;  // by thread: observed registers
};

}  // namespace

std::optional<std::string> to_stress_harness(const Program& program, const std::string& name,
                                             const std::vector<std::string>& notes,
                                             DiagnosticSink& sink) {
  const std::size_t errors_before = sink.error_count();
  std::string out = Harness(program, name, notes, sink).write();
  if (sink.error_count() != errors_before) return std::nullopt;
  return out;
}

}  // namespace drover::litmus
