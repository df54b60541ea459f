#include "drawing/layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "drawing/compose.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"
#include "tests/support/graph_text.h"

namespace drover::layout_test {
using namespace drover::testing;

namespace {

drawing::Picture picture_of(const std::string& text, std::vector<std::string> relations,
                            drawing::InitialWrites initial = drawing::InitialWrites::WhereRead) {
  const GraphText parsed = parse_graph(text);
  const MemoryModel& model = *find_model("rc11");
  drawing::PictureRequest request;
  request.title = text;
  request.relations = std::move(relations);
  request.initial = initial;
  request.violation = model.find_violation(parsed.graph);
  return drawing::compose_picture(parsed.graph, parsed.names(), model, request);
}

std::size_t overlaps(const std::vector<drawing::Box>& boxes,
                     const std::vector<drawing::Box>& others) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = 0; k < others.size(); ++k) {
      const bool is_same = &boxes == &others && i == k;
      if (!is_same && boxes[i].grown(-0.01).overlaps(others[k])) ++count;
    }
  }
  return count;
}

bool touches(const drawing::Path& path, const drawing::Box& box) {
  for (const drawing::Point& point : path.samples(2)) {
    if (box.grown(-0.5).contains(point)) return true;
  }
  return false;
}

// What holds for every layout.
void check_layout(const drawing::Picture& picture) {
  const drawing::Layout layout = drawing::lay_out(picture);
  REQUIRE(layout.nodes.size() == picture.nodes.size());
  REQUIRE(layout.edges.size() == picture.edges.size());
  std::vector<drawing::Box> labels;
  for (const drawing::PlacedEdge& edge : layout.edges) {
    if (edge.label) labels.push_back(*edge.label);
  }
  CHECK(overlaps(layout.nodes, layout.nodes) == 0);
  CHECK(overlaps(layout.nodes, layout.headers) == 0);
  CHECK(overlaps(layout.headers, layout.headers) == 0);
  CHECK(overlaps(labels, layout.nodes) == 0);
  CHECK(overlaps(labels, layout.headers) == 0);
  CHECK(overlaps(labels, labels) == 0);
  std::size_t hidden_heads = 0;
  for (const drawing::PlacedEdge& edge : layout.edges) {
    for (const drawing::Box& label : labels) {
      hidden_heads += label.grown(10).contains(edge.path.end()) ? 1 : 0;
    }
  }
  CHECK(hidden_heads == 0);
  for (const drawing::PictureThread& thread : picture.threads) {
    for (std::size_t i = 1; i < thread.nodes.size(); ++i) {
      CHECK(layout.nodes[thread.nodes[i - 1]].bottom() <= layout.nodes[thread.nodes[i]].y);
    }
  }
  std::size_t through_nodes = 0;
  std::size_t outside = 0;
  const drawing::Box page{0, 0, layout.width, layout.height};
  for (const drawing::PlacedEdge& edge : layout.edges) {
    for (const drawing::Box& node : layout.nodes) through_nodes += touches(edge.path, node) ? 1 : 0;
    for (const drawing::Box& header : layout.headers)
      through_nodes += touches(edge.path, header) ? 1 : 0;
    for (const drawing::Point& point : edge.path.samples(5)) {
      outside += page.contains(point) ? 0 : 1;
    }
  }
  CHECK(through_nodes == 0);
  CHECK(outside == 0);
  // Again the same, to the last bit.
  const drawing::Layout again = drawing::lay_out(picture);
  CHECK(again.nodes == layout.nodes);
  for (std::size_t i = 0; i < layout.edges.size(); ++i) {
    CHECK(again.edges[i].path == layout.edges[i].path);
    CHECK(again.edges[i].label == layout.edges[i].label);
  }
}

bool has_text(const drawing::Layout& layout, const std::string& text) {
  return std::ranges::any_of(layout.legend, [&](const drawing::PlacedLegend& entry) {
    return entry.text.find(text) != std::string::npos;
  });
}

// A candidate execution: reads see any write of their location.
std::string random_graph(std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return random() % bound; };
  const std::size_t threads = 1 + below(6);
  const std::size_t locations = 1 + below(4);
  std::vector<std::vector<std::size_t>> written(locations, {0});
  std::size_t value = 0;
  struct Event {
    char kind;
    std::size_t location;
    std::size_t value;
  };
  std::vector<std::vector<Event>> events(threads);
  for (std::vector<Event>& thread : events) {
    for (std::size_t i = 0, count = 1 + below(9); i < count; ++i) {
      const Event event{"WWRRRUF"[below(7)], below(locations), ++value};
      if (event.kind == 'W' || event.kind == 'U') written[event.location].push_back(value);
      thread.push_back(event);
    }
  }
  std::string text;
  for (const std::vector<Event>& thread : events) {
    if (!text.empty()) text += " || ";
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const Event& event = thread[i];
      const std::vector<std::size_t>& seen = written[event.location];
      std::size_t read = seen[below(seen.size())];
      if (event.kind == 'U' && read == event.value) read = 0;
      text += i == 0 ? "" : "; ";
      if (event.kind == 'F') {
        text += "F@sc";
      } else if (event.kind == 'R') {
        text += format("R@acq x{} {}", event.location, read);
      } else if (event.kind == 'W') {
        text += format("W@rel x{} {}", event.location, event.value);
      } else {
        text += format("U@acqrel x{} {} {}", event.location, read, event.value);
      }
    }
  }
  return text;
}

const std::vector<std::string> Usual{"rf", "co", "fr"};

}  // namespace

TEST_CASE("layouts of the classic shapes keep everything apart") {
  for (const std::string text :
       {"W x 1", "W x 1; R x 1", "W x 1 || R x 1", "W x 1; R y 0 || W y 1; R x 0",
        "W x 1; W@rel y 1 || R@acq y 1; R x 0", "R x 1; W y 1 || R y 1; W x 1",
        "W x 1 || W y 1 || R x 1; R y 0 || R y 1; R x 0", "W x 1 || R x 1; W y 1 || R y 1; R x 0",
        "W x 1; W y 1 || W y 2; W x 2", "U x 0 1; U x 1 2 || U x 2 3; U x 3 4",
        "W x 1; W x 2; W x 3; R x 1",
        "init: W x 1; W y 2 || R x 1; W z 3 || R y 2 || R z 3 || final: R z 3; R x 1",
        "R x 7 || W y 1 || W z 1 || W z 2 || W z 3 || W x 7; R y 1; R z 2",
        "R a 0; R b 0; R c 0; R d 0; R e 0 || R e 0; R d 0; R c 0; R b 0; R a 0"}) {
    CAPTURE(text);
    check_layout(picture_of(text, Usual));
    check_layout(picture_of(text, {"rf", "co", "fr", "hb"}, drawing::InitialWrites::All));
    check_layout(picture_of(text, {}, drawing::InitialWrites::None));
  }
}

TEST_CASE("layouts of random candidates keep everything apart" * doctest::test_suite("slow")) {
  std::mt19937 random(20240601);
  for (int i = 0; i < 120; ++i) {
    const std::string text = random_graph(random);
    CAPTURE(text);
    check_layout(
        picture_of(text, i % 3 == 0 ? std::vector<std::string>{"rf", "hb"} : Usual,
                   i % 2 == 0 ? drawing::InitialWrites::WhereRead : drawing::InitialWrites::All));
  }
}

TEST_CASE("an execution of many events is laid out") {
  std::string text;
  for (std::size_t t = 0; t < 8; ++t) {
    if (t > 0) text += " || ";
    for (std::size_t i = 0; i < 25; ++i) {
      text += format("{}W x{} {}", i == 0 ? "" : "; ", i % 5, 100 * t + i + 1);
    }
  }
  check_layout(picture_of(text, {"rf", "co"}));
}

TEST_CASE("reads-from edges of acyclic executions lead downwards") {
  const drawing::Picture picture =
      picture_of("R x 1; W y 1 || W z 1; W x 1 || R y 1; R z 1; R x 1", {"rf"});
  const drawing::Layout layout = drawing::lay_out(picture);
  for (const drawing::PictureEdge& edge : picture.edges) {
    CHECK(layout.nodes[edge.from].bottom() <= layout.nodes[edge.to].y);
  }
}

TEST_CASE("every edge except program order has a label if there is room") {
  const drawing::Picture picture = picture_of("W x 1; R y 0 || W y 1; R x 0", Usual);
  const drawing::Layout layout = drawing::lay_out(picture);
  for (std::size_t i = 0; i < picture.edges.size(); ++i) {
    CHECK(layout.edges[i].label.has_value() == (picture.edges[i].relation != "po"));
  }
}

TEST_CASE("the halves of a read-modify-write touch") {
  const drawing::Picture picture = picture_of("W x 1; U x 1 2; R x 2", Usual);
  const drawing::Layout layout = drawing::lay_out(picture);
  std::size_t joined = 0;
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
    if (!picture.nodes[i].is_joined) continue;
    ++joined;
    CHECK(layout.nodes[i - 1].bottom() == layout.nodes[i].y);
  }
  CHECK(joined == 1);
}

TEST_CASE("a final block without events has no lane") {
  drawing::Picture picture = picture_of("W x 1 || R x 1", {"rf"});
  const drawing::Layout without = drawing::lay_out(picture);
  picture.threads.push_back({"final", ThreadRole::Final, {}});
  const drawing::Layout layout = drawing::lay_out(picture);
  CHECK(layout.height == without.height);
  CHECK(layout.lanes.back().width == 0);
}

TEST_CASE("the legend lists the drawn relations, in their styles") {
  const drawing::Layout shared =
      drawing::lay_out(picture_of("W@rel x 1 || R@acq x 1", {"rf", "co", "sw"}));
  CHECK(has_text(shared, "rf reads from"));
  CHECK(!has_text(shared, "co "));
  const auto sw = std::ranges::find(shared.legend, "sw",
                                    [](const auto& entry) { return entry.style.relation; });
  REQUIRE(sw != shared.legend.end());
  CHECK(!sw->has_sample);
  const drawing::Layout cycle =
      drawing::lay_out(picture_of("W@sc x 1; R@sc y 0 || W@sc y 1; R@sc x 0", {"rf", "fr"}));
  const auto fr =
      std::ranges::find(cycle.legend, "fr", [](const auto& entry) { return entry.style.relation; });
  REQUIRE(fr != cycle.legend.end());
  CHECK(fr->is_alarm);
  CHECK(has_text(cycle, "the cycle"));
  drawing::Picture bare = picture_of("W x 1 || R x 1", {"rf"});
  bare.has_legend = false;
  CHECK(drawing::lay_out(bare).legend.empty());
}

}  // namespace drover::layout_test
