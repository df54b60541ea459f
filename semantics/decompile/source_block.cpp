#include "semantics/decompile/source_block.h"

#include <cstddef>
#include <utility>

#include "support/check.h"
#include "support/format.h"

namespace drover::decompile {

namespace {

class BlockWriter {
 public:
  // Writes the block in braces after `head`.
  static std::string braced(const std::string& head, const SourceBlock& block) {
    BlockWriter writer;
    writer.line(head + " {");
    writer.write(block);
    writer.line("}");
    return std::move(writer.out_);
  }
  static std::string indented(const SourceBlock& block) {
    BlockWriter writer;
    writer.write(block);
    return std::move(writer.out_);
  }

 private:
  using Kind = SourceStatement::Kind;

  void line(const std::string& text) { out_ += std::string(2 * depth_, ' ') + text + "\n"; }

  void write(const SourceBlock& block) {
    ++depth_;
    for (const SourceStatement& statement : block) write(statement);
    --depth_;
  }
  void write(const SourceStatement& statement) {
    const std::string label = statement.text.empty() ? "" : statement.text + ": ";
    const std::string jump = statement.text.empty() ? ";" : " " + statement.text + ";";
    const std::string& condition = statement.condition.text;
    switch (statement.kind) {
      case Kind::Line: line(statement.text); break;
      case Kind::If: write_choice(statement, "if"); break;
      case Kind::While:
        if (statement.body.empty()) {
          line(format("{}while ({}) {{}}", label, condition));
          break;
        }
        line(format("{}while ({}) {{", label, condition));
        write(statement.body);
        line("}");
        break;
      case Kind::DoWhile:
        line(label + "do {");
        write(statement.body);
        line(format("}} while ({});", condition));
        break;
      case Kind::Block:
        line(label + "{");
        write(statement.body);
        line("}");
        break;
      case Kind::Break: line("break" + jump); break;
      case Kind::Continue: line("continue" + jump); break;
      case Kind::Return: line("return;"); break;
      case Kind::Goto: DROVER_UNREACHABLE("jumps have words");
    }
  }
  // Writes `else if` if the `else` has only an `if`.
  void write_choice(const SourceStatement& statement, const std::string& word) {
    line(format("{} ({}) {{", word, statement.condition.text));
    write(statement.body);
    const SourceBlock& otherwise = statement.otherwise;
    if (otherwise.size() == 1 && otherwise.front().kind == Kind::If) {
      write_choice(otherwise.front(), "} else if");
      return;
    }
    if (!otherwise.empty()) {
      line("} else {");
      write(otherwise);
    }
    line("}");
  }

  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string braced(const std::string& head, const SourceBlock& block) {
  return BlockWriter::braced(head, block);
}

std::string indented(const SourceBlock& block) { return BlockWriter::indented(block); }

SourceStatement line_of(std::string text) {
  SourceStatement statement;
  statement.text = std::move(text);
  return statement;
}

}  // namespace drover::decompile
