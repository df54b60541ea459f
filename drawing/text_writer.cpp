#include "drawing/writers.h"

#include "drawing/layout.h"
#include "explorer/graph/graph_names.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

std::string name_of(const PictureNode& node, const ExecutionGraph& graph, const GraphNames& names) {
  return node.event.is_none() ? "its end" : event_name(graph, node.event, names);
}

}  // namespace

std::string write_text(const Picture& picture, const ExecutionGraph& graph, const GraphNames& names,
                       std::span<const EventRemark> remarks, SourceLines lines) {
  std::string out;
  if (!picture.title.empty()) out += picture.title + "\n";
  for (const Caption& caption : picture.captions) out += format("  {}\n", caption.text);
  out += print_text(graph, names, remarks, {.lines = lines});
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
                     name_of(picture.nodes[edge.from], graph, names),
                     name_of(picture.nodes[edge.to], graph, names));
    }
    return text;
  };
  for (const std::string& relation : picture.relations) {
    const bool is_printed = relation == "po" || relation == "rf" || relation == "co";
    if (is_printed) continue;
    out += format("{}: {}\n", relation,
                  edges_text([&](const PictureEdge& edge) { return edge.has(relation); }));
  }
  for (const MissingRelation& missing : picture.missing) out += missing_text(missing) + "\n";
  for (const std::string& relation : picture.relations) {
    const std::string text =
        edges_text([&](const PictureEdge& edge) { return edge.has(relation) && edge.is_in_cycle; });
    if (!text.empty()) out += format("on the cycle, {}: {}\n", relation, text);
  }
  return out;
}

}  // namespace drover::drawing
