#include "drawing/text_writer.h"

#include <algorithm>
#include <cstdint>

#include "explorer/graph/text_printer.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

// Where an event is, and what it does where its thread has several events on that line.
std::string place_of(const PictureNode& node, const ExecutionGraph& graph,
                     const GraphNames& names) {
  if (node.event.is_none()) return "its end";
  const Event& event = graph.event(node.event);
  std::string place = describe_place(event, names);
  if (event.is_initial()) return place;
  const std::uint32_t line = event.label.source.line;
  const auto on_line = std::ranges::count_if(graph.events_of(event.thread), [&](EventId other) {
    return graph.event(other).label.source.line == line;
  });
  if (line != 0 && on_line > 1) place += format(" ({})", describe_event(event, names));
  return place;
}

}  // namespace

std::string write_text(const Picture& picture, const ExecutionGraph& graph, const GraphNames& names,
                       std::span<const EventRemark> remarks) {
  std::string out;
  if (!picture.title.empty()) out += picture.title + "\n";
  for (const Caption& caption : picture.captions) out += format("  {}\n", caption.text);
  out += print_text(graph, names, remarks);
  for (const PictureThread& thread : picture.threads) {
    if (thread.nodes.empty()) continue;
    const PictureNode& last = picture.nodes[thread.nodes.back()];
    if (last.kind == NodeKind::Ending) out += format("end of {}: {}\n", thread.name, last.text);
  }
  const auto edges_text = [&](auto is_wanted) {
    std::string text;
    for (const PictureEdge& edge : picture.edges) {
      if (!is_wanted(edge)) continue;
      text += format("{}{} → {}", text.empty() ? "" : ", ",
                     place_of(picture.nodes[edge.from], graph, names),
                     place_of(picture.nodes[edge.to], graph, names));
    }
    return text;
  };
  for (const std::string& relation : picture.relations) {
    const bool is_printed = relation == "po" || relation == "rf" || relation == "co";
    if (is_printed) continue;
    out += format("{}: {}\n", relation,
                  edges_text([&](const PictureEdge& edge) { return edge.relation == relation; }));
  }
  for (const std::string& relation : picture.relations) {
    const std::string text = edges_text(
        [&](const PictureEdge& edge) { return edge.relation == relation && edge.is_in_cycle; });
    if (!text.empty()) out += format("on the cycle, {}: {}\n", relation, text);
  }
  return out;
}

}  // namespace drover::drawing
