#include "frontend/nesting.h"

#include <algorithm>
#include <vector>

namespace drover {

namespace {

// The open constructs between a bracket and the current token.
struct Frame {
  bool is_body = false;       // a block that is the body of a conditional or loop, which is counted
  std::size_t controls = 0;   // conditionals and loops whose body is not yet complete
  std::size_t open_dos = 0;   // of these, those that wait for their `while`
  std::size_t questions = 0;  // `?` of the current expression
  std::size_t prefixes = 0;   // prefix operators waiting for their operand
  std::size_t height = 0;     // of the tree of the current expression, so far
  std::size_t max_height = 0;  // of earlier expressions in the same bracket

  [[nodiscard]] std::size_t nesting() const {
    return (is_body ? 0 : 1) + controls + questions + prefixes;
  }
};

class NestingScan {
 public:
  explicit NestingScan(std::span<const TokenClass> tokens) : tokens_(tokens), frames_(1) {}

  bool run(const std::function<SourceRange(std::size_t)>& range_of, DiagnosticSink& sink) {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      // Only the innermost frame changes, apart from pushed and popped frames.
      outer_nesting_ -= std::min(outer_nesting_, top().nesting());
      step(i);
      outer_nesting_ += top().nesting();
      const bool is_deep = outer_nesting_ > MaxNesting;
      if (!is_deep && top().height <= MaxOperatorChain) continue;
      sink.report(DiagnosticKind::NestingTooDeep, range_of(i),
                  {std::to_string(is_deep ? MaxNesting : MaxOperatorChain),
                   is_deep ? "levels" : "operators in one expression"});
      return false;
    }
    return true;
  }

 private:
  Frame& top() { return frames_.back(); }
  TokenClass next(std::size_t i) const {
    return i + 1 < tokens_.size() ? tokens_[i + 1] : TokenClass::Other;
  }

  void step(std::size_t i) {
    const bool was_operand = is_after_operand_;
    is_after_operand_ = false;
    switch (tokens_[i]) {
      case TokenClass::Open: open(); break;
      case TokenClass::OpenBrace: {
        const bool is_body = is_body_at(i);
        open();
        top().is_body = is_body;
        break;
      }
      case TokenClass::Close: close(); break;
      case TokenClass::CloseBrace:
        close();
        end_statement(i);
        break;
      case TokenClass::Semicolon: end_statement(i); break;
      case TokenClass::Separator: end_expression(); break;
      case TokenClass::Operand: complete_operand(); break;
      case TokenClass::Operator: ++top().height; break;
      case TokenClass::PrefixOrOperator: ++(was_operand ? top().height : top().prefixes); break;
      case TokenClass::Question: ++top().questions; break;
      case TokenClass::Do: ++top().open_dos; [[fallthrough]];
      case TokenClass::Control:
      case TokenClass::While: ++top().controls; break;
      case TokenClass::Else:
        // In `else if`, only the `if` counts.
        if (next(i) != TokenClass::Control) ++top().controls;
        break;
      case TokenClass::Other: break;
    }
  }

  // A body has the same depth with or without braces.
  [[nodiscard]] bool is_body_at(std::size_t i) const {
    if (i == 0 || frames_.back().controls == 0) return false;
    const TokenClass before = tokens_[i - 1];
    return before == TokenClass::Close || before == TokenClass::Else || before == TokenClass::Do;
  }
  void open() {
    outer_nesting_ += top().nesting();
    frames_.emplace_back();
  }
  void close() {
    if (frames_.size() == 1) return;
    const std::size_t height = std::max(top().height, top().max_height);
    frames_.pop_back();
    outer_nesting_ -= top().nesting();
    top().height = std::max(top().height, height) + 1;
    complete_operand();
  }
  void complete_operand() {
    top().prefixes = 0;
    is_after_operand_ = true;
  }
  void end_expression() {
    Frame& frame = top();
    frame.max_height = std::max(frame.max_height, frame.height);
    frame.height = frame.questions = frame.prefixes = 0;
    is_after_operand_ = false;
  }
  // Ends a statement and all statements whose body it is, except a conditional with a following
  // `else` or a `do` with a following `while`.
  void end_statement(std::size_t i) {
    end_expression();
    Frame& frame = top();
    frame.max_height = 0;
    if (next(i) == TokenClass::Else) return;
    if (next(i) == TokenClass::While && frame.open_dos > 0) {
      --frame.open_dos;
      return;
    }
    frame.controls = frame.open_dos = 0;
  }

  std::span<const TokenClass> tokens_;
  std::vector<Frame> frames_;
  std::size_t outer_nesting_ = 1;
  bool is_after_operand_ = false;
};

}  // namespace

bool check_nesting(std::span<const TokenClass> tokens,
                   const std::function<SourceRange(std::size_t)>& range_of, DiagnosticSink& sink) {
  return NestingScan(tokens).run(range_of, sink);
}

}  // namespace drover
