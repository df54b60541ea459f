#include "drawing/compose.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "drawing/find_executions.h"
#include "drawing/grid.h"
#include "explorer/models/model_registry.h"
#include "input/subject.h"
#include "support/format.h"
#include "tests/support/graph_text.h"

namespace drover::compose_test {
using namespace drover::testing;

namespace {

// The edges of a relation, as `text -> text` of their nodes; `!` behind those of a cycle.
std::set<std::string> edges_of(const drawing::Picture& picture, const std::string& relation) {
  std::set<std::string> out;
  for (const drawing::PictureEdge& edge : picture.edges) {
    if (edge.relation != relation) continue;
    out.insert(format("{} -> {}{}", picture.nodes[edge.from].text, picture.nodes[edge.to].text,
                      edge.is_in_cycle ? " !" : ""));
  }
  return out;
}

drawing::Picture picture_of(const std::string& text, const drawing::PictureRequest& request,
                            const char* model = "rc11") {
  const GraphText parsed = parse_graph(text);
  return drawing::compose_picture(parsed.graph, parsed.names(), *find_model(model), request);
}

drawing::PictureRequest showing(std::vector<std::string> relations) {
  drawing::PictureRequest request;
  request.relations = std::move(relations);
  return request;
}

using Edges = std::set<std::string>;

}  // namespace

TEST_CASE("only immediate coherence is drawn, and from-reads to the next write") {
  const drawing::Picture picture =
      picture_of("W x 1; W x 2; W x 3 || R x 1", showing({"rf", "co", "fr"}));
  CHECK(edges_of(picture, "po") == Edges{"W x = 1 -> W x = 2", "W x = 2 -> W x = 3"});
  CHECK(edges_of(picture, "co") == Edges{"W x = 1 -> W x = 2", "W x = 2 -> W x = 3"});
  CHECK(edges_of(picture, "rf") == Edges{"W x = 1 -> R x → 1"});
  CHECK(edges_of(picture, "fr") == Edges{"R x → 1 -> W x = 2"});
  CHECK(picture.initial.empty());
}

TEST_CASE("initial writes are drawn where they are read, all of them, or none") {
  drawing::PictureRequest request = showing({"rf", "co"});
  const std::string text = "W x 1; R y 0 || W z 1";
  drawing::Picture picture = picture_of(text, request);
  CHECK(picture.initial.size() == 1);
  CHECK(edges_of(picture, "rf") == Edges{"init y = 0 -> R y → 0"});
  CHECK(edges_of(picture, "co").empty());
  request.initial = drawing::InitialWrites::All;
  picture = picture_of(text, request);
  CHECK(picture.initial.size() == 3);
  CHECK(edges_of(picture, "co") == Edges{"init x = 0 -> W x = 1", "init z = 0 -> W z = 1"});
  request.initial = drawing::InitialWrites::None;
  picture = picture_of(text, request);
  CHECK(picture.initial.empty());
  CHECK(edges_of(picture, "rf").empty());
}

TEST_CASE("happens-before is drawn without program order and without detours") {
  const drawing::Picture picture =
      picture_of("W x 1; W@rel y 1 || R@acq y 1; R x 1", showing({"hb"}));
  CHECK(edges_of(picture, "hb") == Edges{"W@rel y = 1 -> R@acq y → 1"});
}

TEST_CASE("a read-modify-write has no edges within itself") {
  const drawing::Picture picture = picture_of("U x 0 1; U x 1 2", showing({"rf", "co", "fr"}));
  CHECK(edges_of(picture, "fr").empty());
  CHECK(edges_of(picture, "po") == Edges{"RMW-W x = 1 -> RMW-R x → 1"});
}

TEST_CASE("coherence that follows from a read-modify-write is drawn only without reads-from") {
  CHECK(edges_of(picture_of("W x 1 || U x 1 2", showing({"rf", "co"})), "co").empty());
  CHECK(edges_of(picture_of("W x 1 || U x 1 2", showing({"co"})), "co") ==
        Edges{"W x = 1 -> RMW-W x = 2"});
}

TEST_CASE("a from-read to a later write of the same thread is not drawn") {
  CHECK(edges_of(picture_of("R x 0; W x 1", showing({"fr"})), "fr").empty());
}

TEST_CASE("initial writes are left out if there are too many") {
  std::string text = "R x0 0";
  for (int i = 1; i < 9; ++i) text += format("; R x{} 0", i);
  const drawing::Picture picture = picture_of(text, showing({"rf"}));
  CHECK(picture.initial.empty());
  CHECK(picture.captions.size() == 1);
}

TEST_CASE("a violating cycle is marked, even if its relations are not requested") {
  const GraphText parsed = parse_graph("W@sc x 1; R@sc y 0 || W@sc y 1; R@sc x 0");
  const MemoryModel& model = *find_model("sc");
  drawing::PictureRequest request;
  request.violation = model.find_violation(parsed.graph);
  REQUIRE(request.violation);
  const drawing::Picture picture =
      drawing::compose_picture(parsed.graph, parsed.names(), model, request);
  CHECK(edges_of(picture, "fr") ==
        Edges{"R@sc y → 0 -> W@sc y = 1 !", "R@sc x → 0 -> W@sc x = 1 !"});
  CHECK(edges_of(picture, "po") ==
        Edges{"W@sc x = 1 -> R@sc y → 0 !", "W@sc y = 1 -> R@sc x → 0 !"});
}

TEST_CASE("implied synchronisation is not drawn") {
  const drawing::Picture picture =
      picture_of("W@rel x 1; W@rel y 1 || R@acq y 1; R@acq x 1", showing({"sw"}));
  CHECK(edges_of(picture, "sw") == Edges{"W@rel y = 1 -> R@acq y → 1"});
}

TEST_CASE("relations between the same events share a line") {
  const drawing::Picture picture =
      picture_of("W x 1; W@rel y 1 || R@acq y 1; R x 1", showing({"rf", "sw", "hb"}));
  const auto shared = std::ranges::find_if(
      picture.edges, [](const drawing::PictureEdge& edge) { return !edge.also.empty(); });
  REQUIRE(shared != picture.edges.end());
  CHECK(shared->names() == "rf, sw, hb");
  CHECK(std::ranges::count_if(picture.edges, [](const drawing::PictureEdge& edge) {
          return edge.has("sw") || edge.has("hb");
        }) == 1);
  CHECK(picture.relations == std::vector<std::string>{"po", "rf", "sw", "hb"});
}

TEST_CASE("a requested relation without edges is named") {
  drawing::PictureRequest request = showing({"rf", "sw", "hb"});
  request.asked_for = {"rf", "sw", "hb"};
  const drawing::Picture picture = picture_of("W@rlx x 1; R@rlx x 1", request);
  CHECK(picture.missing == std::vector<drawing::MissingRelation>{{"sw", true}, {"hb", false}});
}

TEST_CASE("a requested relation inside program order is drawn") {
  CHECK(edges_of(picture_of("W x 1; W y 1", showing({"po-loc", "po"})), "po-loc").empty());
  const GraphText parsed = parse_graph("W x 1; R y 0");
  drawing::PictureRequest request = showing({"mine"});
  Relation mine(parsed.graph.size());
  const auto events = parsed.graph.events_of(ThreadId(0));
  mine.insert(events[0], events[1]);
  request.own = {{"mine", mine}};
  const drawing::Picture picture =
      drawing::compose_picture(parsed.graph, parsed.names(), *find_model("rc11"), request);
  CHECK(edges_of(picture, "mine") == Edges{"W x = 1 -> R y → 0"});
}

TEST_CASE("title, legend and lines can be left out") {
  drawing::PictureRequest request = showing({"rf"});
  request.title = "title";
  request.captions = {{"caption", false}};
  request.parts = {.has_title = false, .has_legend = false, .has_lines = false};
  const drawing::Picture picture = picture_of("W x 1; R x 1", request);
  CHECK(picture.title.empty());
  CHECK(picture.captions.empty());
  CHECK(!picture.has_legend);
  CHECK(picture.nodes.front().letter == "a");
  CHECK(picture.nodes.front().line == 0);
}

TEST_CASE("a pair of program order or coherence is drawn as its immediate edges") {
  const GraphText parsed = parse_graph("a: W x 1; W x 2; c: W x 3 ;; co x: 1 2 3");
  const EventId first = parsed.named.at("a");
  const EventId last = parsed.named.at("c");
  CHECK(drawing::drawn_edges(parsed.graph, {first, "po", last}).size() == 2);
  CHECK(drawing::drawn_edges(parsed.graph, {last, "co^-1", first}).size() == 2);
  CHECK(drawing::drawn_edges(parsed.graph, {last, "fr^-1", first}) ==
        std::vector<CycleEdge>{{first, "fr", last}});
}

TEST_CASE("events with remarks and endings of threads are marked") {
  const GraphText parsed = parse_graph("r: R x 0 || W x 1");
  drawing::PictureRequest request;
  request.remarks = {{parsed.named.at("r"), "stale"}};
  request.endings = {{}, {"fails: line 9", true}};
  const drawing::Picture picture =
      drawing::compose_picture(parsed.graph, parsed.names(), *find_model("rc11"), request);
  CHECK(picture.remarks == std::vector<std::string>{"a (T0:1): stale"});
  CHECK(picture.nodes[picture.threads[0].nodes.back()].is_alarming);
  const drawing::PictureNode& end = picture.nodes[picture.threads[1].nodes.back()];
  CHECK(end.kind == drawing::NodeKind::Ending);
  CHECK(end.text == "fails: line 9");
}

TEST_CASE("all pairs of a cyclic or not transitive relation are drawn") {
  const ExecutionGraph candidate = graph("W x 1; W y 1 || W z 1");
  Relation relation(candidate.size());
  const EventId x = candidate.coherence(LocationId(0))[1];
  const EventId y = candidate.coherence(LocationId(1))[1];
  const EventId z = candidate.coherence(LocationId(2))[1];
  relation.insert(x, z);
  relation.insert(z, y);
  CHECK(drawing::useful_pairs(candidate, "mine", relation).size() == 2);
  relation.insert(y, x);
  CHECK(drawing::useful_pairs(candidate, "mine", relation).size() == 3);
}

TEST_CASE("rows follow program order and reads-from, in cyclic candidates program order alone") {
  const drawing::Picture chain = picture_of("R y 1 || W x 1 || R x 1; W y 1", showing({}));
  const drawing::Grid grid = drawing::make_grid(chain);
  const auto row = [](const drawing::Picture& picture, const drawing::Grid& of, const char* text) {
    const auto node =
        std::ranges::find(picture.nodes, std::string(text), &drawing::PictureNode::text);
    return of.nodes[static_cast<std::size_t>(node - picture.nodes.begin())].row;
  };
  CHECK(row(chain, grid, "W x = 1") < row(chain, grid, "R x → 1"));
  CHECK(row(chain, grid, "W y = 1") < row(chain, grid, "R y → 1"));
  const drawing::Picture cycle = picture_of("R x 1; W y 1 || R y 1; W x 1", showing({}));
  const drawing::Grid other = drawing::make_grid(cycle);
  CHECK(row(cycle, other, "R x → 1") == row(cycle, other, "R y → 1"));
  CHECK(row(cycle, other, "R x → 1") + 1 == row(cycle, other, "W y = 1"));
}

TEST_CASE("a relation that the model does not know is drawn like one that it knows") {
  const GraphText parsed = parse_graph("W x 1 || R x 1 || R x 1");
  drawing::PictureRequest request = showing({"rf", "symb"});
  Relation symb(parsed.graph.size());
  symb.insert(parsed.graph.events_of(ThreadId(1))[0], parsed.graph.events_of(ThreadId(2))[0]);
  request.own.push_back({"symb", symb});
  const drawing::Picture picture =
      drawing::compose_picture(parsed.graph, parsed.names(), *find_model("rc11"), request);
  CHECK(edges_of(picture, "symb") == Edges{"R x → 1 -> R x → 1"});
  CHECK(picture.relations == std::vector<std::string>{"rf", "symb"});
}

TEST_CASE("a spawned thread starts below its spawn, and bookkeeping of threads is left out") {
  const input::Subject subject = input::read_subject_text(
      SourceBuffer::from_text("test.c",
                              "#include <pthread.h>\n#include <stdatomic.h>\n"
                              "atomic_int x;\npthread_t threads[1];\n"
                              "void *run(void *arg) { atomic_store(&x, 2); return 0; }\n"
                              "int main(void) {\n"
                              "  atomic_store(&x, 1);\n"
                              "  pthread_create(&threads[0], 0, run, 0);\n"
                              "  pthread_join(threads[0], 0);\n"
                              "  return atomic_load(&x);\n}\n"),
      {});
  REQUIRE(subject.program != nullptr);
  const MemoryModel& model = *find_model("rc11");
  const drawing::Selection all;
  const drawing::FoundExecutions found =
      drawing::find_executions({.program = *subject.program,
                                .model = model,
                                .selection = all,
                                .is_selected = [](std::span<const Value>) { return true; }});
  REQUIRE(found.executions.size() == 1);
  const ExecutionGraph& graph = found.executions.front().graph;
  drawing::PictureRequest request = showing({"rf", "sync"});
  const drawing::Picture picture =
      drawing::compose_picture(graph, found.result.names, model, request);
  const auto has_threads = [](const drawing::Picture& of) {
    return std::ranges::any_of(of.nodes, [](const drawing::PictureNode& node) {
      return node.text.find("threads") != std::string::npos;
    });
  };
  CHECK_FALSE(has_threads(picture));
  CHECK(edges_of(picture, "sync") ==
        Edges{"spawn run#1 -> W@sc x = 2", "W@sc x = 2 -> join run#1 → 0"});
  const drawing::Grid grid = drawing::make_grid(picture);
  const auto row_of = [&](const std::string& text) {
    const auto node = std::ranges::find(picture.nodes, text, &drawing::PictureNode::text);
    return grid.nodes[static_cast<std::size_t>(node - picture.nodes.begin())].row;
  };
  CHECK(row_of("W@sc x = 2") > row_of("spawn run#1"));
  CHECK(row_of("join run#1 → 0") > row_of("W@sc x = 2"));
  const auto spawned = std::ranges::find(picture.threads, "run#1", &drawing::PictureThread::name);
  const auto thread = static_cast<std::size_t>(spawned - picture.threads.begin());
  CHECK(grid.headers[thread].row + 1 == row_of("W@sc x = 2"));
  request.parts.has_bookkeeping = true;
  CHECK(has_threads(drawing::compose_picture(graph, found.result.names, model, request)));
}

}  // namespace drover::compose_test
