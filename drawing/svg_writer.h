#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "drawing/picture.h"
#include "drawing/picture_options.h"

namespace drover::drawing {

struct SvgOptions {
  Theme theme = Theme::Viewer;
  // Begins every `id`, so that several pictures can be in one document.
  std::string id_prefix;
  // Whether the text begins with an XML declaration: not inside HTML.
  bool is_document = true;
};

// A picture as SVG. Everything has a class, so that a page may style, show and hide it:
//   g.node (and initial, read, write, fence, other or ending; alarm), id eN, data-event,
//     data-letter, data-thread, data-line
//   g.edge and the name of its relation (r-NAME where that is not a word), cycle; data-relation:
//   all
//     relations that share the line, ` + ` between; data-from, data-to: events
//   text.label with a tspan for each of several relations
//   g.thread with data-thread, g.legend with data-relation, text.title, text.caption, text.remark
[[nodiscard]] std::string write_svg(const Picture& picture, const SvgOptions& options);

// `text` inside XML: escaped, and without characters that XML cannot hold.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace drover::drawing
