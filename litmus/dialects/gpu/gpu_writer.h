#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/dialects/instruction_writer.h"

namespace drover::litmus {

// Writes the columns of PTX and of Vulkan, which differ in the suffixes of their accesses. A value
// is a number or a register; every other name is a location. Values are unbounded. A
// read-modify-write is two events; one that writes under a condition always writes.
//
// A thread that does not pass a control barrier stops there.
class GpuWriter : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

  // ---- Local instructions

  void move() {
    expect(2);
    assign(target(0), value(1));
  }
  void compute(Operator op) {
    takes("a register and two values");
    expect(3);
    assign(target(0), binary(op, value(1), value(2)));
  }
  void branch_if(Operator op) {
    takes("two values and a label");
    expect(3);
    jump_if(binary(op, value(0), value(1)), operand(2));
  }
  void go() {
    takes("a label");
    expect(1);
    jump(operand(0));
  }

 protected:
  // The words between the dots of a mnemonic.
  class Words {
   public:
    explicit Words(std::string_view mnemonic) {
      for (std::size_t at = 0; at <= mnemonic.size();) {
        const std::size_t dot = std::min(mnemonic.find('.', at), mnemonic.size());
        words_.push_back(mnemonic.substr(at, dot - at));
        at = dot + 1;
      }
    }
    // Takes the next word if it is one of these.
    bool take(std::string_view word) {
      if (at_ == words_.size() || words_[at_] != word) return false;
      ++at_;
      return true;
    }
    template <typename Row>
    const Row* take_row(std::span<const Row> rows) {
      if (at_ == words_.size()) return nullptr;
      const auto found = std::ranges::find(rows, words_[at_], &Row::name);
      if (found == rows.end()) return nullptr;
      ++at_;
      return &*found;
    }
    [[nodiscard]] bool is_at_end() const { return at_ == words_.size(); }

   private:
    std::vector<std::string_view> words_;
    std::size_t at_ = 0;
  };
  struct TagWord {
    std::string_view name;
    TagSet tags;
  };
  struct OperatorWord {
    std::string_view name;
    Operator op;
  };
  static constexpr std::array Arithmetic{
      OperatorWord{"add", Operator::Add},      OperatorWord{"sub", Operator::Subtract},
      OperatorWord{"mul", Operator::Multiply}, OperatorWord{"div", Operator::Divide},
      OperatorWord{"and", Operator::BitAnd},   OperatorWord{"or", Operator::BitOr},
      OperatorWord{"xor", Operator::BitXor}};
  static constexpr std::array Branches{
      OperatorWord{"beq", Operator::Equal},        OperatorWord{"bne", Operator::NotEqual},
      OperatorWord{"bge", Operator::GreaterEqual}, OperatorWord{"ble", Operator::LessEqual},
      OperatorWord{"bgt", Operator::Greater},      OperatorWord{"blt", Operator::Less}};

  // Returns the mnemonics of a dialect, and those of the instructions that PTX and Vulkan share.
  [[nodiscard]] static std::vector<std::string> with_local_mnemonics(
      std::vector<std::string> mnemonics);
  // Lowers an instruction that PTX and Vulkan share. False if it is none of these.
  bool lower_local();

  [[nodiscard]] bool uses_types() const override { return false; }

  // ---- Operands

  ExprId value(std::size_t index) {
    const Operand& given = operand(index);
    if (given.kind == OperandKind::Number) return constant(given.number);
    return value_of(register_of(register_name(given)));
  }
  RegisterId target(std::size_t index) { return register_of(register_name(operand(index))); }
  // The name of a location.
  const std::string& location(std::size_t index) {
    const Operand& given = operand(index);
    if (given.kind != OperandKind::Name || dialect().find_register(given.name)) refuse_operands();
    return given.name;
  }

  // ---- Accesses

  void load(RegisterId into, const std::string& from, Mode mode, TagSet tags) {
    const ExprId at = constant(assembly_.address_of(from));
    emit(Load{.target = into,
              .address = at,
              .mode = mode,
              .tags = tags,
              .alias = assembly_.alias_of(from)});
  }
  void store(const std::string& to, ExprId what, Mode mode, TagSet tags) {
    const ExprId at = constant(assembly_.address_of(to));
    emit(Store{
        .address = at, .value = what, .mode = mode, .tags = tags, .alias = assembly_.alias_of(to)});
  }
  // The cell becomes `desired`, or `operand`. Depends on `operand`, which is ignored if `desired`
  // is given.
  void update(RegisterId old, const std::string& at, ExprId operand, std::optional<ExprId> desired,
              Mode mode, TagSet read_tags, TagSet write_tags) {
    ReadModifyWrite out{.target = old,
                        .address = constant(assembly_.address_of(at)),
                        .operand = operand,
                        .mode = mode,
                        .read_tags = read_tags,
                        .write_tags = write_tags};
    if (desired) {
      out.op = RmwOperator::Add;
      out.desired = desired;
    }
    out.alias = assembly_.alias_of(at);
    emit(out);
  }

  // ---- Control barriers

  // `I[, R[, Q]]`: the instance, the resource, the quorum.
  void control_barrier(bool waits, Mode mode, TagSet tags);
};

// `compile` of a dialect.
template <typename Writer>
bool compile_places(const SourceBuffer& source, Section section, Assembly& assembly,
                    DiagnosticSink& sink) {
  const std::optional<std::vector<table::Thread>> threads = parse_table(source, section, sink);
  if (!threads) return false;
  for (const table::Thread& each : *threads) {
    add_place(each.number, each.range, each.place, Writer::levels(), assembly, sink);
  }
  assembly.set_levels(Writer::levels(), Writer::barrier_level());
  write_threads<Writer>(source, *threads, assembly, sink);
  return true;
}

// `r0`, `r12`.
[[nodiscard]] std::optional<StateRegister> find_gpu_register(const std::string& name);

}  // namespace drover::litmus
