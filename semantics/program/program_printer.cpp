#include "semantics/program/program_printer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "semantics/program/location_table.h"
#include "support/format.h"

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
      std::string line = format("{:5}  {}", i, text(instruction));
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

  [[nodiscard]] std::string text(const Instruction& instruction) const {
    return std::visit([&](const auto& body) { return describe(body); }, instruction.body);
  }

  [[nodiscard]] std::string describe(const Assign& i) const {
    return format("{} := {}", text(i.target), text(i.value));
  }
  [[nodiscard]] std::string describe(const Load& i) const {
    return format("{} := load{}({})", text(i.target), mode_suffix(i.mode), text(i.address));
  }
  [[nodiscard]] std::string describe(const Store& i) const {
    return format("store{}({}, {})", mode_suffix(i.mode), text(i.address), text(i.value));
  }
  [[nodiscard]] std::string describe(const ReadModifyWrite& i) const {
    return format("{} := {}{}({}, {})", text(i.target), names_of(i.op).core, mode_suffix(i.mode),
                  text(i.address), text(i.operand));
  }
  [[nodiscard]] std::string describe(const CompareAndSwap& i) const {
    const std::string failure =
        i.failure_mode == Mode::Plain ? "" : format(",{}", mode_name(i.failure_mode));
    return format("{} := {}{}{}({}, {}, {})", text(i.target),
                  i.result == CasResult::Success ? "cas" : "cmpxchg", mode_suffix(i.mode), failure,
                  text(i.address), text(i.expected), text(i.desired));
  }
  [[nodiscard]] std::string describe(const Await& i) const {
    return format("{} := {}await{}({}) until {}", text(i.target), i.is_assumed ? "assume " : "",
                  mode_suffix(i.mode), text(i.address), text(i.condition));
  }
  [[nodiscard]] std::string describe(const AwaitExchange& i) const {
    const std::string failure =
        i.failure_mode == Mode::Plain ? "" : format(",{}", mode_name(i.failure_mode));
    return format("{} := {}xchgawait{}{}({}, {}) until {}", text(i.target),
                  i.is_assumed ? "assume " : "", mode_suffix(i.mode), failure, text(i.address),
                  text(i.desired), text(i.condition));
  }
  [[nodiscard]] static std::string describe(const FenceInstruction& i) {
    return format("fence{}", mode_suffix(i.mode));
  }
  [[nodiscard]] static std::string describe(const Jump& i) { return format("goto {}", i.target); }
  [[nodiscard]] std::string describe(const Branch& i) const {
    return format("if {} goto {} else {}", text(i.condition), i.if_true, i.if_false);
  }
  [[nodiscard]] std::string describe(const Assume& i) const {
    return format("assume({})", text(i.condition));
  }
  [[nodiscard]] std::string describe(const Assert& i) const {
    return format("assert({})", text(i.condition));
  }
  [[nodiscard]] static std::string describe(const Fail&) { return "error"; }
  [[nodiscard]] static std::string describe(const BlockInstruction&) { return "block"; }
  [[nodiscard]] std::string describe(const Allocate& i) const {
    const std::string what =
        i.struct_index < 0 ? ""
                           : program_.structs[static_cast<std::size_t>(i.struct_index)].name + ", ";
    return format("{} := alloc({}{})", text(i.target), what, text(i.size));
  }
  [[nodiscard]] std::string describe(const Deallocate& i) const {
    return format("free({})", text(i.address));
  }
  [[nodiscard]] std::string describe(const CallMarker& i) const {
    std::string arguments;
    for (const ExprId argument : i.arguments) {
      arguments += (arguments.empty() ? "" : ", ") + text(argument);
    }
    return format("{} {}({}) until {}", i.is_main ? "main" : "help", i.function, arguments, i.end);
  }
  [[nodiscard]] static std::string describe(const LoopStart& i) {
    return format("loop {} starts", i.loop);
  }
  [[nodiscard]] static std::string describe(const LoopIteration& i) {
    return format("loop {} iteration", i.loop);
  }
  [[nodiscard]] static std::string describe(const ControlEnd&) { return "branches meet"; }
  [[nodiscard]] std::string describe(const Choose& i) const {
    return format("{} := choose({})", text(i.target), i.count);
  }
  [[nodiscard]] std::string describe(const Spawn& i) const {
    std::string arguments;
    for (const ExprId argument : i.arguments) {
      arguments += (arguments.empty() ? "" : ", ") + text(argument);
    }
    return format("{} := spawn {}({})", text(i.target), program_.routines[i.routine].name,
                  arguments);
  }
  [[nodiscard]] std::string describe(const Join& i) const {
    return format("{} := join {}", text(i.target), text(i.thread));
  }
  [[nodiscard]] std::string describe(const Self& i) const {
    return format("{} := {}", text(i.target), i.is_identity ? "identity" : "self");
  }
  [[nodiscard]] std::string describe(const Finish&) const {
    return thread_.result ? format("finish with {}", text(*thread_.result)) : "finish";
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
