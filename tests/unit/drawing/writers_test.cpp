#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "drawing/compose.h"
#include "drawing/dot_writer.h"
#include "drawing/relation_style.h"
#include "drawing/svg_writer.h"
#include "drawing/text_size.h"
#include "drawing/text_writer.h"
#include "explorer/models/model_registry.h"
#include "tests/support/graph_text.h"

using namespace drover;
using namespace drover::testing;

namespace {

void check_has(const std::string& text, const char* part) {
  CAPTURE(part);
  CHECK(text.find(part) != std::string::npos);
}

drawing::Picture example(const GraphText& text, const GraphNames& names) {
  drawing::PictureRequest request;
  request.title = "a <title> & more";
  request.captions = {{"x = 2", false}, {"breaks it", true}};
  request.relations = {"rf", "co", "fr", "hb"};
  request.remarks = {{text.named.at("r"), "stale"}};
  return drawing::compose_picture(text.graph, names, *find_model("rc11"), request);
}

}  // namespace

TEST_CASE("a picture as DOT") {
  const GraphText text = parse_graph("W x 1 || r: R x 0; W x 2 ;; co x: 1 2");
  GraphNames names = text.names();
  names.threads[0] = "a \"quoted\" \\ name";
  const std::string dot = drawing::write_dot(example(text, names));
  CHECK(dot.starts_with("digraph execution {\n"));
  CHECK(dot.ends_with("}\n"));
  check_has(dot, "subgraph cluster_0 {\n    label=\"a \\\"quoted\\\" \\\\ name\";");
  check_has(dot, "e1 [label=\"W x = 1  [1]\"];");
  check_has(dot, "e2 [label=\"R x → 0 *1  [2]\", color=\"#d01010\", penwidth=2];");
  check_has(dot, "e0 -> e2 [label=\"rf\", color=\"#00704f\"");
  check_has(dot, "e2 -> e3 [label=\"po\"");
  check_has(dot, "e1 -> e3 [label=\"co\", color=\"#1258b0\", fontcolor=\"#1258b0\", style=dashed");
  check_has(dot, "e2 -> e1 [label=\"fr\"");
}

TEST_CASE("a picture as SVG says what everything is") {
  const GraphText text = parse_graph("W x 1 || r: R x 0; W x 2 ;; co x: 1 2");
  GraphNames names = text.names();
  names.threads[0] = "a<b>&\"c\"";
  const std::string svg =
      drawing::write_svg(example(text, names), {drawing::Theme::Viewer, "p1-", true});
  CHECK(svg.starts_with("<?xml"));
  CHECK(svg.ends_with("</svg>\n"));
  check_has(svg, "<title>a &lt;title&gt; &amp; more</title>");
  check_has(svg, "data-thread=\"a&lt;b&gt;&amp;&quot;c&quot;\"");
  check_has(svg, "<g class=\"node read alarm\" id=\"p1-e2\" data-event=\"2\"");
  check_has(svg, "data-line=\"2\"");
  check_has(svg, "<g class=\"edge rf\" data-relation=\"rf\" data-from=\"0\" data-to=\"2\">");
  check_has(svg, "<g class=\"legend co\" data-relation=\"co\">");
  check_has(svg, "prefers-color-scheme: dark");
  check_has(svg, "*1 T1:2: stale");
}

TEST_CASE("a theme that is fixed leaves nothing to the viewer") {
  const GraphText text = parse_graph("r: R x 0");
  const drawing::Picture picture = example(text, text.names());
  const std::string dark = drawing::write_svg(picture, {drawing::Theme::Dark, "", false});
  CHECK(dark.starts_with("<svg"));
  CHECK(dark.find("prefers-color-scheme") == std::string::npos);
  check_has(dark, "fill=\"#16181c\"");
  CHECK(drawing::write_svg(picture, {drawing::Theme::Light, "", false}).find("#16181c") ==
        std::string::npos);
}

TEST_CASE("a picture as text has what was asked for besides rf and co") {
  const GraphText text = parse_graph("W x 1 || r: R x 0; W x 2 ;; co x: 1 2");
  const std::vector<EventRemark> remarks{{text.named.at("r"), "stale"}};
  const std::string out =
      drawing::write_text(example(text, text.names()), text.graph, text.names(), remarks);
  CHECK(out.starts_with("a <title> & more\n  x = 2\n  breaks it\n"));
  check_has(out, "fr: T1:2 → T0:1\n");
  check_has(out, "*1 T1:2: stale\n");
}

TEST_CASE("relations can be told apart by colour and by dashes") {
  const std::vector<std::string> names{"po",  "rf",  "co",   "fr",    "sw",  "hb",
                                       "eco", "psc", "mine", "yours", "ours"};
  const std::vector<drawing::RelationStyle> styles = drawing::relation_styles(names);
  for (std::size_t i = 0; i < styles.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      CAPTURE(names[i]);
      CAPTURE(names[k]);
      CHECK(styles[i].colour != styles[k].colour);
      const bool are_plain = names[k] == "po" && names[i] == "rf";
      CHECK((are_plain || styles[i].dashes != styles[k].dashes));
    }
  }
}

TEST_CASE("long texts are broken at spaces") {
  CHECK(drawing::wrapped("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(drawing::wrapped("abcdef", 4) == std::vector<std::string>{"abcd", "ef"});
  CHECK(drawing::wrapped("→→→ →", 3) == std::vector<std::string>{"→→→", "→"});
  CHECK(drawing::wrapped("", 3) == std::vector<std::string>{""});
  CHECK(drawing::character_count("a→b") == 3);
}

TEST_CASE("what XML cannot hold is not in it") {
  CHECK(drawing::xml_escaped("a\x01\n<b>") == "a  &lt;b&gt;");
}
