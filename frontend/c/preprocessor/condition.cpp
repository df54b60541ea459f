// The expressions of `#if` [C11 6.10.1 p4, 6.6]: 64-bit integers, signed or unsigned; remaining
// names are 0. Overflows, undefined values and commas are left to the compiler, which reports them.
#include "frontend/c/preprocessor/define.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>

namespace drover::c::preprocessor {

namespace {

struct Number {
  std::uint64_t bits = 0;
  bool is_unsigned = false;

  [[nodiscard]] std::int64_t value() const { return static_cast<std::int64_t>(bits); }
  [[nodiscard]] bool is_true() const { return bits != 0; }
};

Number truth(bool is_true) { return {.bits = is_true ? 1U : 0U}; }

// [C11 6.4.4.1]
Number integer(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.starts_with("0b") || text.starts_with("0B")) {
    base = 2;
    text.remove_prefix(2);
  } else if (text.starts_with('0')) {
    base = 8;
  }
  Number number;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number.bits, base);
  if (error != std::errc()) throw NotOurs{"a number in a condition"};
  const std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr std::array<std::string_view, 5> Signed{"", "l", "L", "ll", "LL"};
  constexpr std::array<std::string_view, 18> Unsigned{"u",   "U",   "ul",  "uL",  "Ul",  "UL",
                                                      "lu",  "lU",  "Lu",  "LU",  "ull", "uLL",
                                                      "Ull", "ULL", "llu", "llU", "LLu", "LLU"};
  const auto is_one_of = [&](const auto& all) {
    for (const std::string_view each : all) {
      if (each == suffix) return true;
    }
    return false;
  };
  number.is_unsigned = is_one_of(Unsigned);
  if (!number.is_unsigned && !is_one_of(Signed)) throw NotOurs{"the suffix of a number"};
  if (!number.is_unsigned && number.value() < 0) {
    if (base == 10) throw NotOurs{"a large number in a condition"};
    number.is_unsigned = true;
  }
  return number;
}

// [C11 6.4.4.4], for one character: char is signed.
Number character(std::string_view text) {
  if (!text.starts_with('\'')) throw NotOurs{"a wide character in a condition"};
  text = text.substr(1, text.size() - 2);
  if (text.size() == 1 && text[0] != '\\') {
    if (static_cast<unsigned char>(text[0]) >= 0x80) throw NotOurs{"a character in a condition"};
    return {.bits = static_cast<unsigned char>(text[0])};
  }
  constexpr std::string_view Escapes = "'\"?\\abfnrtv0";
  constexpr std::string_view Values = "'\"?\\\a\b\f\n\r\t\v";
  const std::size_t known = text.size() == 2 ? Escapes.find(text[1]) : std::string_view::npos;
  if (text[0] != '\\' || known == std::string_view::npos) {
    throw NotOurs{"a character in a condition"};
  }
  return {.bits = known < Values.size() ? static_cast<unsigned char>(Values[known]) : 0U};
}

struct Operator {
  std::string_view sign;
  int strength;
};
constexpr std::array<Operator, 18> Operators{{{"*", 10},
                                              {"/", 10},
                                              {"%", 10},
                                              {"+", 9},
                                              {"-", 9},
                                              {"<<", 8},
                                              {">>", 8},
                                              {"<", 7},
                                              {">", 7},
                                              {"<=", 7},
                                              {">=", 7},
                                              {"==", 6},
                                              {"!=", 6},
                                              {"&", 5},
                                              {"^", 4},
                                              {"|", 3},
                                              {"&&", 2},
                                              {"||", 1}}};

Number shift(std::string_view sign, Number left, Number right) {
  constexpr std::uint64_t Width = 64;
  if (right.bits >= Width) throw NotOurs{"a shift in a condition"};
  if (sign == "<<") {
    const Number moved{.bits = left.bits << right.bits, .is_unsigned = left.is_unsigned};
    const bool is_lost = !left.is_unsigned && moved.value() >> right.bits != left.value();
    if (is_lost) throw NotOurs{"an overflow in a condition"};
    return moved;
  }
  if (left.is_unsigned) return {.bits = left.bits >> right.bits, .is_unsigned = true};
  return {.bits = static_cast<std::uint64_t>(left.value() >> right.bits)};
}

Number multiplicative(std::string_view sign, Number left, Number right, bool is_unsigned) {
  if (sign == "*") {
    std::int64_t product = 0;
    const bool overflows = __builtin_mul_overflow(left.value(), right.value(), &product);
    if (!is_unsigned && overflows) throw NotOurs{"an overflow in a condition"};
    return {.bits = left.bits * right.bits, .is_unsigned = is_unsigned};
  }
  if (right.bits == 0) throw NotOurs{"a division by 0 in a condition"};
  if (is_unsigned) {
    return {.bits = sign == "/" ? left.bits / right.bits : left.bits % right.bits,
            .is_unsigned = true};
  }
  if (right.value() == -1 && left.value() == std::numeric_limits<std::int64_t>::min()) {
    throw NotOurs{"an overflow in a condition"};
  }
  return {.bits = static_cast<std::uint64_t>(sign == "/" ? left.value() / right.value()
                                                         : left.value() % right.value())};
}

Number additive(std::string_view sign, Number left, Number right, bool is_unsigned) {
  std::int64_t sum = 0;
  const bool overflows = sign == "+" ? __builtin_add_overflow(left.value(), right.value(), &sum)
                                     : __builtin_sub_overflow(left.value(), right.value(), &sum);
  if (!is_unsigned && overflows) throw NotOurs{"an overflow in a condition"};
  return {.bits = sign == "+" ? left.bits + right.bits : left.bits - right.bits,
          .is_unsigned = is_unsigned};
}

Number compare(std::string_view sign, Number left, Number right, bool is_unsigned) {
  const bool is_less = is_unsigned ? left.bits < right.bits : left.value() < right.value();
  const bool is_equal = left.bits == right.bits;
  if (sign == "<") return truth(is_less);
  if (sign == "<=") return truth(is_less || is_equal);
  if (sign == ">") return truth(!is_less && !is_equal);
  if (sign == ">=") return truth(!is_less);
  return truth(is_equal == (sign == "=="));
}

// [C11 6.3.1.8]: both operands are unsigned if one is, except for shifts.
Number apply(const Operator& op, Number left, Number right) {
  const bool is_unsigned = left.is_unsigned || right.is_unsigned;
  switch (op.strength) {
    case 10: return multiplicative(op.sign, left, right, is_unsigned);
    case 9: return additive(op.sign, left, right, is_unsigned);
    case 8: return shift(op.sign, left, right);
    case 7:
    case 6: return compare(op.sign, left, right, is_unsigned);
    case 5: return {.bits = left.bits & right.bits, .is_unsigned = is_unsigned};
    case 4: return {.bits = left.bits ^ right.bits, .is_unsigned = is_unsigned};
    case 3: return {.bits = left.bits | right.bits, .is_unsigned = is_unsigned};
    case 2: return truth(left.is_true() && right.is_true());
    default: return truth(left.is_true() || right.is_true());
  }
}

// A short-lived worker. Unevaluated operands [C11 6.5.13 p4, 6.5.14 p4, 6.5.15 p4] are parsed and
// have any value.
class Condition {
 public:
  explicit Condition(std::span<const Token> tokens) : tokens_(tokens) {}

  bool holds() {
    const Number value = conditional();
    if (at_ != tokens_.size()) throw NotOurs{"more behind a condition"};
    return value.is_true();
  }

 private:
  [[nodiscard]] bool is_next(std::string_view sign) const {
    return at_ < tokens_.size() && tokens_[at_].is(sign);
  }
  const Token& take() {
    if (at_ == tokens_.size()) throw NotOurs{"a condition without an end"};
    return tokens_[at_++];
  }
  void expect(std::string_view sign) {
    if (!take().is(sign)) throw NotOurs{"a condition that cannot be read"};
  }

  Number conditional() {
    constexpr int MaxDepth = 200;
    if (++depth_ > MaxDepth) throw NotOurs{"a condition that is nested deeply"};
    Number value = binary(1);
    if (is_next("?")) {
      ++at_;
      const bool is_true = value.is_true();
      const Number yes = unless(!is_true, [&] { return conditional(); });
      expect(":");
      const Number no = unless(is_true, [&] { return conditional(); });
      value = is_true ? yes : no;
      value.is_unsigned = yes.is_unsigned || no.is_unsigned;
    }
    --depth_;
    return value;
  }

  template <typename Read>
  Number unless(bool is_skipped, Read read) {
    skipped_ += is_skipped ? 1 : 0;
    const Number value = read();
    skipped_ -= is_skipped ? 1 : 0;
    return value;
  }

  Number binary(int strength) {
    Number left = unary();
    for (;;) {
      const Operator* op = next_operator();
      if (op == nullptr || op->strength < strength) return left;
      ++at_;
      const bool decides =
          (op->sign == "&&" && !left.is_true()) || (op->sign == "||" && left.is_true());
      const Number right = unless(decides, [&] { return binary(op->strength + 1); });
      left = skipped_ > 0 ? skipped(*op, left, right) : apply(*op, left, right);
    }
  }
  // The signedness matters for the type of an enclosing conditional expression.
  static Number skipped(const Operator& op, Number left, Number right) {
    constexpr int Shift = 8;
    constexpr int Compares = 7;
    const bool is_truth =
        op.strength == Compares || op.strength == Compares - 1 || op.strength <= 2;
    return {.bits = 1,
            .is_unsigned =
                !is_truth && (left.is_unsigned || (op.strength != Shift && right.is_unsigned))};
  }
  [[nodiscard]] const Operator* next_operator() const {
    if (at_ == tokens_.size()) return nullptr;
    for (const Operator& op : Operators) {
      if (tokens_[at_].is(op.sign)) return &op;
    }
    return nullptr;
  }

  Number unary() {
    constexpr int MaxDepth = 200;
    const Token& token = take();
    if (token.kind == TokenKind::Number) return integer(token.text);
    if (token.kind == TokenKind::Character) return character(token.text);
    if (token.kind == TokenKind::Name) return {};
    if (++depth_ > MaxDepth) throw NotOurs{"a condition that is nested deeply"};
    Number value;
    if (token.is("(")) {
      value = conditional();
      expect(")");
    } else if (token.is("!")) {
      value = truth(!unary().is_true());
    } else if (token.is("~")) {
      value = unary();
      value.bits = ~value.bits;
    } else if (token.is("+")) {
      value = unary();
    } else if (token.is("-")) {
      value = unary();
      const bool overflows =
          !value.is_unsigned && value.value() == std::numeric_limits<std::int64_t>::min();
      if (overflows) throw NotOurs{"an overflow in a condition"};
      value.bits = 0 - value.bits;
    } else {
      throw NotOurs{"a condition that cannot be read"};
    }
    --depth_;
    return value;
  }

  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int skipped_ = 0;
};

}  // namespace

bool holds(std::span<const Token> tokens) { return Condition(tokens).holds(); }

}  // namespace drover::c::preprocessor
