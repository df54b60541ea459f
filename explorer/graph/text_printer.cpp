#include "explorer/graph/text_printer.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "explorer/graph/base_relations.h"
#include "explorer/graph/bgl_view.h"
#include "explorer/graph/graph_names.h"
#include "support/format.h"
#include "support/text.h"

namespace drover {

namespace {

constexpr std::string_view Separator = " │ ";
constexpr std::size_t SeparatorWidth = 3;
constexpr std::size_t Nowhere = static_cast<std::size_t>(-1);

// Returns the columns on a terminal: UTF-8 continuation bytes take none.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// A short-lived worker: holds references to its arguments.
class TextPrinter {
 public:
  TextPrinter(const ExecutionGraph& graph, const GraphNames& names,
              std::span<const EventRemark> remarks, TextLayout layout)
      : graph_(graph), names_(names), remarks_(remarks), layout_(layout), row_(graph.size()) {
    const std::vector<EventId> order = reading_order(graph);
    for (std::size_t i = 0; i < order.size(); ++i) row_[order[i].value] = i;
  }

  std::string print() {
    const std::vector<std::size_t> widths = column_widths();
    std::size_t total = 0;
    for (std::size_t t = 0; t < widths.size(); ++t) {
      if (is_shown(t)) total += widths[t] + SeparatorWidth;
    }
    if (total <= layout_.columns + SeparatorWidth) {
      print_table(widths);
    } else if (const auto begins = narrow_columns(widths); !begins.empty()) {
      print_narrow_table(begins);
    } else {
      print_named_rows();
    }
    print_reads_from();
    print_coherence();
    print_calls();
    for (std::size_t i = 0; i < remarks_.size(); ++i) {
      text_ += format("*{} {}: {}\n", i + 1, event_and_place(graph_, remarks_[i].event, names_),
                      remarks_[i].text);
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string cell(EventId id) const {
    const Event& event = graph_.event(id);
    std::string text =
        format("{}: {}", event_letter(graph_, id, names_), describe_event(event, names_));
    if (is_old(id)) text += " (old)";
    const bool has_line = layout_.lines == SourceLines::Shown && event.label.source.line != 0;
    if (has_line) text += format("  [{}]", names_.line(event.label.source));
    for (std::size_t i = 0; i < remarks_.size(); ++i) {
      if (remarks_[i].event == id) text += format(" *{}", i + 1);
    }
    return text;
  }

  // True if the read's source has been overwritten in a row above.
  [[nodiscard]] bool is_old(EventId id) const {
    const Event& event = graph_.event(id);
    if (!event.label.is_read() || event.reads_from.is_none()) return false;
    const auto order = graph_.coherence(event.label.location);
    const auto source = std::ranges::find(order, event.reads_from);
    if (source == order.end()) return false;
    return std::any_of(source + 1, order.end(),
                       [&](EventId later) { return row_[later.value] < row_[id.value]; });
  }

  [[nodiscard]] bool is_shown(std::size_t t) const { return names_.is_shown(graph_, ThreadId(t)); }

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

  void print_row(const std::vector<std::size_t>& widths, const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t t = 0; t < widths.size(); ++t) {
      if (!is_shown(t)) continue;
      if (!line.empty()) line += Separator;
      line += cells[t];
      line.append(widths[t] - width_of(cells[t]), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + '\n';
  }

  void print_table(const std::vector<std::size_t>& widths) {
    print_row(widths, names_.threads);
    bool is_first = true;
    for (std::size_t t = 0; t < widths.size(); ++t) {
      if (!is_shown(t)) continue;
      if (!is_first) text_ += "─┼─";
      is_first = false;
      for (std::size_t i = 0; i < widths[t]; ++i) text_ += "─";
    }
    text_ += '\n';
    for (const EventId id : reading_order(graph_)) {
      const Event& event = graph_.event(id);
      std::vector<std::string> cells(widths.size());
      cells[event.thread.value] = cell(id);
      print_row(widths, cells);
    }
  }

  // Returns the begins of columns that overlap: a row has one event, which may cover the columns to
  // its right. Empty if even so there is no room for the threads' names.
  [[nodiscard]] std::vector<std::size_t> narrow_columns(
      const std::vector<std::size_t>& widths) const {
    std::vector<std::size_t> shown;
    for (std::size_t t = 0; t < widths.size(); ++t) {
      if (is_shown(t)) shown.push_back(t);
    }
    const auto least_gap = [&](std::size_t i) { return width_of(names_.threads[shown[i]]) + 2; };
    std::vector<std::size_t> last(shown.size());  // the last possible begin of each column
    for (std::size_t i = shown.size(); i-- > 0;) {
      if (widths[shown[i]] > layout_.columns) return {};
      last[i] = layout_.columns - widths[shown[i]];
      if (i + 1 == shown.size()) continue;
      if (last[i + 1] < least_gap(i)) return {};
      last[i] = std::min(last[i], last[i + 1] - least_gap(i));
    }
    std::vector<std::size_t> begins(widths.size());
    std::size_t begin = 0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      begins[shown[i]] = begin;
      if (i + 1 == shown.size()) break;
      const std::size_t even = (last.back() - begin) / (shown.size() - 1 - i);
      const std::size_t most = std::min(last[i + 1] - begin, widths[shown[i]] + SeparatorWidth);
      begin += std::clamp(even, least_gap(i), std::max(most, least_gap(i)));
    }
    return begins;
  }

  void print_narrow_table(const std::vector<std::size_t>& begins) {
    const auto column_line = [&](std::string_view mark) {
      std::string line;
      for (std::size_t t = 0; t < begins.size(); ++t) {
        if (!is_shown(t)) continue;
        line.append(begins[t] - width_of(line), ' ');
        line += mark.empty() ? std::string_view(names_.threads[t]) : mark;
      }
      return line;
    };
    text_ += column_line("") + '\n' + column_line("┬") + '\n';
    for (const EventId id : reading_order(graph_)) {
      const std::size_t own = graph_.event(id).thread.value;
      const std::string text = cell(id);
      const std::size_t end = begins[own] + width_of(text);
      std::string line;
      for (std::size_t t = 0; t < begins.size(); ++t) {
        if (!is_shown(t) || (t > own && begins[t] <= end)) continue;
        line.append(begins[t] - width_of(line), ' ');
        line += t == own ? std::string_view(text) : "│";
      }
      text_ += line + '\n';
    }
  }

  // One row for each event, in the order of time, with the name of its thread.
  void print_named_rows() {
    std::size_t width = 0;
    for (const std::string& name : names_.threads) width = std::max(width, width_of(name));
    for (const EventId id : reading_order(graph_)) {
      std::string name = names_.threads[graph_.event(id).thread.value];
      name.append(width - width_of(name), ' ');
      text_ += format("{}{}{}\n", name, Separator, cell(id));
    }
  }

  // Returns the name of an event if the location is clear from the context.
  [[nodiscard]] std::string short_name(EventId id) const {
    return graph_.event(id).is_initial() ? "init" : event_letter(graph_, id, names_);
  }

  void print_reads_from() {
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      for (const EventId id : graph_.events_of(ThreadId(t))) {
        const Event& read = graph_.event(id);
        if (read.reads_from.is_none()) continue;
        text_ += format("rf {} = {}: {} → {}\n", names_.location(read.label.location),
                        names_.value(read.value), short_name(read.reads_from), short_name(id));
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
                        short_name(order[i]));
      }
      text_ += '\n';
    }
  }

  // Names the calls of the functions that have events: "in push ← producer (q.c:9): c–e, h".
  void print_calls() {
    if (layout_.lines == SourceLines::LeftOut) return;
    struct Stretch {
      EventId first, last;
    };
    std::vector<std::pair<std::string, std::vector<Stretch>>> calls;
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      std::size_t before = Nowhere;  // the calls of the last event
      for (const EventId id : graph_.events_of(ThreadId(t))) {
        const SourceRange& at = graph_.event(id).label.source;
        std::string text = names_.places->calls_text(names_.places->outside_wrappers(at));
        const auto known =
            std::ranges::find_if(calls, [&](const auto& each) { return each.first == text; });
        const auto own = static_cast<std::size_t>(known - calls.begin());
        if (known == calls.end()) calls.emplace_back(std::move(text), std::vector<Stretch>());
        std::vector<Stretch>& stretches = calls[own].second;
        if (own != before) stretches.push_back({id, id});
        stretches.back().last = id;
        before = own;
      }
    }
    for (const auto& [text, stretches] : calls) {
      if (text.empty()) continue;
      text_ += format(
          "in {}: {}\n", text, joined(stretches, ", ", [&](const Stretch& each) {
            const std::string first = short_name(each.first);
            return each.first == each.last ? first : format("{}–{}", first, short_name(each.last));
          }));
    }
  }

  const ExecutionGraph& graph_;
  const GraphNames& names_;
  std::span<const EventRemark> remarks_;
  TextLayout layout_;
  std::vector<std::size_t> row_;  // by event
  std::string text_;
};

// False for graphs of models without coherence.
bool orders_all_writes(const ExecutionGraph& graph) {
  return std::ranges::all_of(graph.locations(), [&](LocationId location) {
    const auto writes = std::ranges::count_if(graph.events(), [&](const Event& event) {
      return event.label.is_write() && event.label.location == location;
    });
    return static_cast<std::size_t>(writes) == graph.coherence(location).size();
  });
}

struct Rows {
  RowOrder order = RowOrder::Interleaving;
  Relation relation;
};

Rows rows_of(const ExecutionGraph& graph) {
  const BaseRelations base = base_relations(graph);
  Relation thread_order = base.po | base.sync;
  Relation causal_order = thread_order | base.rf;
  const Relation memory_order = causal_order | base.co | base.fr;
  // Predecessors of the write of a read-modify-write come before its read.
  Relation interleaving =
      memory_order | (seq(memory_order, inverse(base.rmw)) - identity(base.events));
  if (interleaving.is_acyclic()) {
    return {orders_all_writes(graph) ? RowOrder::Interleaving : RowOrder::Causal,
            std::move(interleaving)};
  }
  if (causal_order.is_acyclic()) return {RowOrder::Causal, std::move(causal_order)};
  return {RowOrder::Threads, std::move(thread_order)};
}

}  // namespace

RowOrder row_order(const ExecutionGraph& graph) { return rows_of(graph).order; }

std::vector<EventId> reading_order(const ExecutionGraph& graph) {
  std::vector<EventId> order = topological_order(rows_of(graph).relation);
  std::erase_if(order, [&](EventId id) { return graph.event(id).is_initial(); });
  return order;
}

std::string print_text(const ExecutionGraph& graph, const GraphNames& names,
                       std::span<const EventRemark> remarks, TextLayout layout) {
  return TextPrinter(graph, names, remarks, layout).print();
}

}  // namespace drover
