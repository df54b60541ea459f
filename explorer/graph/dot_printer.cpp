#include "explorer/graph/dot_printer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "support/format.h"

namespace drover {

namespace {

// A string in double quotes, as DOT wants it.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + '"';
}

// A short-lived worker: holds references to what it prints.
class DotPrinter {
 public:
  DotPrinter(const ExecutionGraph& graph, const GraphNames& names,
             std::span<const EventRemark> remarks)
      : graph_(graph), names_(names), remarks_(remarks) {}

  std::string print() {
    text_ = "digraph execution {\n  node [shape=box, fontname=monospace, fontsize=11];\n";
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (graph_.event(EventId(i)).is_initial()) print_node(EventId(i), "  ");
    }
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) print_thread(ThreadId(t));
    for (const LocationId location : graph_.locations()) print_coherence(location);
    for (std::size_t i = 0; i < graph_.size(); ++i) print_reads_from(EventId(i));
    return text_ + "}\n";
  }

 private:
  void print_node(EventId id, std::string_view indent) {
    const Event& event = graph_.event(id);
    std::string label = describe_event(event, names_);
    if (event.label.source.line != 0) label += format("  [{}]", event.label.source.line);
    bool has_remark = false;
    for (const EventRemark& remark : remarks_) {
      if (remark.event != id) continue;
      label += "\n" + remark.text;
      has_remark = true;
    }
    text_ += format("{}e{} [label={}{}{}];\n", indent, id.value, quoted(label),
                    event.is_initial() ? ", style=dashed" : "",
                    has_remark ? ", color=red, penwidth=2" : "");
  }

  void print_edge(EventId from, EventId to, std::string_view name, std::string_view colour,
                  std::string_view more = "") {
    text_ += format("  e{} -> e{} [label={}, color={}, fontcolor={}{}];\n", from.value, to.value,
                    name, colour, colour, more);
  }

  void print_thread(ThreadId thread) {
    text_ += format("  subgraph cluster_{} {{\n    label={};\n    color=gray;\n", thread.value,
                    quoted(names_.threads[thread.value]));
    const std::span<const EventId> order = graph_.events_of(thread);
    for (const EventId id : order) print_node(id, "    ");
    text_ += "  }\n";
    for (std::size_t i = 1; i < order.size(); ++i) {
      print_edge(order[i - 1], order[i], "po", "black");
    }
  }

  void print_coherence(LocationId location) {
    const std::span<const EventId> order = graph_.coherence(location);
    for (std::size_t i = 1; i < order.size(); ++i) {
      print_edge(order[i - 1], order[i], "co", "brown", ", constraint=false");
    }
  }

  // rf, and fr to the write that overwrites what was read.
  void print_reads_from(EventId read) {
    const EventId writer = graph_.event(read).reads_from;
    if (writer.is_none()) return;
    print_edge(writer, read, "rf", "darkgreen", ", constraint=false");
    const std::span<const EventId> order = graph_.coherence(graph_.event(read).label.location);
    const auto place = std::ranges::find(order, writer);
    if (place == order.end() || std::next(place) == order.end()) return;
    print_edge(read, *std::next(place), "fr", "red", ", style=dashed, constraint=false");
  }

  const ExecutionGraph& graph_;
  const GraphNames& names_;
  std::span<const EventRemark> remarks_;
  std::string text_;
};

}  // namespace

std::string print_dot(const ExecutionGraph& graph, const GraphNames& names,
                      std::span<const EventRemark> remarks) {
  return DotPrinter(graph, names, remarks).print();
}

}  // namespace drover
