#include "explorer/graph/text_printer.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "explorer/graph/base_relations.h"
#include "explorer/graph/bgl_view.h"
#include "support/format.h"

namespace drover {

namespace {

constexpr std::string_view Separator = " │ ";
constexpr std::size_t SeparatorWidth = 3;

// Columns on a terminal: UTF-8 continuation bytes take none.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// A short-lived worker: holds references to what it prints.
class TextPrinter {
 public:
  TextPrinter(const ExecutionGraph& graph, const GraphNames& names,
              std::span<const EventRemark> remarks, std::size_t columns)
      : graph_(graph), names_(names), remarks_(remarks), columns_(columns) {}

  std::string print() {
    const std::vector<std::size_t> widths = column_widths();
    std::size_t total = 0;
    for (const std::size_t width : widths) total += width + SeparatorWidth;
    if (total <= columns_ + SeparatorWidth) {
      print_table(widths);
    } else {
      print_blocks();
    }
    print_reads_from();
    print_coherence();
    for (std::size_t i = 0; i < remarks_.size(); ++i) {
      const Event& event = graph_.event(remarks_[i].event);
      text_ += format("*{} {}: {}\n", i + 1, describe_place(event, names_), remarks_[i].text);
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string cell(EventId id) const {
    const Event& event = graph_.event(id);
    std::string text = describe_event(event, names_);
    if (event.label.source.line != 0) text += format("  [{}]", event.label.source.line);
    for (std::size_t i = 0; i < remarks_.size(); ++i) {
      if (remarks_[i].event == id) text += format(" *{}", i + 1);
    }
    return text;
  }

  [[nodiscard]] std::vector<std::size_t> column_widths() const {
    std::vector<std::size_t> widths;
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      std::size_t width = width_of(names_.threads[t]);
      for (const EventId id : graph_.events_of(ThreadId(t))) {
        width = std::max(width, width_of(cell(id)));
      }
      widths.push_back(width);
    }
    return widths;
  }

  // Events so that each comes after what it depends on. Candidates that are inconsistent
  // may have po | rf cycles; then program order has to do.
  [[nodiscard]] std::vector<EventId> reading_order() const {
    const BaseRelations base = base_relations(graph_, plain_fence_is_sc);
    const Relation thread_order = base.po | base.sync;
    const Relation causal_order = thread_order | base.rf;
    return topological_order(causal_order.is_acyclic() ? causal_order : thread_order);
  }

  void print_row(const std::vector<std::size_t>& widths, const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t t = 0; t < widths.size(); ++t) {
      if (t > 0) line += Separator;
      line += cells[t];
      line.append(widths[t] - width_of(cells[t]), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + '\n';
  }

  void print_table(const std::vector<std::size_t>& widths) {
    print_row(widths, names_.threads);
    for (std::size_t t = 0; t < widths.size(); ++t) {
      if (t > 0) text_ += "─┼─";
      for (std::size_t i = 0; i < widths[t]; ++i) text_ += "─";
    }
    text_ += '\n';
    for (const EventId id : reading_order()) {
      const Event& event = graph_.event(id);
      if (event.is_initial()) continue;
      std::vector<std::string> cells(widths.size());
      cells[event.thread.value] = cell(id);
      print_row(widths, cells);
    }
  }

  void print_blocks() {
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      text_ += format("{}\n", names_.threads[t]);
      for (const EventId id : graph_.events_of(ThreadId(t))) text_ += format("  {}\n", cell(id));
    }
  }

  void print_reads_from() {
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      for (const EventId id : graph_.events_of(ThreadId(t))) {
        const Event& read = graph_.event(id);
        if (read.reads_from.is_none()) continue;
        text_ += format(
            "rf {} = {}: {} → {}\n", names_.location(read.label.location), names_.value(read.value),
            describe_place(graph_.event(read.reads_from), names_), describe_place(read, names_));
      }
    }
  }

  void print_coherence() {
    for (const LocationId location : graph_.locations()) {
      const std::span<const EventId> order = graph_.coherence(location);
      if (order.size() < 2) continue;
      text_ += format("co {}: ", names_.location(location));
      for (std::size_t i = 0; i < order.size(); ++i) {
        const Event& write = graph_.event(order[i]);
        text_ += format("{}{} ({})", i > 0 ? " → " : "", names_.value(write.value),
                        describe_place(write, names_));
      }
      text_ += '\n';
    }
  }

  const ExecutionGraph& graph_;
  const GraphNames& names_;
  std::span<const EventRemark> remarks_;
  std::size_t columns_;
  std::string text_;
};

}  // namespace

std::string print_text(const ExecutionGraph& graph, const GraphNames& names,
                       std::span<const EventRemark> remarks, std::size_t columns) {
  return TextPrinter(graph, names, remarks, columns).print();
}

}  // namespace drover
