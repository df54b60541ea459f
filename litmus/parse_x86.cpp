#include "litmus/parse_x86.h"

#include <algorithm>
#include <cctype>
#include <exception>
#include <utility>

#include "LitmusX86Lexer.h"
#include "LitmusX86Parser.h"
#include "frontend/antlr_section.h"
#include "frontend/parser_exception.h"
#include "litmus/recovery.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

using drover_grammar::LitmusX86Lexer;
using X86Grammar = drover_grammar::LitmusX86Parser;
using X86Parser = SectionParser<LitmusX86Lexer, X86Grammar, X86Recovery>;

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  });
  return text;
}

std::string columns_text(std::size_t count) {
  return format("{} column{}", count, count == 1 ? "" : "s");
}

// Turns ANTLR's tree into ours. A short-lived worker.
class X86Builder {
 public:
  X86Builder(const X86Parser& parser, DiagnosticSink& sink)
      : parser_(parser), offsets_(parser.offsets()), sink_(sink) {}

  std::optional<x86::Program> build(X86Grammar::ProgramContext& tree) {
    // Without its columns, a table says nothing.
    if (tree.heading() == nullptr || !parser_.is_intact(*tree.heading())) return std::nullopt;
    x86::Program program;
    for (antlr4::tree::TerminalNode* name : tree.heading()->NAME()) {
      program.threads.push_back(thread(*name));
    }
    for (X86Grammar::RowContext* each : tree.row()) row(*each, program);
    return program;
  }

 private:
  x86::Thread thread(antlr4::tree::TerminalNode& node) {
    x86::Thread out;
    out.range = offsets_.range(*node.getSymbol());
    const std::string name = node.getText();
    const bool is_numbered = name.size() > 1 && name.size() < 5 && name[0] == 'P' &&
                             name.find_first_not_of("0123456789", 1) == std::string::npos;
    if (is_numbered) {
      out.number = static_cast<std::uint32_t>(std::stoul(name.substr(1)));
    } else {
      sink_.report(DiagnosticKind::LitmusThreadName, out.range, {name});
    }
    return out;
  }

  void row(X86Grammar::RowContext& tree, x86::Program& program) {
    if (!parser_.is_intact(tree)) mark_lost(tree, program);
    const std::vector<X86Grammar::CellContext*> cells = tree.cell();
    if (tree.exception != nullptr) return;
    if (cells.size() != program.threads.size()) {
      sink_.report(DiagnosticKind::LitmusColumns, offsets_.range(tree),
                   {columns_text(cells.size()), std::to_string(program.threads.size())});
      mark_labels_lost(cells, program);
      return;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (program.threads[i].is_lost) continue;
      const bool is_empty = cells[i]->label().empty() && cells[i]->instruction() == nullptr;
      if (!is_empty) program.threads[i].code.push_back(cell(*cells[i]));
    }
  }

  // The threads in whose columns of the row there are errors.
  void mark_lost(X86Grammar::RowContext& tree, x86::Program& program) const {
    std::size_t column = 0;
    for (antlr4::tree::ParseTree* child : tree.children) {
      auto* cell = dynamic_cast<X86Grammar::CellContext*>(child);
      auto* token = dynamic_cast<antlr4::tree::TerminalNode*>(child);
      if (token != nullptr && token->getSymbol()->getType() == X86Grammar::BAR) ++column;
      const bool is_wrong = dynamic_cast<antlr4::tree::ErrorNode*>(child) != nullptr ||
                            (cell != nullptr && !parser_.is_intact(*cell));
      if (is_wrong && column < program.threads.size()) program.threads[column].is_lost = true;
    }
    if (tree.exception == nullptr) return;
    for (std::size_t i = column; i < program.threads.size(); ++i) program.threads[i].is_lost = true;
  }

  // Jumps to the labels of a row that is left out are right.
  static void mark_labels_lost(const std::vector<X86Grammar::CellContext*>& cells,
                               x86::Program& program) {
    const bool has_label = std::ranges::any_of(
        cells, [](X86Grammar::CellContext* cell) { return !cell->label().empty(); });
    if (!has_label) return;
    for (x86::Thread& thread : program.threads) thread.is_lost = true;
  }

  x86::Instruction cell(X86Grammar::CellContext& tree) {
    x86::Instruction out;
    out.range = offsets_.range(tree);
    for (X86Grammar::LabelContext* label : tree.label()) {
      out.labels.push_back(label->NAME()->getText());
    }
    X86Grammar::InstructionContext* instruction = tree.instruction();
    if (instruction == nullptr) return out;
    out.has_lock = instruction->LOCK() != nullptr;
    out.mnemonic = in_capitals(instruction->NAME()->getText());
    out.mnemonic_range = offsets_.range(*instruction->NAME()->getSymbol());
    for (X86Grammar::OperandContext* each : instruction->operand()) {
      out.operands.push_back(operand(*each));
    }
    return out;
  }

  x86::Operand operand(X86Grammar::OperandContext& tree) {
    x86::Operand out;
    out.range = offsets_.range(tree);
    if (auto* reg = exactly<X86Grammar::RegisterContext>(tree)) {
      out.kind = x86::OperandKind::Register;
      out.name = reg->NAME()->getText();
    } else if (auto* memory = exactly<X86Grammar::MemoryContext>(tree)) {
      out.kind = x86::OperandKind::Memory;
      out.name = memory->NAME()->getText();
    } else if (auto* number = exactly<X86Grammar::ImmediateContext>(tree)) {
      out.number = parse_number(number->getText(), out.range, sink_).value_or(0);
    } else {
      out.kind = x86::OperandKind::Memory;
      sink_.report(DiagnosticKind::LitmusUnsupported, out.range, {"an absolute address"});
    }
    return out;
  }

  const X86Parser& parser_;
  const SectionOffsets& offsets_;
  DiagnosticSink& sink_;
};

}  // namespace

std::optional<x86::Program> parse_x86(const SourceBuffer& source, Section section,
                                      DiagnosticSink& sink) {
  try {
    X86Parser parser(source, section, sink);
    X86Grammar::ProgramContext* tree = parser.parse(&X86Grammar::program);
    if (tree == nullptr) return std::nullopt;
    return X86Builder(parser, sink).build(*tree);
  } catch (const std::exception& e) {
    report_parser_exception(e, sink);
    return std::nullopt;
  }
}

}  // namespace drover::litmus
