#include "semantics/program/program_printer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "semantics/program/location_table.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/text.h"

namespace drover {

namespace {

constexpr std::array<std::string_view, 39> Words{
    "const",  "shared",  "na",       "struct",    "fn",    "init",  "final",  "thread",
    "in",     "exists",  "forbid",   "forall",    "if",    "else",  "while",  "do",
    "for",    "break",   "continue", "return",    "fence", "lock",  "unlock", "assume",
    "assert", "error",   "block",    "free",      "main",  "help",  "store",  "load",
    "cas",    "cmpxchg", "await",    "xchgawait", "alloc", "spawn", "join"};

// These words plus the names of read-modify-writes.
constexpr auto Keywords = [] {
  std::array<std::string_view, Words.size() + RmwTable.size()> all{};
  auto* end = std::ranges::copy(Words, all.begin()).out;
  std::ranges::transform(RmwTable, end, &RmwNames::core);
  return all;
}();

std::string mode_suffix(Mode mode) {
  return mode == Mode::Plain ? "" : format("@{}", mode_name(mode));
}

class ThreadPrinter {
 public:
  ThreadPrinter(const Program& program, const Thread& thread)
      : program_(program), thread_(thread), names_(program) {}

  [[nodiscard]] std::string print() const {
    std::string parameters;
    for (std::size_t i = 0; i < thread_.parameter_count; ++i) {
      parameters += (parameters.empty() ? "" : ", ") + text(RegisterId(i));
    }
    std::string out = thread_.origin
                          ? format("thread {}, spawned with ({}):\n", thread_.name, parameters)
                          : format("thread {}:\n", thread_.name);
    for (std::size_t i = 0; i < thread_.code.size(); ++i) {
      const Instruction& instruction = thread_.code[i];
      std::string line = format("{:5}  {}", i, text(instruction.body));
      if (instruction.source.line != 0)
        line = format("{:<60} // {}", line, instruction.source.line);
      out += line + "\n";
    }
    return out;
  }

 private:
  [[nodiscard]] std::string text(RegisterId reg) const {
    const std::string& name = thread_.registers[reg.value].name;
    return name.empty() ? format("t{}", reg.value) : format("{}.{}", name, reg.value);
  }

  [[nodiscard]] std::string text(ExprId id) const {
    const ExpressionNode& node = thread_.expressions[id];
    switch (node.op) {
      case Operator::Constant: return names_.value_text(node.value);
      case Operator::Register: return text(node.reg);
      case Operator::Observed: return program_.observables[node.index].name;
      case Operator::ElementAddress:
        return format("&{}[{}]", program_.objects[node.index].name, text(node.a));
      case Operator::Negate:
      case Operator::Complement:
      case Operator::Not: return format("{}{}", symbol_of(node.op), text(node.a));
      case Operator::Guard: return text(node.a);
      case Operator::Select:
        return format("({} ? {} : {})", text(node.a), text(node.b), text(node.c));
      default: return format("({} {} {})", text(node.a), symbol_of(node.op), text(node.b));
    }
  }

  [[nodiscard]] std::string list(const std::vector<ExprId>& expressions) const {
    return joined(expressions, ", ", [&](ExprId each) { return text(each); });
  }
  [[nodiscard]] static std::string modes(Mode mode, Mode failure_mode) {
    return mode_suffix(mode) +
           (failure_mode == Mode::Plain ? "" : format(",{}", mode_name(failure_mode)));
  }

  [[nodiscard]] std::string text(const InstructionBody& body) const {
    const auto assigned = [&](RegisterId target, const std::string& value) {
      return format("{} := {}", text(target), value);
    };
    return std::visit(
        overloaded{
            [&](const Assign& i) { return assigned(i.target, text(i.value)); },
            [&](const Load& i) {
              return assigned(i.target, format("load{}({})", mode_suffix(i.mode), text(i.address)));
            },
            [&](const Store& i) {
              return format("store{}({}, {})", mode_suffix(i.mode), text(i.address), text(i.value));
            },
            [&](const ReadModifyWrite& i) {
              return assigned(i.target,
                              format("{}{}({}, {})", names_of(i.op).core, mode_suffix(i.mode),
                                     text(i.address), text(i.operand)));
            },
            [&](const CompareAndSwap& i) {
              const char* word = i.result == CasResult::Success ? "cas" : "cmpxchg";
              return assigned(i.target,
                              format("{}{}({}, {}, {})", word, modes(i.mode, i.failure_mode),
                                     text(i.address), text(i.expected), text(i.desired)));
            },
            [&](const Await& i) {
              return assigned(i.target,
                              format("{}await{}({}) until {}", i.is_assumed ? "assume " : "",
                                     mode_suffix(i.mode), text(i.address), text(i.condition)));
            },
            [&](const AwaitExchange& i) {
              return assigned(
                  i.target, format("{}xchgawait{}({}, {}) until {}", i.is_assumed ? "assume " : "",
                                   modes(i.mode, i.failure_mode), text(i.address), text(i.desired),
                                   text(i.condition)));
            },
            [&](const FenceInstruction& i) { return format("fence{}", mode_suffix(i.mode)); },
            [&](const Jump& i) { return format("goto {}", i.target); },
            [&](const Branch& i) {
              return format("if {} goto {} else {}", text(i.condition), i.if_true, i.if_false);
            },
            [&](const Assume& i) { return format("assume({})", text(i.condition)); },
            [&](const Assert& i) { return format("assert({})", text(i.condition)); },
            [&](const Fail&) { return std::string("error"); },
            [&](const BlockInstruction&) { return std::string("block"); },
            [&](const Allocate& i) {
              const auto index = static_cast<std::size_t>(i.struct_index);
              const std::string what =
                  i.struct_index < 0 ? "" : program_.structs[index].name + ", ";
              return assigned(i.target, format("alloc({}{})", what, text(i.size)));
            },
            [&](const Deallocate& i) { return format("free({})", text(i.address)); },
            [&](const CallMarker& i) {
              return format("{} {}({}) until {}", i.is_main ? "main" : "help", i.function,
                            list(i.arguments), i.end);
            },
            [&](const OperationMark& i) {
              return format("{} {}({})", i.is_begin ? "begin" : "end", i.operation, list(i.values));
            },
            [&](const LoopStart& i) { return format("loop {} starts", i.loop); },
            [&](const LoopIteration& i) { return format("loop {} iteration", i.loop); },
            [&](const ControlEnd&) { return std::string("branches meet"); },
            [&](const Choose& i) {
              const std::string_view what = i.what == ChoiceOf::Order ? " of order" : "";
              return assigned(i.target, format("choose({}){}", i.count, what));
            },
            [&](const Spawn& i) {
              return assigned(i.target, format("spawn {}({})", program_.routines[i.routine].name,
                                               list(i.arguments)));
            },
            [&](const Join& i) { return assigned(i.target, format("join {}", text(i.thread))); },
            [&](const Self& i) { return assigned(i.target, i.is_identity ? "identity" : "self"); },
            [&](const Finish&) {
              return thread_.result ? format("finish with {}", text(*thread_.result))
                                    : std::string("finish");
            },
        },
        body);
  }

  const Program& program_;
  const Thread& thread_;
  LocationTable names_;
};

}  // namespace

std::span<const std::string_view> core_keywords() { return Keywords; }

std::string print_program(const Program& program) {
  std::string out;
  for (const Thread& thread : program.threads) {
    if (!out.empty()) out += "\n";
    out += ThreadPrinter(program, thread).print();
  }
  return out;
}

}  // namespace drover
