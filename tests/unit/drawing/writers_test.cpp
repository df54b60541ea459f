#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "drawing/compose.h"
#include "drawing/geometry.h"
#include "drawing/style.h"
#include "drawing/writers.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"
#include "tests/support/graph_text.h"

namespace drover::writers_test {
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

TEST_CASE("an event of a wrapper has the file and line of its call, and the calls as a tooltip") {
  ExecutionGraph graph({ThreadRole::Worker});
  Label fence;
  fence.kind = LabelKind::Fence;
  fence.source = {.begin = 30, .end = 31, .line = 3, .column = 1, .call = 3};
  graph.add(ThreadId(0), NodeId(0), fence);
  GraphNames names = parse_graph("W x 1").names();
  names.places = std::make_shared<const CodePlaces>(
      CodePlaces{.files = {{"main.c", 0, 0}, {"queue.h", 20, 9}},
                 .functions = {{"run", false}, {"push", false}, {"barrier", true}},
                 .calls = {{0, {}},
                           {1, {.begin = 8, .end = 9, .line = 5, .column = 1, .call = 1}},
                           {2, {.begin = 40, .end = 41, .line = 7, .column = 1, .call = 2}}}});
  const drawing::Picture picture = drawing::compose_picture(graph, names, *find_model("rc11"), {});
  check_has(drawing::write_dot(picture), "a: F  [queue.h:7]");
  const std::string svg = drawing::write_svg(picture, {drawing::Theme::Light, "", false});
  check_has(svg, ">queue.h:7</text>");
  check_has(svg, "data-line=\"16\"");  // in the text of all files
  check_has(svg, "<title>push → barrier ← run (main.c:5)</title>");
}

TEST_CASE("a picture is written as DOT") {
  const GraphText text = parse_graph("W x 1 || r: R x 0; W x 2 ;; co x: 1 2");
  GraphNames names = text.names();
  names.threads[0] = "a \"quoted\" \\ name";
  const std::string dot = drawing::write_dot(example(text, names));
  CHECK(dot.starts_with("digraph execution {\n"));
  CHECK(dot.ends_with("}\n"));
  check_has(dot, "subgraph cluster_0 {\n    label=\"a \\\"quoted\\\" \\\\ name\";");
  check_has(dot, "e1 [label=\"a: W x = 1  [1]\"];");
  check_has(dot, "e2 [label=\"b: R x → 0 *1  [2]\", color=\"#d01010\", penwidth=2];");
  check_has(dot, "e0 -> e2 [label=\"rf\", color=\"#00704f\"");
  check_has(dot, "e2 -> e3 [label=\"po\"");
  check_has(dot, "e1 -> e3 [label=\"co\", color=\"#1258b0\", fontcolor=\"#1258b0\", style=dashed");
  check_has(dot, "e2 -> e1 [label=\"fr\"");
}

TEST_CASE("an SVG picture has classes and data for its parts") {
  const GraphText text = parse_graph("W x 1 || r: R x 0; W x 2 ;; co x: 1 2");
  GraphNames names = text.names();
  names.threads[0] = "a<b>&\"c\"";
  const std::string svg =
      drawing::write_svg(example(text, names), {drawing::Theme::Viewer, "p1-", true});
  CHECK(svg.starts_with("<?xml"));
  CHECK(svg.ends_with("</svg>\n"));
  check_has(svg, "<title>a &lt;title&gt; &amp; more</title>");
  check_has(svg, "data-thread=\"a&lt;b&gt;&amp;&quot;c&quot;\"");
  check_has(svg, "<g class=\"node read alarm\" id=\"p1-e2\" data-event=\"2\" data-letter=\"b\"");
  check_has(svg, "data-line=\"2\"");
  check_has(svg, "<g class=\"edge rf\" data-relation=\"rf\" data-from=\"0\" data-to=\"2\">");
  check_has(svg, "<g class=\"legend co\" data-relation=\"co\">");
  check_has(svg, "prefers-color-scheme: dark");
  check_has(svg, "*1 b (T1:2): stale");
}

TEST_CASE("DOT pictures keep the order of threads") {
  const GraphText text = parse_graph("init: W x 1 || W y 1 || R y 1 || final: R x 1");
  const std::string dot =
      drawing::write_dot(example(parse_graph("W x 1 || r: R x 0"), text.names()));
  check_has(dot, "order -> e1 [style=invis];\n  order -> e2 [style=invis];");
  const drawing::Picture picture =
      drawing::compose_picture(text.graph, text.names(), *find_model("rc11"), {});
  const std::string spawned = drawing::write_dot(picture);
  const auto name = [&](std::size_t t) {
    return format("e{}", text.graph.events_of(ThreadId(t))[0].value);
  };
  check_has(spawned, format("{} -> order [style=invis];", name(0)).c_str());
  for (const std::size_t worker : {1, 2}) {
    check_has(spawned, format("{} -> {} [style=invis];", name(worker), name(3)).c_str());
  }
}

TEST_CASE("a line of several relations has the names of all") {
  const GraphText text = parse_graph("W@rel x 1 || R@acq x 1");
  drawing::PictureRequest request;
  request.relations = {"rf", "sw"};
  const drawing::Picture picture =
      drawing::compose_picture(text.graph, text.names(), *find_model("rc11"), request);
  const std::string svg = drawing::write_svg(picture, {drawing::Theme::Light, "", false});
  check_has(svg, "<g class=\"edge rf\" data-relation=\"rf + sw\"");
  check_has(svg, "<tspan data-relation=\"sw\">, sw</tspan>");
  check_has(drawing::write_dot(picture), "[label=\"rf, sw\"");
  check_has(drawing::write_tikz(picture, drawing::Theme::Light, drawing::TikzForm::Fragment),
            "{rf, sw};");
}

TEST_CASE("a requested relation that is empty is named in every format") {
  const GraphText text = parse_graph("W@rlx x 1 || R@rlx x 1");
  drawing::PictureRequest request;
  request.relations = request.asked_for = {"sw"};
  const drawing::Picture picture =
      drawing::compose_picture(text.graph, text.names(), *find_model("rc11"), request);
  check_has(drawing::write_svg(picture, {drawing::Theme::Light, "", false}), ">sw: empty</text>");
  check_has(drawing::write_dot(picture), "sw: empty");
  check_has(drawing::write_text(picture, text.graph, text.names()), "sw: empty\n");
  check_has(drawing::write_tikz(picture, drawing::Theme::Light, drawing::TikzForm::Document),
            "{sw: empty}");
}

TEST_CASE("a picture in black and white has no other colour") {
  const GraphText text = parse_graph("W x 1 || r: R x 0; W x 2 ;; co x: 1 2");
  const drawing::Picture picture = example(text, text.names());
  for (std::string svg : {drawing::write_svg(picture, {drawing::Theme::Mono, "", false})}) {
    for (std::size_t at = svg.find('#'); at != std::string::npos; at = svg.find('#', at + 1)) {
      const std::string colour = svg.substr(at, 7);
      CHECK((colour == "#000000" || colour == "#ffffff"));
    }
  }
  check_has(drawing::write_dot(picture, drawing::Theme::Mono), "color=\"#000000\"");
}

TEST_CASE("a picture is written as TikZ, alone and inside a document") {
  const GraphText text = parse_graph("W x 1 || r: R x 0; W x 2 ;; co x: 1 2");
  GraphNames names = text.names();
  names.threads[0] = "a_b%";
  const drawing::Picture picture = example(text, names);
  const std::string whole =
      drawing::write_tikz(picture, drawing::Theme::Light, drawing::TikzForm::Document);
  CHECK(whole.starts_with("\\documentclass"));
  CHECK(whole.ends_with("\\end{document}\n"));
  check_has(whole, "\\textbf{a\\_b\\%}");
  check_has(whole, "{b: R x $\\rightarrow$ 0 *1}");
  const std::string part =
      drawing::write_tikz(picture, drawing::Theme::Light, drawing::TikzForm::Fragment);
  CHECK(part.find("documentclass") == std::string::npos);
  CHECK(part.ends_with("\\end{tikzpicture}%\n"));
}

TEST_CASE("a picture with a fixed theme does not depend on the viewer") {
  const GraphText text = parse_graph("r: R x 0");
  const drawing::Picture picture = example(text, text.names());
  const std::string dark = drawing::write_svg(picture, {drawing::Theme::Dark, "", false});
  CHECK(dark.starts_with("<svg"));
  CHECK(dark.find("prefers-color-scheme") == std::string::npos);
  check_has(dark, "fill=\"#16181c\"");
  CHECK(drawing::write_svg(picture, {drawing::Theme::Light, "", false}).find("#16181c") ==
        std::string::npos);
}

TEST_CASE("a picture as text lists requested relations besides rf and co") {
  const GraphText text = parse_graph("W x 1 || r: R x 0; W x 2 ;; co x: 1 2");
  const std::vector<EventRemark> remarks{{text.named.at("r"), "stale"}};
  const std::string out =
      drawing::write_text(example(text, text.names()), text.graph, text.names(), remarks);
  CHECK(out.starts_with("a <title> & more\n  x = 2\n  breaks it\n"));
  check_has(out, "fr: b → a\n");
  check_has(out, "*1 b (T1:2): stale\n");
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
}

TEST_CASE("characters that XML does not allow are replaced") {
  CHECK(drawing::xml_escaped("a\x01\n<b>") == "a  &lt;b&gt;");
}

}  // namespace drover::writers_test
