#include "litmus/convert/assembler.h"

#include <algorithm>
#include <array>

#include "support/check.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::litmus {

// Format strings of instructions.
struct Assembler::Patterns {
  std::string_view register_name;
  int first_register, last_register;
  std::string_view constant, copy, immediate, sign, negate, complement, jump, access;
};

namespace {

// Mnemonics of arithmetic operators and of conditional jumps.
struct OperatorWords {
  Operator op;
  std::string_view arm, riscv, power;
};
constexpr std::array Words{
    OperatorWords{Operator::Add, "ADD", "add", "add"},
    OperatorWords{Operator::Subtract, "SUB", "sub", "sub"},
    OperatorWords{Operator::Multiply, "MUL", "mul", "mulld"},
    OperatorWords{Operator::BitAnd, "AND", "and", "and"},
    OperatorWords{Operator::BitOr, "ORR", "or", "or"},
    OperatorWords{Operator::BitXor, "EOR", "xor", "xor"},
    OperatorWords{Operator::ShiftLeft, "LSL", "sll", "sld"},
    OperatorWords{Operator::ShiftRight, "ASR", "sra", "srad"},
    OperatorWords{Operator::Equal, "B.EQ", "beq", "beq"},
    OperatorWords{Operator::NotEqual, "B.NE", "bne", "bne"},
    OperatorWords{Operator::Less, "B.LT", "blt", "blt"},
    OperatorWords{Operator::GreaterEqual, "B.GE", "bge", "bge"},
    // RISC-V has only `blt` and `bge`: the operands are swapped.
    OperatorWords{Operator::Greater, "B.GT", "blt", "bgt"},
    OperatorWords{Operator::LessEqual, "B.LE", "bge", "ble"},
};

std::string_view arm_update(RmwOperator op) {
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

std::string_view riscv_update(RmwOperator op) {
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

std::string_view riscv_suffix(TagSet tags) {
  if (tags.contains(Tag::RvAcquireRelease)) return ".aqrl";
  if (tags.contains(Tag::RvAcquire)) return ".aq";
  return tags.contains(Tag::RvRelease) ? ".rl" : "";
}

// The mapping writes the word as `amoal`.
std::string arm_suffix(const mapping::Step& step) { return upper_case(step.word.substr(3)); }

template <typename... Parts>
std::string filled(std::string_view pattern, const Parts&... parts) {
  return format(fmt::runtime(pattern), parts...);
}

}  // namespace

Assembler::Assembler(const mapping::Machine& machine) : notation_(machine.notation) {
  static constexpr Patterns Arm{.register_name = "X{}",
                                .first_register = 0,
                                .last_register = 28,
                                .constant = "MOV {},#{}",
                                .copy = "MOV {},{}",
                                .immediate = "{} {},{},#{}",
                                .sign = "LSR {},{},#63",
                                .negate = "NEG {},{}",
                                .complement = "MVN {},{}",
                                .jump = "B {}",
                                .access = "{} {},[{}]"};
  static constexpr Patterns Riscv{.register_name = "x{}",
                                  .first_register = 5,
                                  .last_register = 31,
                                  .constant = "li {},{}",
                                  .copy = "mv {},{}",
                                  .immediate = "{}i {},{},{}",
                                  .sign = "srli {},{},63",
                                  .negate = "neg {},{}",
                                  .complement = "not {},{}",
                                  .jump = "j {}",
                                  .access = "{} {},0({})"};
  static constexpr Patterns Power{.register_name = "r{}",
                                  .first_register = 1,
                                  .last_register = 31,
                                  .constant = "li {},{}",
                                  .copy = "mr {},{}",
                                  .immediate = "{}i {},{},{}",
                                  .sign = "srdi {},{},63",
                                  .negate = "neg {},{}",
                                  .complement = "not {},{}",
                                  .jump = "b {}",
                                  .access = "{} {},0({})"};
  DROVER_CHECK(notation_ != mapping::Notation::KernelC, "the kernel's C has no instructions");
  patterns_ = is_arm() ? &Arm : is_power() ? &Power : &Riscv;
}

std::vector<std::string> Assembler::registers() const {
  std::vector<std::string> names;
  for (int i = patterns_->first_register; i <= patterns_->last_register; ++i) {
    names.push_back(filled(patterns_->register_name, i));
  }
  return names;
}

std::string_view Assembler::word(Operator op) const {
  const auto* found = std::ranges::find(Words, op, &OperatorWords::op);
  DROVER_CHECK(found != Words.end(), "an operator that has an instruction");
  return is_arm() ? found->arm : is_power() ? found->power : found->riscv;
}

std::string Assembler::constant(Text to, Value value) const {
  return filled(patterns_->constant, to, value);
}
std::string Assembler::copy(Text to, Text from) const { return filled(patterns_->copy, to, from); }
std::string Assembler::binary(Operator op, Text to, Text a, Text b) const {
  return format("{} {},{},{}", word(op), to, a, b);
}
std::string Assembler::immediate(Operator op, Text to, Text a, Value b) const {
  if (is_power() && op == Operator::BitAnd) return format("andi. {},{},{}", to, a, b);
  return filled(patterns_->immediate, word(op), to, a, b);
}
std::string Assembler::sign(Text to, Text a) const { return filled(patterns_->sign, to, a); }
std::string Assembler::unary(Operator op, Text to, Text a) const {
  return filled(op == Operator::Negate ? patterns_->negate : patterns_->complement, to, a);
}

Assembler::Lines Assembler::jump_if(Operator op, Text a, Text b, Text label) const {
  if (is_arm()) return {format("CMP {},{}", a, b), format("{} {}", word(op), label)};
  if (is_power()) return {format("cmpd {},{}", a, b), format("{} {}", word(op), label)};
  const bool swaps = op == Operator::Greater || op == Operator::LessEqual;
  return {format("{} {},{},{}", word(op), swaps ? b : a, swaps ? a : b, label)};
}
Assembler::Lines Assembler::jump_if_not_zero(Text a, Text label) const {
  if (is_arm()) return {format("CBNZ {},{}", a, label)};
  if (is_power()) return {format("cmpdi {},0", a), format("bne {}", label)};
  return {format("bne {},x0,{}", a, label)};
}
std::string Assembler::jump(Text label) const { return filled(patterns_->jump, label); }

std::string Assembler::access(const mapping::Step& step, Text data, Text address) const {
  return filled(patterns_->access, barrier(step), data, address);
}
std::string Assembler::barrier(const mapping::Step& step) const {
  return is_arm() ? upper_case(step.word) : std::string(step.word);
}

std::string Assembler::reserve(TagSet tags, Text to, Text address) const {
  if (is_power()) return format("ldarx {},r0,{}", to, address);
  if (!is_arm()) return format("lr.d{} {},({})", riscv_suffix(tags), to, address);
  return format("{} {},[{}]", tags.contains(Tag::Acquire) ? "LDAXR" : "LDXR", to, address);
}
Assembler::Lines Assembler::conditional(TagSet tags, Text status, Text from, Text address,
                                        Text again) const {
  if (is_power()) return {format("stdcx. {},r0,{}", from, address), format("bne {}", again)};
  if (!is_arm()) {
    return {format("sc.d{} {},{},({})", riscv_suffix(tags), status, from, address),
            format("bne {},x0,{}", status, again)};
  }
  const std::string word_register = "W" + status.substr(1);
  return {format("{} {},{},[{}]", tags.contains(Tag::Release) ? "STLXR" : "STXR", word_register,
                 from, address),
          format("CBNZ {},{}", word_register, again)};
}

std::string Assembler::update(const mapping::Step& step, RmwOperator op, Text to, Text operand,
                              Text address) const {
  DROVER_CHECK(!is_power(), "mappings to Power have pairs for it");
  if (is_arm()) {
    return format("{}{} {},{},[{}]", arm_update(op), arm_suffix(step), operand, to, address);
  }
  return format("amo{}.d{} {},{},({})", riscv_update(op), riscv_suffix(step.read_tags), to, operand,
                address);
}
Assembler::Prepared Assembler::operand_of(RmwOperator op) const {
  if (op == RmwOperator::Subtract && !is_power()) return Prepared::Negated;
  return op == RmwOperator::And && is_arm() ? Prepared::Complemented : Prepared::AsItIs;
}
std::string Assembler::compare_and_swap(const mapping::Step& step, Text expected, Text desired,
                                        Text address) {
  return format("CAS{} {},{},[{}]", arm_suffix(step), expected, desired, address);
}

}  // namespace drover::litmus
