#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mapping/machine.h"
#include "semantics/program/expression.h"
#include "semantics/program/value.h"
#include "support/check.h"
#include "support/format.h"
#include "support/rmw_operator.h"
#include "support/text.h"

namespace drover::litmus {

// A text for each machine, in the order of mapping::Notation.
using Spellings = std::array<std::string_view, 3>;

// The mnemonics of arithmetic operators and of conditional jumps.
struct OperatorWords {
  Operator op;
  Spellings words;
};
inline constexpr std::array OperatorTable{
    OperatorWords{Operator::Add, {"ADD", "add", "add"}},
    OperatorWords{Operator::Subtract, {"SUB", "sub", "sub"}},
    OperatorWords{Operator::Multiply, {"MUL", "mul", "mulld"}},
    OperatorWords{Operator::BitAnd, {"AND", "and", "and"}},
    OperatorWords{Operator::BitOr, {"ORR", "or", "or"}},
    OperatorWords{Operator::BitXor, {"EOR", "xor", "xor"}},
    OperatorWords{Operator::ShiftLeft, {"LSL", "sll", "sld"}},
    OperatorWords{Operator::ShiftRight, {"ASR", "sra", "srad"}},
    OperatorWords{Operator::Equal, {"B.EQ", "beq", "beq"}},
    OperatorWords{Operator::NotEqual, {"B.NE", "bne", "bne"}},
    OperatorWords{Operator::Less, {"B.LT", "blt", "blt"}},
    OperatorWords{Operator::GreaterEqual, {"B.GE", "bge", "bge"}},
    // RISC-V has only `blt` and `bge`: the operands are swapped.
    OperatorWords{Operator::Greater, {"B.GT", "blt", "bgt"}},
    OperatorWords{Operator::LessEqual, {"B.LE", "bge", "ble"}}};
// The mnemonics of atomic instructions, indexed by RmwOperator. Power has none. If the machine
// lacks Subtract or And, the operand is negated or complemented: see Assembler::operand_of.
inline constexpr std::array<Spellings, 6> UpdateTable{{{"SWP", "swap"},
                                                       {"LDADD", "add"},
                                                       {"LDADD", "add"},
                                                       {"LDCLR", "and"},
                                                       {"LDSET", "or"},
                                                       {"LDEOR", "xor"}}};

// Spells instructions of one machine. Registers are given by name and have 64 bits. Values are
// computed by arithmetic on registers, without flags and selections: so dependencies are the same
// as in the program.
class Assembler {
 public:
  using Lines = std::vector<std::string>;
  using Text = const std::string&;

  explicit Assembler(const mapping::Machine& machine) : notation_(machine.notation) {
    DROVER_CHECK(notation_ != mapping::Notation::KernelC, "the kernel's C has no instructions");
  }

  // Returns the registers that a thread may use.
  [[nodiscard]] std::vector<std::string> registers() const {
    std::vector<std::string> names;
    for (int i = is_arm() ? 0 : is_power() ? 1 : 5; i <= (is_arm() ? 28 : 31); ++i) {
      names.push_back(spelled({"X{}", "x{}", "r{}"}, i));
    }
    return names;
  }

  [[nodiscard]] std::string constant(Text to, Value value) const {
    return spelled({"MOV {},#{}", "li {},{}", "li {},{}"}, to, value);
  }
  [[nodiscard]] std::string copy(Text to, Text from) const {
    return spelled({"MOV {},{}", "mv {},{}", "mr {},{}"}, to, from);
  }
  // For Add, Subtract, Multiply, BitAnd, BitOr, BitXor.
  [[nodiscard]] std::string binary(Operator op, Text to, Text a, Text b) const {
    return format("{} {},{},{}", word(op), to, a, b);
  }
  // For Add, BitAnd, BitOr, BitXor with a number between 0 and 2047; for ShiftLeft and the
  // arithmetic ShiftRight by 0 to 63.
  [[nodiscard]] std::string immediate(Operator op, Text to, Text a, Value b) const {
    const std::string_view dot = is_power() && op == Operator::BitAnd ? "." : "";
    return spelled({"{0} {2},{3},#{4}", "{0}i {2},{3},{4}", "{0}i{1} {2},{3},{4}"}, word(op), dot,
                   to, a, b);
  }
  // Moves the topmost bit to bit 0.
  [[nodiscard]] std::string sign(Text to, Text a) const {
    return spelled({"LSR {},{},#63", "srli {},{},63", "srdi {},{},63"}, to, a);
  }
  // For Negate, Complement.
  [[nodiscard]] std::string unary(Operator op, Text to, Text a) const {
    return op == Operator::Negate ? spelled({"NEG {},{}", "neg {},{}", "neg {},{}"}, to, a)
                                  : spelled({"MVN {},{}", "not {},{}", "not {},{}"}, to, a);
  }
  // Jumps if the comparison (Equal, NotEqual, Less, …) of two registers holds.
  [[nodiscard]] Lines jump_if(Operator op, Text a, Text b, Text label) const {
    const bool swaps = op == Operator::Greater || op == Operator::LessEqual;
    if (is_riscv()) return {format("{} {},{},{}", word(op), swaps ? b : a, swaps ? a : b, label)};
    return {format("{} {},{}", is_arm() ? "CMP" : "cmpd", a, b), format("{} {}", word(op), label)};
  }
  [[nodiscard]] Lines jump_if_not_zero(Text a, Text label) const {
    if (is_power()) return {format("cmpdi {},0", a), format("bne {}", label)};
    return {spelled({"CBNZ {},{}", "bne {},x0,{}", ""}, a, label)};
  }
  [[nodiscard]] std::string jump(Text label) const {
    return spelled({"B {}", "j {}", "b {}"}, label);
  }

  // A load or a store.
  [[nodiscard]] std::string access(const mapping::Step& step, Text data, Text address) const {
    return spelled({"{} {},[{}]", "{} {},0({})", "{} {},0({})"}, barrier(step), data, address);
  }
  [[nodiscard]] std::string barrier(const mapping::Step& step) const {
    return is_arm() ? upper_case(step.word) : std::string(step.word);
  }
  // The load and the store of an exclusive pair. The store jumps to `again` if it fails.
  [[nodiscard]] std::string reserve(TagSet tags, Text to, Text address) const {
    const std::string_view order = is_riscv()                    ? riscv_suffix(tags)
                                   : tags.contains(Tag::Acquire) ? "A"
                                                                 : "";
    return spelled({"LD{}XR {},[{}]", "lr.d{} {},({})", "ldarx{} {},r0,{}"}, order, to, address);
  }
  [[nodiscard]] Lines conditional(TagSet tags, Text status, Text from, Text address,
                                  Text again) const {
    if (is_power()) return {format("stdcx. {},r0,{}", from, address), format("bne {}", again)};
    if (is_riscv()) {
      return {format("sc.d{} {},{},({})", riscv_suffix(tags), status, from, address),
              format("bne {},x0,{}", status, again)};
    }
    const std::string half = "W" + status.substr(1);
    const std::string_view name = tags.contains(Tag::Release) ? "STLXR" : "STXR";
    return {format("{} {},{},[{}]", name, half, from, address), format("CBNZ {},{}", half, again)};
  }
  [[nodiscard]] std::string update(const mapping::Step& step, RmwOperator op, Text to, Text operand,
                                   Text address) const {
    DROVER_CHECK(!is_power(), "mappings to Power have pairs for it");
    const std::string_view name = of(UpdateTable[static_cast<std::size_t>(op)]);
    if (is_arm()) return format("{}{} {},{},[{}]", name, arm_suffix(step), operand, to, address);
    return format("amo{}.d{} {},{},({})", name, riscv_suffix(step.read_tags), to, operand, address);
  }
  // Returns the operator to apply to the operand before an update, if any.
  [[nodiscard]] std::optional<Operator> operand_of(RmwOperator op) const {
    if (op == RmwOperator::Subtract && !is_power()) return Operator::Negate;
    return op == RmwOperator::And && is_arm() ? std::optional(Operator::Complement) : std::nullopt;
  }
  // AArch64 only: `expected` receives the value read.
  [[nodiscard]] static std::string compare_and_swap(const mapping::Step& step, Text expected,
                                                    Text desired, Text address) {
    return format("CAS{} {},{},[{}]", arm_suffix(step), expected, desired, address);
  }

 private:
  [[nodiscard]] bool is_arm() const { return notation_ == mapping::Notation::Arm; }
  [[nodiscard]] bool is_riscv() const { return notation_ == mapping::Notation::Riscv; }
  [[nodiscard]] bool is_power() const { return notation_ == mapping::Notation::Power; }
  [[nodiscard]] std::string_view of(const Spellings& all) const {
    return all[static_cast<std::size_t>(notation_)];
  }
  [[nodiscard]] std::string_view word(Operator op) const {
    const auto* found = std::ranges::find(OperatorTable, op, &OperatorWords::op);
    DROVER_CHECK(found != OperatorTable.end(), "an operator that has an instruction");
    return of(found->words);
  }
  template <typename... Parts>
  [[nodiscard]] std::string spelled(const Spellings& patterns, const Parts&... parts) const {
    return format(fmt::runtime(of(patterns)), parts...);
  }

  static std::string_view riscv_suffix(TagSet tags) {
    if (tags.contains(Tag::RvAcquireRelease)) return ".aqrl";
    if (tags.contains(Tag::RvAcquire)) return ".aq";
    return tags.contains(Tag::RvRelease) ? ".rl" : "";
  }
  // The mapping writes the word as `amoal`.
  static std::string arm_suffix(const mapping::Step& step) {
    return upper_case(step.word.substr(3));
  }

  mapping::Notation notation_;
};

}  // namespace drover::litmus
