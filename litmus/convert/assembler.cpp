#include "litmus/convert/assembler.h"

#include <cctype>

#include "support/check.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

std::vector<std::string> numbered(std::string_view letter, int first, int last) {
  std::vector<std::string> names;
  for (int i = first; i <= last; ++i) names.push_back(format("{}{}", letter, i));
  return names;
}

std::string in_capitals(std::string_view text) {
  std::string out;
  for (const char c : text) out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

// ---- AArch64

class ArmAssembler : public Assembler {
 public:
  [[nodiscard]] std::vector<std::string> registers() const override { return numbered("X", 0, 28); }
  [[nodiscard]] std::string constant(const std::string& to, Value value) const override {
    return format("MOV {},#{}", to, value);
  }
  [[nodiscard]] std::string copy(const std::string& to, const std::string& from) const override {
    return format("MOV {},{}", to, from);
  }
  [[nodiscard]] std::string binary(Operator op, const std::string& to, const std::string& a,
                                   const std::string& b) const override {
    return format("{} {},{},{}", word(op), to, a, b);
  }
  [[nodiscard]] std::string immediate(Operator op, const std::string& to, const std::string& a,
                                      Value b) const override {
    return format("{} {},{},#{}", word(op), to, a, b);
  }
  [[nodiscard]] std::string sign(const std::string& to, const std::string& a) const override {
    return format("LSR {},{},#63", to, a);
  }
  [[nodiscard]] std::string unary(Operator op, const std::string& to,
                                  const std::string& a) const override {
    return format("{} {},{}", op == Operator::Negate ? "NEG" : "MVN", to, a);
  }
  [[nodiscard]] Lines jump_if(Operator op, const std::string& a, const std::string& b,
                              const std::string& label) const override {
    return {format("CMP {},{}", a, b), format("B.{} {}", condition(op), label)};
  }
  [[nodiscard]] Lines jump_if_not_zero(const std::string& a,
                                       const std::string& label) const override {
    return {format("CBNZ {},{}", a, label)};
  }
  [[nodiscard]] std::string jump(const std::string& label) const override {
    return format("B {}", label);
  }
  [[nodiscard]] std::string load(const mapping::Step& step, const std::string& to,
                                 const std::string& address) const override {
    return format("{} {},[{}]", in_capitals(step.word), to, address);
  }
  [[nodiscard]] std::string store(const mapping::Step& step, const std::string& from,
                                  const std::string& address) const override {
    return format("{} {},[{}]", in_capitals(step.word), from, address);
  }
  [[nodiscard]] std::string barrier(const mapping::Step& step) const override {
    return in_capitals(step.word);
  }
  [[nodiscard]] std::string reserve(TagSet tags, const std::string& to,
                                    const std::string& address) const override {
    return format("{} {},[{}]", tags.contains(Tag::Acquire) ? "LDAXR" : "LDXR", to, address);
  }
  [[nodiscard]] Lines conditional(TagSet tags, const std::string& status, const std::string& from,
                                  const std::string& address,
                                  const std::string& again) const override {
    const std::string word_register = "W" + status.substr(1);
    return {format("{} {},{},[{}]", tags.contains(Tag::Release) ? "STLXR" : "STXR", word_register,
                   from, address),
            format("CBNZ {},{}", word_register, again)};
  }
  [[nodiscard]] std::string update(const mapping::Step& step, RmwOperator op, const std::string& to,
                                   const std::string& operand,
                                   const std::string& address) const override {
    return format("{}{} {},{},[{}]", update_word(op), suffix(step), operand, to, address);
  }
  [[nodiscard]] Prepared operand_of(RmwOperator op) const override {
    if (op == RmwOperator::Subtract) return Prepared::Negated;
    return op == RmwOperator::And ? Prepared::Complemented : Prepared::AsItIs;
  }
  [[nodiscard]] std::string compare_and_swap(const mapping::Step& step, const std::string& expected,
                                             const std::string& desired,
                                             const std::string& address) const override {
    return format("CAS{} {},{},[{}]", suffix(step), expected, desired, address);
  }

 private:
  static std::string_view word(Operator op) {
    switch (op) {
      case Operator::Add: return "ADD";
      case Operator::Subtract: return "SUB";
      case Operator::Multiply: return "MUL";
      case Operator::BitAnd: return "AND";
      case Operator::BitOr: return "ORR";
      case Operator::BitXor: return "EOR";
      case Operator::ShiftLeft: return "LSL";
      case Operator::ShiftRight: return "ASR";
      default: DROVER_UNREACHABLE("an operator that has an instruction");
    }
  }
  static std::string_view condition(Operator op) {
    switch (op) {
      case Operator::Equal: return "EQ";
      case Operator::NotEqual: return "NE";
      case Operator::Less: return "LT";
      case Operator::LessEqual: return "LE";
      case Operator::Greater: return "GT";
      default: return "GE";
    }
  }
  static std::string_view update_word(RmwOperator op) {
    switch (op) {
      case RmwOperator::Exchange: return "SWP";
      case RmwOperator::Add:
      case RmwOperator::Subtract: return "LDADD";
      case RmwOperator::And: return "LDCLR";
      case RmwOperator::Or: return "LDSET";
      case RmwOperator::Xor: return "LDEOR";
    }
    return "";
  }
  // `amoal` is the word of a mapping.
  static std::string suffix(const mapping::Step& step) { return in_capitals(step.word.substr(3)); }
};

// ---- RISC-V

class RiscvAssembler : public Assembler {
 public:
  [[nodiscard]] std::vector<std::string> registers() const override { return numbered("x", 5, 31); }
  [[nodiscard]] std::string constant(const std::string& to, Value value) const override {
    return format("li {},{}", to, value);
  }
  [[nodiscard]] std::string copy(const std::string& to, const std::string& from) const override {
    return format("mv {},{}", to, from);
  }
  [[nodiscard]] std::string binary(Operator op, const std::string& to, const std::string& a,
                                   const std::string& b) const override {
    return format("{} {},{},{}", word(op), to, a, b);
  }
  [[nodiscard]] std::string immediate(Operator op, const std::string& to, const std::string& a,
                                      Value b) const override {
    return format("{}i {},{},{}", word(op), to, a, b);
  }
  [[nodiscard]] std::string sign(const std::string& to, const std::string& a) const override {
    return format("srli {},{},63", to, a);
  }
  [[nodiscard]] std::string unary(Operator op, const std::string& to,
                                  const std::string& a) const override {
    return format("{} {},{}", op == Operator::Negate ? "neg" : "not", to, a);
  }
  [[nodiscard]] Lines jump_if(Operator op, const std::string& a, const std::string& b,
                              const std::string& label) const override {
    // There are beq, bne, blt and bge.
    const bool swaps = op == Operator::Greater || op == Operator::LessEqual;
    const std::string_view name = op == Operator::Equal                             ? "beq"
                                  : op == Operator::NotEqual                        ? "bne"
                                  : op == Operator::Less || op == Operator::Greater ? "blt"
                                                                                    : "bge";
    return {format("{} {},{},{}", name, swaps ? b : a, swaps ? a : b, label)};
  }
  [[nodiscard]] Lines jump_if_not_zero(const std::string& a,
                                       const std::string& label) const override {
    return {format("bne {},x0,{}", a, label)};
  }
  [[nodiscard]] std::string jump(const std::string& label) const override {
    return format("j {}", label);
  }
  [[nodiscard]] std::string load(const mapping::Step& step, const std::string& to,
                                 const std::string& address) const override {
    return format("{} {},0({})", step.word, to, address);
  }
  [[nodiscard]] std::string store(const mapping::Step& step, const std::string& from,
                                  const std::string& address) const override {
    return format("{} {},0({})", step.word, from, address);
  }
  [[nodiscard]] std::string barrier(const mapping::Step& step) const override {
    return std::string(step.word);
  }
  [[nodiscard]] std::string reserve(TagSet tags, const std::string& to,
                                    const std::string& address) const override {
    return format("lr.d{} {},({})", suffix(tags), to, address);
  }
  [[nodiscard]] Lines conditional(TagSet tags, const std::string& status, const std::string& from,
                                  const std::string& address,
                                  const std::string& again) const override {
    return {format("sc.d{} {},{},({})", suffix(tags), status, from, address),
            format("bne {},x0,{}", status, again)};
  }
  [[nodiscard]] std::string update(const mapping::Step& step, RmwOperator op, const std::string& to,
                                   const std::string& operand,
                                   const std::string& address) const override {
    return format("amo{}.d{} {},{},({})", update_word(op), suffix(step.read_tags), to, operand,
                  address);
  }
  [[nodiscard]] Prepared operand_of(RmwOperator op) const override {
    return op == RmwOperator::Subtract ? Prepared::Negated : Prepared::AsItIs;
  }
  [[nodiscard]] std::string compare_and_swap(const mapping::Step& /*step*/,
                                             const std::string& /*expected*/,
                                             const std::string& /*desired*/,
                                             const std::string& /*address*/) const override {
    DROVER_UNREACHABLE("mappings to RISC-V have pairs for it");
  }

 private:
  static std::string_view word(Operator op) {
    switch (op) {
      case Operator::Add: return "add";
      case Operator::Subtract: return "sub";
      case Operator::Multiply: return "mul";
      case Operator::BitAnd: return "and";
      case Operator::BitOr: return "or";
      case Operator::BitXor: return "xor";
      case Operator::ShiftLeft: return "sll";
      case Operator::ShiftRight: return "sra";
      default: DROVER_UNREACHABLE("an operator that has an instruction");
    }
  }
  static std::string_view update_word(RmwOperator op) {
    switch (op) {
      case RmwOperator::Exchange: return "swap";
      case RmwOperator::Add:
      case RmwOperator::Subtract: return "add";
      case RmwOperator::And: return "and";
      case RmwOperator::Or: return "or";
      case RmwOperator::Xor: return "xor";
    }
    return "";
  }
  static std::string_view suffix(TagSet tags) {
    if (tags.contains(Tag::RvAcquireRelease)) return ".aqrl";
    if (tags.contains(Tag::RvAcquire)) return ".aq";
    return tags.contains(Tag::RvRelease) ? ".rl" : "";
  }
};

// ---- Power

class PowerAssembler : public Assembler {
 public:
  [[nodiscard]] std::vector<std::string> registers() const override { return numbered("r", 1, 31); }
  [[nodiscard]] std::string constant(const std::string& to, Value value) const override {
    return format("li {},{}", to, value);
  }
  [[nodiscard]] std::string copy(const std::string& to, const std::string& from) const override {
    return format("mr {},{}", to, from);
  }
  [[nodiscard]] std::string binary(Operator op, const std::string& to, const std::string& a,
                                   const std::string& b) const override {
    return format("{} {},{},{}", op == Operator::Multiply ? "mulld" : word(op), to, a, b);
  }
  [[nodiscard]] std::string immediate(Operator op, const std::string& to, const std::string& a,
                                      Value b) const override {
    switch (op) {
      case Operator::ShiftLeft: return format("sldi {},{},{}", to, a, b);
      case Operator::ShiftRight: return format("sradi {},{},{}", to, a, b);
      case Operator::BitAnd: return format("andi. {},{},{}", to, a, b);
      default: return format("{}i {},{},{}", word(op), to, a, b);
    }
  }
  [[nodiscard]] std::string sign(const std::string& to, const std::string& a) const override {
    return format("srdi {},{},63", to, a);
  }
  [[nodiscard]] std::string unary(Operator op, const std::string& to,
                                  const std::string& a) const override {
    return format("{} {},{}", op == Operator::Negate ? "neg" : "not", to, a);
  }
  [[nodiscard]] Lines jump_if(Operator op, const std::string& a, const std::string& b,
                              const std::string& label) const override {
    return {format("cmpd {},{}", a, b), format("{} {}", jump_word(op), label)};
  }
  [[nodiscard]] Lines jump_if_not_zero(const std::string& a,
                                       const std::string& label) const override {
    return {format("cmpdi {},0", a), format("bne {}", label)};
  }
  [[nodiscard]] std::string jump(const std::string& label) const override {
    return format("b {}", label);
  }
  [[nodiscard]] std::string load(const mapping::Step& step, const std::string& to,
                                 const std::string& address) const override {
    return format("{} {},0({})", step.word, to, address);
  }
  [[nodiscard]] std::string store(const mapping::Step& step, const std::string& from,
                                  const std::string& address) const override {
    return format("{} {},0({})", step.word, from, address);
  }
  [[nodiscard]] std::string barrier(const mapping::Step& step) const override {
    return std::string(step.word);
  }
  [[nodiscard]] std::string reserve(TagSet /*tags*/, const std::string& to,
                                    const std::string& address) const override {
    return format("ldarx {},r0,{}", to, address);
  }
  [[nodiscard]] Lines conditional(TagSet /*tags*/, const std::string& /*status*/,
                                  const std::string& from, const std::string& address,
                                  const std::string& again) const override {
    return {format("stdcx. {},r0,{}", from, address), format("bne {}", again)};
  }
  [[nodiscard]] std::string update(const mapping::Step& /*step*/, RmwOperator /*op*/,
                                   const std::string& /*to*/, const std::string& /*operand*/,
                                   const std::string& /*address*/) const override {
    DROVER_UNREACHABLE("mappings to Power have pairs for it");
  }
  [[nodiscard]] Prepared operand_of(RmwOperator /*op*/) const override { return Prepared::AsItIs; }
  [[nodiscard]] std::string compare_and_swap(const mapping::Step& /*step*/,
                                             const std::string& /*expected*/,
                                             const std::string& /*desired*/,
                                             const std::string& /*address*/) const override {
    DROVER_UNREACHABLE("mappings to Power have pairs for it");
  }

 private:
  static std::string_view word(Operator op) {
    switch (op) {
      case Operator::Add: return "add";
      case Operator::Subtract: return "sub";
      case Operator::BitAnd: return "and";
      case Operator::BitOr: return "or";
      case Operator::BitXor: return "xor";
      default: DROVER_UNREACHABLE("an operator that has an instruction");
    }
  }
  static std::string_view jump_word(Operator op) {
    switch (op) {
      case Operator::Equal: return "beq";
      case Operator::NotEqual: return "bne";
      case Operator::Less: return "blt";
      case Operator::LessEqual: return "ble";
      case Operator::Greater: return "bgt";
      default: return "bge";
    }
  }
};

}  // namespace

std::unique_ptr<const Assembler> assembler_of(const mapping::Machine& machine) {
  switch (machine.notation) {
    case mapping::Notation::Arm: return std::make_unique<ArmAssembler>();
    case mapping::Notation::Riscv: return std::make_unique<RiscvAssembler>();
    case mapping::Notation::Power: return std::make_unique<PowerAssembler>();
    case mapping::Notation::KernelC: break;
  }
  DROVER_UNREACHABLE("every machine with instructions has an assembler");
}

}  // namespace drover::litmus
