// The expressions of `#if` [C11 6.10.1 p4, 6.6]: 64-bit integers, signed or unsigned; remaining
// names are 0. Overflows, undefined values and commas are left to the compiler, which reports them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>

#include "frontend/c/preprocessor/arithmetic.h"
#include "frontend/c/preprocessor/define.h"

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
  std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (suffix.starts_with('u') || suffix.starts_with('U')) {
    number.is_unsigned = true;
    suffix.remove_prefix(1);
  } else if (suffix.ends_with('u') || suffix.ends_with('U')) {
    number.is_unsigned = true;
    suffix.remove_suffix(1);
  }
  constexpr std::array<std::string_view, 5> Lengths{"", "l", "L", "ll", "LL"};
  if (std::ranges::find(Lengths, suffix) == Lengths.end()) throw NotOurs{"the suffix of a number"};
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
    Number value = binary(0);
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

  Number binary(int level) {
    Number left = unary();
    for (;;) {
      const OperatorNotation* op = next_operator();
      if (op == nullptr || op->level < level) return left;
      ++at_;
      const bool decides = (op->op == Operator::And && !left.is_true()) ||
                           (op->op == Operator::Or && left.is_true());
      const Number right = unless(decides, [&] { return binary(op->level + 1); });
      left = applied_to(op->op, left, right);
    }
  }
  // [C11 6.3.1.8]: both operands are unsigned if one is, except for shifts. The signedness of an
  // unevaluated operand matters for the type of an enclosing conditional expression.
  [[nodiscard]] Number applied_to(Operator op, Number left, Number right) const {
    const bool is_shift = op == Operator::ShiftLeft || op == Operator::ShiftRight;
    const bool is_truth = is_comparison(op) || op == Operator::And || op == Operator::Or;
    const bool is_unsigned = left.is_unsigned || (!is_shift && right.is_unsigned);
    if (skipped_ > 0) return {.bits = 1, .is_unsigned = is_unsigned && !is_truth};
    const auto value = folded(op, left.value(), right.value(), is_unsigned);
    const bool is_wrong =
        !value ||
        (!is_unsigned && (overflows(op, left.value(), right.value(), 64) ||
                          (op == Operator::ShiftLeft && *value >> right.value() != left.value())));
    if (is_wrong) throw NotOurs{"an undefined value in a condition"};
    return {.bits = static_cast<std::uint64_t>(*value), .is_unsigned = is_unsigned && !is_truth};
  }
  // Returns the binary operator at the next token; null if it is none.
  [[nodiscard]] const OperatorNotation* next_operator() const {
    const auto* found = std::ranges::find_if(OperatorTable, [&](const OperatorNotation& each) {
      return !each.symbol.empty() && each.level < PrefixLevel && is_next(each.symbol);
    });
    return found == OperatorTable.end() ? nullptr : found;
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
