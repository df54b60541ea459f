#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "drawing/picture.h"
#include "drawing/picture_options.h"

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

}  // namespace drover::drawing
