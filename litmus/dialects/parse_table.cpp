#include "litmus/dialects/parse_table.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "LitmusTableLexer.h"
#include "LitmusTableParser.h"
#include "frontend/antlr_section.h"
#include "litmus/dialects/recovery.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

using drover_grammar::LitmusTableLexer;
using TableGrammar = drover_grammar::LitmusTableParser;
using Threads = std::vector<table::Thread>;
using TableParser = SectionParser<LitmusTableLexer, TableGrammar, TableRecovery>;

std::string count_of_columns(std::size_t count) {
  return format("{} column{}", count, count == 1 ? "" : "s");
}

// Converts ANTLR's tree to ours. A short-lived worker.
class TableBuilder {
 public:
  TableBuilder(const TableParser& parser, DiagnosticSink& sink)
      : parser_(parser), offsets_(parser.offsets()), sink_(sink) {}

  std::optional<Threads> build(TableGrammar::ProgramContext& tree) {
    // Without its columns, a table is useless.
    if (tree.heading() == nullptr || !parser_.is_intact(*tree.heading())) return std::nullopt;
    Threads threads;
    for (TableGrammar::ColumnContext* column : tree.heading()->column()) {
      threads.push_back(thread(*column->NAME()));
      for (TableGrammar::LevelContext* each : column->level()) {
        const Value number = number_of(*each->NUMBER());
        constexpr Value LargestNumber = 1000;
        const SourceRange range = offsets_.range(*each);
        if (number < 0 || number > LargestNumber) {
          sink_.report(DiagnosticKind::LitmusOperands, range,
                       {format("the numbers of a place are 0 to {}", LargestNumber)});
          continue;
        }
        threads.back().place.push_back(
            {each->NAME()->getText(), static_cast<std::uint32_t>(number), range});
      }
    }
    for (TableGrammar::RowContext* each : tree.row()) row(*each, threads);
    return threads;
  }

 private:
  table::Thread thread(antlr4::tree::TerminalNode& node) {
    table::Thread out;
    out.range = offsets_.range(*node.getSymbol());
    const std::string name = node.getText();
    if (const std::optional<std::uint32_t> number = thread_number(name)) {
      out.number = *number;
    } else {
      sink_.report(DiagnosticKind::LitmusThreadName, out.range, {name});
    }
    return out;
  }

  void row(TableGrammar::RowContext& tree, Threads& threads) {
    if (!parser_.is_intact(tree)) mark_lost(tree, threads);
    const std::vector<TableGrammar::CellContext*> cells = tree.cell();
    if (tree.exception != nullptr) return;
    if (cells.size() != threads.size()) {
      sink_.report(DiagnosticKind::LitmusColumns, offsets_.range(tree),
                   {count_of_columns(cells.size()), std::to_string(threads.size())});
      mark_labels_lost(cells, threads);
      return;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (threads[i].is_lost) continue;
      const bool is_empty = cells[i]->children.empty();
      if (!is_empty) threads[i].code.push_back(cell(*cells[i]));
    }
  }

  // Marks the threads whose columns of the row have errors as lost.
  void mark_lost(TableGrammar::RowContext& tree, Threads& threads) const {
    std::size_t column = 0;
    for (antlr4::tree::ParseTree* child : tree.children) {
      auto* cell = dynamic_cast<TableGrammar::CellContext*>(child);
      auto* token = dynamic_cast<antlr4::tree::TerminalNode*>(child);
      if (token != nullptr && token->getSymbol()->getType() == TableGrammar::BAR) ++column;
      const bool is_wrong = dynamic_cast<antlr4::tree::ErrorNode*>(child) != nullptr ||
                            (cell != nullptr && !parser_.is_intact(*cell));
      if (is_wrong && column < threads.size()) threads[column].is_lost = true;
    }
    if (tree.exception == nullptr) return;
    for (std::size_t i = column; i < threads.size(); ++i) threads[i].is_lost = true;
  }

  // Accepts jumps to the labels of a row that is left out.
  static void mark_labels_lost(const std::vector<TableGrammar::CellContext*>& cells,
                               Threads& threads) {
    const bool has_label = std::ranges::any_of(
        cells, [](TableGrammar::CellContext* cell) { return !cell->label().empty(); });
    if (!has_label) return;
    for (table::Thread& thread : threads) thread.is_lost = true;
  }

  table::Instruction cell(TableGrammar::CellContext& tree) {
    table::Instruction out;
    out.range = offsets_.range(tree);
    for (TableGrammar::LabelContext* label : tree.label()) {
      std::string text = label->getText();
      text.pop_back();  // the colon
      out.labels.push_back(std::move(text));
    }
    TableGrammar::InstructionContext* instruction = tree.instruction();
    if (instruction == nullptr) return out;
    out.has_lock = instruction->LOCK() != nullptr;
    out.mnemonic = instruction->NAME()->getText();
    out.mnemonic_range = offsets_.range(*instruction->NAME()->getSymbol());
    out.operands = operands(instruction->operand());
    return out;
  }

  std::vector<table::Operand> operands(const std::vector<TableGrammar::OperandContext*>& trees) {
    std::vector<table::Operand> out;
    for (TableGrammar::OperandContext* each : trees) out.push_back(operand(*each));
    return out;
  }

  table::Operand operand(TableGrammar::OperandContext& tree) {
    table::Operand out;
    out.range = offsets_.range(tree);
    if (auto* name = exactly<TableGrammar::NameContext>(tree)) {
      out.kind = table::OperandKind::Name;
      out.name = text_of(*name);
    } else if (auto* number = exactly<TableGrammar::NumberContext>(tree)) {
      out.number = number_of(*number->NUMBER());
    } else if (auto* shift = exactly<TableGrammar::ShiftContext>(tree)) {
      out.kind = table::OperandKind::Shift;
      out.name = shift->NAME()->getText();
      out.number = number_of(*shift->NUMBER());
    } else if (auto* relative = exactly<TableGrammar::RelativeContext>(tree)) {
      out.kind = table::OperandKind::Relative;
      out.number = number_of(*relative->NUMBER());
    } else if (auto* memory = exactly<TableGrammar::MemoryContext>(tree)) {
      out.kind = table::OperandKind::Memory;
      out.parts = operands(memory->operand());
      out.is_written_back = memory->EXCLAMATION() != nullptr;
    } else if (auto* offset = exactly<TableGrammar::OffsetContext>(tree)) {
      out.kind = table::OperandKind::Offset;
      out.name = offset->base->getText();
      if (offset->NUMBER() != nullptr) out.number = number_of(*offset->NUMBER());
      if (offset->offset != nullptr) out.offset_name = offset->offset->getText();
      out.has_segment = offset->segment != nullptr;
      if (TableGrammar::ScaledContext* scaled = offset->scaled()) {
        out.index_name = scaled->NAME()->getText();
        if (scaled->NUMBER() != nullptr) out.scale = number_of(*scaled->NUMBER());
      }
    } else if (auto* list = exactly<TableGrammar::ListContext>(tree)) {
      out.kind = table::OperandKind::List;
      out.parts = operands(list->operand());
    } else {
      out.kind = table::OperandKind::Memory;
      sink_.report(DiagnosticKind::LitmusUnsupported, out.range, {"an absolute address"});
    }
    return out;
  }

  // (ANTLR joins the texts of all nodes below.)
  [[nodiscard]] static std::string text_of(antlr4::ParserRuleContext& tree) {
    return tree.start == tree.stop ? tree.start->getText() : tree.getText();
  }
  Value number_of(antlr4::tree::TerminalNode& node) {
    std::string text = node.getText();
    if (text.starts_with('#') || text.starts_with('$')) text.erase(0, 1);
    if (text.starts_with('+')) text.erase(0, 1);
    return parse_number(text, offsets_.range(*node.getSymbol()), sink_).value_or(0);
  }

  const TableParser& parser_;
  const SectionOffsets& offsets_;
  DiagnosticSink& sink_;
};

}  // namespace

std::optional<Threads> parse_table(const SourceBuffer& source, Section section,
                                   DiagnosticSink& sink) {
  try {
    TableParser parser(source, section, sink);
    TableGrammar::ProgramContext* tree = parser.parse(&TableGrammar::program);
    if (tree == nullptr) return std::nullopt;
    return TableBuilder(parser, sink).build(*tree);
  } catch (const std::exception& e) {
    report_parser_exception(e, sink);
    return std::nullopt;
  }
}

}  // namespace drover::litmus
