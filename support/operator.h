#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace drover {

// The operators of expressions in programs. Those with a symbol and no function (OperatorTable) are
// also the operators of the core language and C.
enum class Operator : std::uint8_t {
  Constant,        // value
  Register,        // reg
  Observed,        // conditions only: Program::observables[index]
  ElementAddress,  // address of element `a` of shared array `index`; faults outside its bounds
  Negate,          // -a
  Complement,      // ~a
  Not,             // !a
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  // For C. On 64 bits: signed operations that fault on overflow, and unsigned ones.
  AddChecked,
  SubtractChecked,
  MultiplyChecked,
  UnsignedDivide,
  UnsignedRemainder,
  Guard,  // a, if it satisfies the Guard in `index` and `value`; faults otherwise
  And,    // short-circuit
  Or,     // short-circuit
  Select  // a ? b : c, evaluates only one of b and c
};

// Binding strengths of other expressions; higher binds tighter. The numbers follow the grammar.
inline constexpr int ConditionalLevel = 1;
inline constexpr int PrefixLevel = 20;
inline constexpr int PostfixLevel = 30;

struct OperatorNotation {
  Operator op = Operator::Constant;
  std::string_view symbol = {};  // in the core language and C; empty if it has none
  int level = PrefixLevel;       // its binding strength
  // The core-language function of an operator that C writes with this symbol for some types.
  std::string_view function = {};
  std::optional<Operator> contrary = {};  // the negated comparison
};

// Indexed by Operator.
inline constexpr std::array OperatorTable{
    OperatorNotation{Operator::Constant},
    OperatorNotation{Operator::Register},
    OperatorNotation{Operator::Observed},
    OperatorNotation{Operator::ElementAddress},
    OperatorNotation{Operator::Negate, "-"},
    OperatorNotation{Operator::Complement, "~"},
    OperatorNotation{Operator::Not, "!"},
    OperatorNotation{Operator::Multiply, "*", 11},
    OperatorNotation{Operator::Divide, "/", 11},
    OperatorNotation{Operator::Remainder, "%", 11},
    OperatorNotation{Operator::Add, "+", 10},
    OperatorNotation{Operator::Subtract, "-", 10},
    OperatorNotation{Operator::ShiftLeft, "<<", 9},
    OperatorNotation{Operator::ShiftRight, ">>", 9},
    OperatorNotation{Operator::Less, "<", 8, "", Operator::GreaterEqual},
    OperatorNotation{Operator::LessEqual, "<=", 8, "", Operator::Greater},
    OperatorNotation{Operator::Greater, ">", 8, "", Operator::LessEqual},
    OperatorNotation{Operator::GreaterEqual, ">=", 8, "", Operator::Less},
    OperatorNotation{Operator::Equal, "==", 7, "", Operator::NotEqual},
    OperatorNotation{Operator::NotEqual, "!=", 7, "", Operator::Equal},
    OperatorNotation{Operator::BitAnd, "&", 6},
    OperatorNotation{Operator::BitXor, "^", 5},
    OperatorNotation{Operator::BitOr, "|", 4},
    OperatorNotation{Operator::AddChecked, "+", PrefixLevel, "add64"},
    OperatorNotation{Operator::SubtractChecked, "-", PrefixLevel, "sub64"},
    OperatorNotation{Operator::MultiplyChecked, "*", PrefixLevel, "mul64"},
    OperatorNotation{Operator::UnsignedDivide, "/", PrefixLevel, "udiv64"},
    OperatorNotation{Operator::UnsignedRemainder, "%", PrefixLevel, "urem64"},
    OperatorNotation{Operator::Guard},
    OperatorNotation{Operator::And, "&&", 3},
    OperatorNotation{Operator::Or, "||", 2},
    OperatorNotation{Operator::Select, "", ConditionalLevel},
};

[[nodiscard]] constexpr const OperatorNotation& notation_of(Operator op) {
  return OperatorTable[static_cast<std::size_t>(op)];
}
[[nodiscard]] constexpr std::string_view symbol_of(Operator op) { return notation_of(op).symbol; }
// Returns the negated comparison; nothing if `op` is not a comparison.
[[nodiscard]] constexpr std::optional<Operator> contrary_of(Operator op) {
  return notation_of(op).contrary;
}
[[nodiscard]] constexpr bool is_comparison(Operator op) {
  return notation_of(op).contrary.has_value();
}
[[nodiscard]] constexpr bool is_unary(Operator op) {
  return op >= Operator::Negate && op <= Operator::Not;
}

// Applies an operator to 64-bit values.
[[nodiscard]] std::int64_t apply_unary(Operator op, std::int64_t operand);
// Arithmetic wraps. Nothing if the operator faults: for a division by zero, a shift by less than 0
// or more than 63, and an overflow of a checked operator. INT64_MIN / -1 is INT64_MIN.
[[nodiscard]] std::optional<std::int64_t> applied(Operator op, std::int64_t left,
                                                  std::int64_t right);

}  // namespace drover
