#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/diagnostic.h"
#include "litmus/dialects/c/c_primitives.h"
#include "mapping/machine.h"
#include "semantics/decompile/flow_graph.h"
#include "semantics/decompile/source_expression.h"
#include "semantics/decompile/thread_flow.h"
#include "semantics/program/address.h"
#include "semantics/program/program.h"
#include "support/check.h"
#include "support/format.h"

// Names and words for the converters. Private to them.
namespace drover::litmus {

// True if the value is the address of a cell of a global.
inline bool is_object_address(const Program& program, Value value) {
  return address::shared_object(value, program.objects.size()).has_value();
}

// Returns the machine's instruction for one that mapping/ compiled.
inline const mapping::Step& step_of(const mapping::Machine& machine, mapping::StepKind kind,
                                    TagSet read, TagSet write) {
  const mapping::Step* found = mapping::find_step(machine, kind, read, write);
  DROVER_CHECK(found != nullptr, "instructions are those of a mapping");
  return *found;
}

// Names of a program's entities in another language.
class ProgramNames {
 public:
  // Returns a name similar to `wanted` that is not in `taken`; adds it to `taken`.
  using Namer = std::string (*)(const std::string& wanted, std::set<std::string>& taken);

  // `prefix` precedes the names of threads, unless these are P0, P1, …
  ProgramNames(const Program& program, Namer fresh, std::string_view prefix, bool numbers_threads)
      : program_(program) {
    std::set<std::string> taken;
    for (const SharedObject& object : program.objects) {
      objects_.push_back(fresh(object.name, taken));
    }
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      threads_.push_back(numbers_threads
                             ? format("P{}", t)
                             : fresh(format("{}{}", prefix, program.threads[t].name), taken));
    }
    for (const Thread& thread : program.threads) {
      std::set<std::string> locals = taken;
      registers_.emplace_back();
      std::size_t temporaries = 0;
      for (const RegisterInfo& info : thread.registers) {
        const std::string wanted = info.name.empty() ? format("t{}", temporaries++) : info.name;
        registers_.back().push_back(fresh(wanted, locals));
      }
    }
  }

  [[nodiscard]] const std::string& object(std::size_t index) const { return objects_[index]; }
  [[nodiscard]] const std::string& thread(std::size_t index) const { return threads_[index]; }
  [[nodiscard]] const std::string& reg(std::size_t thread, RegisterId id) const {
    return registers_[thread][id.value];
  }
  // Returns the name of a cell: `x`, `a[3]`.
  [[nodiscard]] std::string cell(Value address) const {
    const std::size_t index = address::object(address);
    return program_.objects[index].is_array
               ? format("{}[{}]", objects_[index], address::cell(address))
               : objects_[index];
  }
  [[nodiscard]] bool is_address(Value value) const { return is_object_address(program_, value); }
  // Returns the name of a cell, or of a register with its thread.
  [[nodiscard]] std::string observable(const Observable& observable) const {
    if (!observable.is_register) return cell(observable.address);
    const std::size_t index = observable.thread.value;
    return format("{}:{}", thread(index), reg(index, observable.reg));
  }

 protected:
  const Program& program_;

 private:
  std::vector<std::string> objects_;
  std::vector<std::string> threads_;
  std::vector<std::vector<std::string>> registers_;
};

// Returns the name of an instruction that cannot be written; empty if it can be omitted.
[[nodiscard]] constexpr std::string_view unwritten(const Choose& choice) {
  return choice.what == ChoiceOf::Order ? "the choice of an order, which C leaves open,"
                                        : "a choice";
}
template <typename Body>
[[nodiscard]] constexpr std::string_view unwritten(const Body& /*body*/) {
  if (std::is_same_v<Body, Await>) return "`await`";
  if (std::is_same_v<Body, AwaitExchange>) return "`lock` or `xchgawait`";
  if (std::is_same_v<Body, Assume>) return "`assume`";
  if (std::is_same_v<Body, Assert>) return "`assert`";
  if (std::is_same_v<Body, Fail>) return "`error`";
  if (std::is_same_v<Body, BlockInstruction>) return "`block`";
  if (std::is_same_v<Body, Allocate>) return "`alloc`";
  if (std::is_same_v<Body, Deallocate>) return "`free`";
  if (std::is_same_v<Body, Spawn>) return "`spawn`";
  if (std::is_same_v<Body, Join>) return "`join`";
  if (std::is_same_v<Body, CallMarker>) return "a call marked `main` or `help`";
  return std::is_same_v<Body, Self> ? "`self`" : "";
}

// Writes the instructions of one thread as lines of another language. A `Writer` derives from it
// and has a function `write_one` for each instruction that its language has; the others are refused
// or left out. A short-lived worker: holds references.
template <typename Writer>
class CodeWriterBase {
 public:
  // `where` names the target in diagnostics: "a C litmus test".
  CodeWriterBase(const Program& program, std::size_t index, std::string where, DiagnosticSink& sink)
      : program_(program),
        thread_(program.threads[index]),
        index_(index),
        where_(std::move(where)),
        sink_(sink) {}

  template <typename Other>
  void write_one(const Other& i) {
    if (const std::string_view what = unwritten(i); !what.empty()) unsupported(std::string(what));
  }

  // For decompile::ThreadFlow.
  void begin() {}
  void print_instruction(InstructionIndex at) {
    source_ = thread_.code[at].source;
    std::visit([this](const auto& body) { self().write_one(body); }, thread_.code[at].body);
  }
  void print_call(const CallMarker& /*call*/, InstructionIndex at) { print_instruction(at); }
  void leave() {}
  std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }

 protected:
  // Returns the code in statements.
  std::optional<decompile::SourceBlock> statements(decompile::Labels labels) {
    const auto end = static_cast<InstructionIndex>(thread_.code.size());
    auto block =
        decompile::structured(decompile::ThreadFlow(thread_, {0, end}, self()).run(), labels);
    if (!block) unsupported("a loop that is left or entered in several ways", thread_.source);
    return block;
  }
  void unsupported(const std::string& what, SourceRange at) {
    sink_.report(DiagnosticKind::LitmusUnsupported, at, {format("{} in {}", what, where_)});
  }
  void unsupported(const std::string& what) { unsupported(what, source_); }
  void line(std::string text) { lines_.push_back(std::move(text)); }

  const Program& program_;
  const Thread& thread_;
  std::size_t index_;
  std::vector<std::string> lines_;
  SourceRange source_;  // of the current instruction

 private:
  Writer& self() { return static_cast<Writer&>(*this); }

  std::string where_;
  DiagnosticSink& sink_;
};

// Writes conditions of programs as propositions of litmus tests.
class ConditionWriter {
 public:
  using NameOf = std::function<std::string(const Observable&)>;
  using TextOf = std::function<std::string(Value)>;

  // `where` names the target in diagnostics: "a C litmus test".
  ConditionWriter(const Program& program, std::string where, NameOf name_of, TextOf text_of,
                  DiagnosticSink& sink)
      : program_(program),
        where_(std::move(where)),
        name_of_(std::move(name_of)),
        text_of_(std::move(text_of)),
        sink_(sink) {}

  std::string write() {
    if (program_.conditions.empty()) return "forall (true)\n";
    if (program_.conditions.size() > 1) {
      refuse("a second condition", program_.conditions[1].source);
    }
    const Condition& condition = program_.conditions.front();
    const std::string_view word = condition.kind == ConditionKind::Exists   ? "exists"
                                  : condition.kind == ConditionKind::Forbid ? "~exists"
                                                                            : "forall";
    return format("{} ({})\n", word, text(condition.expression));
  }
  std::string text(ExprId id) { return text_inside(id, Operator::Constant); }

 private:
  void refuse(const std::string& what, SourceRange range) {
    sink_.report(DiagnosticKind::LitmusUnsupported, range, {format("{} in {}", what, where_)});
  }

  [[nodiscard]] const ExpressionNode& node(ExprId id) const {
    return program_.condition_expressions[id];
  }

  // `outside`: And or Or that the text is an operand of.
  std::string text_inside(ExprId id, Operator outside) {
    const ExpressionNode& each = node(id);
    switch (each.op) {
      case Operator::Constant: return each.value != 0 ? "true" : "false";
      case Operator::And:
      case Operator::Or: {
        const std::string out =
            format("{} {} {}", text_inside(each.a, each.op),
                   each.op == Operator::And ? "/\\" : "\\/", text_inside(each.b, each.op));
        return outside == Operator::Constant || outside == each.op ? out : "(" + out + ")";
      }
      case Operator::Not: return format("not ({})", text(each.a));
      case Operator::Observed: return format("not ({}=0)", observed(each));
      case Operator::Equal: return comparison(each, "=");
      case Operator::NotEqual: return comparison(each, "!=");
      default: refuse("arithmetic in a condition", each.source); return "true";
    }
  }

  std::string observed(const ExpressionNode& each) {
    return name_of_(program_.observables[each.index]);
  }

  std::string comparison(const ExpressionNode& each, std::string_view relation) {
    const ExpressionNode* left = &node(each.a);
    const ExpressionNode* right = &node(each.b);
    if (left->op != Operator::Observed) std::swap(left, right);
    const bool is_value = right->op == Operator::Constant;
    if (left->op != Operator::Observed || (!is_value && right->op != Operator::Observed)) {
      refuse("arithmetic in a condition", each.source);
      return "true";
    }
    if (is_value) {
      return format("{}{}{}", observed(*left), relation, text_of_(right->value));
    }
    const Observable& other = program_.observables[right->index];
    const std::string name = name_of_(other);
    return format("{}{}{}", observed(*left), relation,
                  other.is_register ? name : format("[{}]", name));
  }

  const Program& program_;
  std::string where_;
  NameOf name_of_;
  TextOf text_of_;
  DiagnosticSink& sink_;
};

}  // namespace drover::litmus
