#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/graph_text.h"
#include "words/words.h"

using namespace drover;
using namespace drover::testing;

namespace {

// Message passing, with the events under names.
struct MessagePassing {
  GraphText text =
      parse_graph("data: W@rlx x 1; flag: W@rel y 1 || seen: R@acq y 1; old: R@rlx x 0");
  GraphNames names = text.names();
  EventId data = text.graph.events_of(ThreadId(0))[0];
  EventId flag = text.graph.events_of(ThreadId(0))[1];
  EventId seen = text.graph.events_of(ThreadId(1))[0];
  EventId old = text.graph.events_of(ThreadId(1))[1];

  [[nodiscard]] std::string pair(EventId from, const std::string& relation, EventId to) const {
    return words::pair_words(text.graph, from, relation, to, names);
  }

  // What a model with nested definitions says: coherence, irreflexive hb; eco.
  [[nodiscard]] std::vector<Step> steps() const {
    const Step sw{flag, "sw", seen, {{flag, "rf", seen, {}}}};
    const Step hb{data, "hb", old, {{data, "po", flag, {}}, sw, {seen, "po", old, {}}}};
    return {hb, {old, "eco", data, {{old, "fr", data, {}}}}};
  }
};

std::vector<std::string> lines_of(const std::vector<words::AccountLine>& account) {
  std::vector<std::string> lines;
  for (const words::AccountLine& line : account) {
    lines.push_back(std::string(2 * line.depth, ' ') + line.text + (line.has_parts ? ":" : "") +
                    " [" + line.relations + "]");
  }
  return lines;
}

}  // namespace

TEST_CASE("events are described in words") {
  const MessagePassing mp;
  CHECK(words::event_words(mp.text.graph, mp.flag, mp.names) ==
        "T0's release write of y = 1 (b, line 2)");
  CHECK(words::event_words(mp.text.graph, mp.seen, mp.names) ==
        "T1's acquire read of y (c, line 3)");
  const EventId initial = mp.text.graph.event(mp.old).reads_from;
  CHECK(words::event_words(mp.text.graph, initial, mp.names) == "the initial write of x = 0");
}

TEST_CASE("barriers have the names of their instructions and primitives") {
  const auto fence = [](Mode mode, auto... tags) {
    Label label;
    label.kind = LabelKind::Fence;
    label.mode = mode;
    label.tags = TagSet::of(tags...);
    return words::fence_words(label, {});
  };
  Label full;
  full.kind = LabelKind::Fence;
  full.mode = Mode::Sc;
  GraphNames names;
  names.architecture = "X86_64";
  CHECK(words::fence_words(full, names) == "MFENCE");
  CHECK(fence(Mode::Sc) == "sc fence");
  CHECK(fence(Mode::Sc, Tag::DmbSy) == "DMB SY");
  CHECK(fence(Mode::Rlx, Tag::DmbSt) == "DMB ST");
  CHECK(fence(Mode::Rlx, Tag::Lwsync) == "lwsync");
  CHECK(fence(Mode::Rlx, Tag::FenceWW) == "fence w,w");
  CHECK(fence(Mode::Sc, Tag::Mb) == "smp_mb");
  CHECK(fence(Mode::Rlx, Tag::Wmb) == "smp_wmb");
  CHECK(fence(Mode::Rlx, Tag::RcuUnlock) == "rcu_read_unlock");
  CHECK(fence(Mode::Sc, Tag::SyncRcu) == "synchronize_rcu");
}

TEST_CASE("accesses of machines and of the kernel have the words of their tags") {
  GraphText text = parse_graph("W@rlx x 1; R@rlx y 0");
  ExecutionGraph graph(std::vector{ThreadRole::Worker});
  for (const EventId id : text.graph.ids()) {
    Label label = text.graph.event(id).label;
    if (text.graph.event(id).is_initial()) {
      graph.ensure_initial_write(label.location, 0);
      continue;
    }
    label.tags = TagSet::of(label.is_write() ? Tag::Release : Tag::Acquire);
    graph.add(ThreadId(0), NodeId(0), label);
  }
  const GraphNames names = text.names();
  const auto events = graph.events_of(ThreadId(0));
  CHECK(words::event_words(graph, events[0], names) == "T0's release write of x = 1 (a, line 1)");
  CHECK(words::event_words(graph, events[1], names) == "T0's acquire read of y (b, line 2)");
}

TEST_CASE("the relations that contain a step and matter are named") {
  const MessagePassing mp;
  const auto main_of = [&](std::vector<std::string> relations, EventId from, EventId to) {
    Step step{from, relations.back(), to, {}};
    for (std::size_t i = relations.size() - 1; i-- > 0;) {
      step = Step{from, relations[i], to, {step}};
    }
    return words::account_of({step}, mp.text.graph, mp.names).front().main;
  };
  using Names = std::vector<std::string>;
  CHECK(main_of({"observed", "fre", "fr"}, mp.old, mp.data) == Names{"fr"});
  CHECK(main_of({"local-order", "lob", "dob", "addr-dep", "addr"}, mp.seen, mp.old) ==
        Names{"addr", "dob"});
  CHECK(main_of({"local-order", "lob", "bob", "po"}, mp.seen, mp.old) == Names{"po", "bob"});
  CHECK(main_of({"hb", "sw", "rf"}, mp.flag, mp.seen) == Names{"rf", "sw", "hb"});
}

TEST_CASE("pairs are described: base relations, usual names, own names, inverses") {
  const MessagePassing mp;
  CHECK(mp.pair(mp.data, "po", mp.flag) ==
        "T0's relaxed write of x = 1 (a, line 1) is program-ordered before its release write of y "
        "= 1 (b, line 2)");
  CHECK(mp.pair(mp.old, "fr", mp.data) ==
        "T1's relaxed read of x (d, line 4) reads 0, the initial value, which T0's relaxed write "
        "of x = 1 (a, line 1) overwrites");
  CHECK(mp.pair(mp.flag, "rfe", mp.seen) ==
        "T0's release write of y = 1 (b, line 2) is read by T1's acquire read of y (c, line 3)");
  CHECK(mp.pair(mp.data, "prop-2", mp.old) ==
        "T0's relaxed write of x = 1 (a, line 1) comes before T1's relaxed read of x (d, line 4) "
        "by `prop-2`");
  CHECK(mp.pair(mp.seen, "rf^-1", mp.flag) ==
        "T1's acquire read of y (c, line 3) reads from T0's release write of y = 1 (b, line 2)");
  CHECK(mp.pair(mp.old, "prop^-1", mp.data) ==
        "T1's relaxed read of x (d, line 4) comes after T0's relaxed write of x = 1 (a, line 1) by "
        "`prop`");
  CHECK(mp.pair(mp.data, "si", mp.flag) ==
        "T0's relaxed write of x = 1 (a, line 1) and its release write of y = 1 (b, line 2) are "
        "parts of one access");
}

TEST_CASE("descriptions of overwritten values, coherence, updates, spawn and join") {
  const GraphText text =
      parse_graph("init: W@rlx x 1 || W@rlx x 2 || R@rlx x 1; U@acqrel x 2 3 || final: R@rlx x 1");
  const GraphNames names = text.names();
  const ExecutionGraph& graph = text.graph;
  const EventId first = graph.events_of(ThreadId(0))[0];
  const EventId second = graph.events_of(ThreadId(1))[0];
  const std::vector<EventId> reader{graph.events_of(ThreadId(2)).begin(),
                                    graph.events_of(ThreadId(2)).end()};
  CHECK(words::pair_words(graph, reader[0], "fr", second, names) ==
        "T2's relaxed read of x (c, line 3) reads 1, written by T0 (a, line 1), which T1's relaxed "
        "write of x = 2 (b, line 2) overwrites");
  CHECK(words::pair_words(graph, first, "co", second, names) ==
        "T0's relaxed write of x = 1 (a, line 1) comes before T1's relaxed write of x = 2 (b, line "
        "2) in the coherence order of x");
  // Halves with places of their own.
  CHECK(words::pair_words(graph, reader[1], "rmw", reader[2], names) ==
        "T2's acquire update of x (d, line 4) and its release update of x to 3 (e, line 5) are an "
        "exclusive pair, with nothing written in between");
  CHECK(words::event_words(graph, reader[2], names) == "T2's release update of x to 3 (e, line 5)");
  CHECK(words::pair_words(graph, first, "sync", second, names) ==
        "T0's relaxed write of x = 1 (a, line 1) comes before T1's relaxed write of x = 2 (b, line "
        "2): threads start when the init block has ended");
  const EventId last = graph.events_of(ThreadId(3))[0];
  CHECK(words::pair_words(graph, second, "sync", last, names)
            .ends_with(": the final block runs when all threads have ended"));
}

TEST_CASE("a step is followed by its parts") {
  const MessagePassing mp;
  CHECK(lines_of(words::account_of(mp.steps(), mp.text.graph, mp.names)) ==
        std::vector<std::string>{
            "T0's relaxed write of x = 1 (a, line 1) happens before T1's relaxed read of x (d, "
            "line 4): [hb]",
            "  T0's relaxed write of x = 1 (a, line 1) is program-ordered before its release write "
            "of y = 1 (b, line 2) [po]",
            "  T0's release write of y = 1 (b, line 2) synchronises with T1's acquire read of y "
            "(c, line 3), which reads from it [rf, so sw]",
            "  T1's acquire read of y (c, line 3) is program-ordered before its relaxed read of x "
            "(d, line 4) [po]",
            "T1's relaxed read of x (d, line 4) reads 0, the initial value, which T0's relaxed "
            "write of x = 1 (a, line 1) overwrites [fr, so eco]"});
}

TEST_CASE("each line of a description has its pairs") {
  const MessagePassing mp;
  const std::vector<words::AccountLine> lines =
      words::account_of(mp.steps(), mp.text.graph, mp.names);
  CHECK(lines[0].pairs == std::vector<CycleEdge>{{mp.data, "hb", mp.old},
                                                 {mp.data, "po", mp.flag},
                                                 {mp.flag, "rf", mp.seen},
                                                 {mp.seen, "po", mp.old}});
  CHECK(lines[2].pairs ==
        std::vector<CycleEdge>{{mp.flag, "sw", mp.seen}, {mp.flag, "rf", mp.seen}});
  CHECK(lines[4].pairs == std::vector<CycleEdge>{{mp.old, "fr", mp.data}});
}

TEST_CASE("a relation without a sentence is described by its part, or by its name") {
  const MessagePassing mp;
  const Step wrapped{mp.data, "mine", mp.flag, {{mp.data, "po", mp.flag, {}}}};
  const Step made{mp.data, "yours", mp.seen, {wrapped, {mp.flag, "rf", mp.seen, {}}}};
  CHECK(lines_of(words::account_of({made}, mp.text.graph, mp.names)) ==
        std::vector<std::string>{"T0's relaxed write of x = 1 (a, line 1) comes before T1's "
                                 "acquire read of y (c, line 3) by `yours`: [yours]",
                                 "  T0's relaxed write of x = 1 (a, line 1) is program-ordered "
                                 "before its release write of y = 1 (b, line 2) [po, so mine]",
                                 "  T0's release write of y = 1 (b, line 2) is read by T1's "
                                 "acquire read of y (c, line 3) [rf]"});
}

TEST_CASE("a cycle is described so that a read of an overwritten value comes last") {
  const MessagePassing mp;
  std::vector<Step> steps = mp.steps();
  std::swap(steps[0], steps[1]);
  CHECK(words::in_reading_order(steps, mp.text.graph) == mp.steps());
  CHECK(words::in_reading_order(mp.steps(), mp.text.graph) == mp.steps());
  const Step round{mp.old, "order", mp.old, {steps[0], steps[1]}};
  CHECK(words::in_reading_order({round}, mp.text.graph) == mp.steps());
}

TEST_CASE("that an event is a part of its own access is not said") {
  const MessagePassing mp;
  const Step same{mp.data, "si", mp.data, {}};
  const Step read{mp.flag, "rf", mp.seen, {}};
  const Step seen{mp.flag, "observed", mp.seen, {read, {mp.seen, "si", mp.seen, {}}}};
  const Step back{mp.seen, "local-order", mp.flag, {}};
  CHECK(words::in_reading_order({same, seen, back}, mp.text.graph) ==
        std::vector<Step>{{mp.flag, "observed", mp.seen, {read}}, back});
}

TEST_CASE("pairs are described in the order of the steps, innermost ones only") {
  const MessagePassing mp;
  const EventId initial = mp.text.graph.event(mp.old).reads_from;
  const CycleEdge sw{mp.flag, "sw", mp.seen};
  const CycleEdge po{mp.data, "po", mp.flag};
  const CycleEdge rf{initial, "rf", mp.old};
  std::vector<Step> steps = mp.steps();
  steps.push_back({mp.old, "rf^-1", initial, {}});
  CHECK(words::told_pairs(steps, {rf, sw, po}) == std::vector<CycleEdge>{po, sw, rf});
  // hb is made of these; rf is what sw is made of.
  const CycleEdge hb{mp.data, "hb", mp.old};
  const CycleEdge synchronising{mp.flag, "rf", mp.seen};
  CHECK(words::told_pairs(steps, {hb, po, sw, synchronising}) == std::vector<CycleEdge>{po, sw});
  CHECK(words::told_pairs(steps, {hb}) == std::vector<CycleEdge>{hb});
  CHECK(words::short_pair(mp.text.graph, sw, mp.names) == "sw b → c");
}
