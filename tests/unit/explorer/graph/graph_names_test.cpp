#include "explorer/graph/graph_names.h"

#include <doctest/doctest.h>

#include "tests/support/graph_text.h"

namespace drover::event_names_test {
using namespace drover::testing;

TEST_CASE("event letters after z have two characters") {
  CHECK(letter_of(0) == "a");
  CHECK(letter_of(25) == "z");
  CHECK(letter_of(26) == "aa");
  CHECK(letter_of(27) == "ab");
  CHECK(letter_of(26 + 26 * 26) == "aaa");
}

TEST_CASE("events have letters thread by thread, in whatever order they were added") {
  const GraphText text = parse_graph("w: W x 1; R y 0 || W y 1; r: R x 1");
  const GraphNames names = text.names();
  const EventId write = text.named.at("w");
  const EventId read = text.named.at("r");
  CHECK(event_letter(text.graph, write, names) == "a");
  CHECK(event_letter(text.graph, read, names) == "d");
  CHECK(event_and_place(text.graph, read, names) == "d (T1:4)");
  const EventId initial = text.graph.initial_write(text.graph.event(write).label.location);
  CHECK(event_letter(text.graph, initial, names).empty());
  CHECK(event_name(text.graph, initial, names) == "init x");
  ExecutionGraph other({ThreadRole::Worker, ThreadRole::Worker});
  Label fence;
  fence.kind = LabelKind::Fence;
  const EventId late = other.add(ThreadId(1), NodeId(0), fence);
  const EventId early = other.add(ThreadId(0), NodeId(0), fence);
  CHECK(event_letter(other, early, names) == "a");
  CHECK(event_letter(other, late, names) == "b");
}

TEST_CASE("events of a part of an execution have the letters of the whole") {
  const GraphText whole = parse_graph("W x 1; R y 0 || r: R x 1");
  const GraphText part = parse_graph("W x 1 || r: R x 1");
  GraphNames names = part.names();
  CHECK(event_letter(part.graph, part.named.at("r"), names) == "b");
  names.letters_before = letters_before(whole.graph);
  CHECK(event_letter(part.graph, part.named.at("r"), names) == "c");
}

TEST_CASE("fences that are instructions of a machine have no mode") {
  const auto mode = [](LabelKind kind, TagSet tags, const std::string& architecture) {
    GraphNames names;
    names.architecture = architecture;
    Label label;
    label.kind = kind;
    label.mode = Mode::Sc;
    label.tags = tags;
    return shown_mode(label, names);
  };
  CHECK(mode(LabelKind::Fence, {}, "") == "sc");
  CHECK(mode(LabelKind::Fence, {}, "X86_64").empty());
  CHECK(mode(LabelKind::Fence, TagSet::of(Tag::Sync), "PPC").empty());
  CHECK(mode(LabelKind::Write, {}, "") == "sc");
  CHECK(mode(LabelKind::Spawn, {}, "").empty());
}

}  // namespace drover::event_names_test
