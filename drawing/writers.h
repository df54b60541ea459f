#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "drawing/picture.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/graph/text_printer.h"

// Pictures as texts of files, a function per format.
namespace drover::drawing {

struct SvgOptions {
  Theme theme = Theme::Viewer;
  // Prefix of every `id`, so that one document can hold several pictures.
  std::string id_prefix;
  // True: begins with an XML declaration. False inside HTML.
  bool is_document = true;
};

// Writes a picture as SVG. All elements have classes, so that a page may style, show and hide them:
//   g.node (and initial, read, write, fence, other or ending; alarm), id eN, data-event,
//     data-letter, data-thread, data-line
//   g.edge and the name of its relation (r-NAME where that is not a word), cycle; data-relation:
//     all relations that share the line, ` + ` between; data-from, data-to: events
//   text.label with a tspan for each of several relations
//   g.thread with data-thread, g.legend with data-relation, text.title, text.caption, text.remark
[[nodiscard]] std::string write_svg(const Picture& picture, const SvgOptions& options);

// Escapes `text` for XML, without characters that XML cannot hold.
[[nodiscard]] std::string xml_escaped(std::string_view text);

enum class TikzForm : std::uint8_t {
  Document,  // compiles to one page of the picture's size
  Fragment   // for a document that loads tikz
};

// Writes a picture as TikZ, with the layout of SVG. Needs only the package tikz, and geometry for a
// Document.
[[nodiscard]] std::string write_tikz(const Picture& picture, Theme theme, TikzForm form);

// Writes a picture in Graphviz' DOT: one cluster per thread, in the order of the program, edges in
// the colours of their relations. Only program order, spawn and join determine ranks.
[[nodiscard]] std::string write_dot(const Picture& picture, Theme theme = Theme::Light);

// Writes a picture of `graph` for a terminal: title and captions, then the output of
// explorer/graph/text_printer.h, then one line for each further relation, and the cycle if there is
// one.
[[nodiscard]] std::string write_text(const Picture& picture, const ExecutionGraph& graph,
                                     const GraphNames& names,
                                     std::span<const EventRemark> remarks = {},
                                     SourceLines lines = SourceLines::Shown);

}  // namespace drover::drawing
