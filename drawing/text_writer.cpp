#include "drawing/text_writer.h"

#include <cstddef>

#include "explorer/graph/text_printer.h"
#include "support/format.h"

namespace drover {

namespace {

std::string place_of(const PictureNode& node, const ExecutionGraph& graph,
                     const GraphNames& names) {
  return node.event.is_none() ? "its end" : describe_place(graph.event(node.event), names);
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

}  // namespace drover
