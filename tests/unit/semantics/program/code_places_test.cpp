#include "semantics/program/code_places.h"

#include <doctest/doctest.h>

namespace drover {

namespace {

SourceRange at(std::uint32_t begin, std::uint32_t line, std::uint32_t call) {
  return {.begin = begin, .end = begin + 1, .line = line, .column = 1, .call = call};
}

// main.c calls push, which calls the wrapper store, both in lib/stack.h.
CodePlaces example() {
  return {.files = {{"main.c", 0, 0}, {"lib/stack.h", 100, 10}, {"old/stack.h", 200, 20}},
          .functions = {{"producer", true}, {"push", false}, {"store", true}},
          .calls = {{0, {}}, {1, at(40, 4, 1)}, {2, at(130, 7, 2)}}};
}

}  // namespace

TEST_CASE("a place is named with the end of its file's path that no other file has") {
  const CodePlaces places = example();
  CHECK(places.line(at(40, 4, 1)) == "main.c:4");
  CHECK(places.place(at(120, 3, 0)) == "lib/stack.h:3");
  CHECK(places.place(at(220, 3, 0)) == "old/stack.h:3");
  CHECK(places.path(at(220, 3, 0)) == "old/stack.h");
  CHECK(places.combined_line(at(120, 3, 0)) == 13);
}

TEST_CASE("a program in one file has lines without files") {
  const CodePlaces places;
  CHECK(places.line(at(40, 4, 0)) == "4");
  CHECK(places.place(at(40, 4, 0)) == "line 4");
  CHECK(places.path(at(40, 4, 0)).empty());
  CHECK(places.combined_line(at(40, 4, 0)) == 4);
}

TEST_CASE("the place of a wrapper is that of its call") {
  const CodePlaces places = example();
  CHECK(places.line(places.outside_wrappers(at(110, 2, 3))) == "lib/stack.h:7");
  CHECK(places.line(places.outside_wrappers(at(135, 8, 2))) == "lib/stack.h:8");
  // The function of a thread has no caller.
  CHECK(places.line(places.outside_wrappers(at(45, 5, 1))) == "main.c:5");
}

TEST_CASE("a place is reached through calls") {
  const CodePlaces places = example();
  CHECK(places.calls_text(at(110, 2, 3)) == "store ← push (lib/stack.h:7) ← producer (main.c:4)");
  CHECK(places.wrapped_calls_text(at(110, 2, 3)) == "push → store ← producer (main.c:4)");
  CHECK(places.wrapped_calls_text(at(135, 8, 2)) == "push ← producer (main.c:4)");
  CHECK(places.calls_text(at(45, 5, 1)).empty());
  CHECK(places.calls_text(at(45, 5, 0)).empty());
  const auto frames = places.frames(at(110, 2, 3));
  REQUIRE(frames.size() == 3);
  CHECK(frames[0].is_wrapper);
  CHECK_FALSE(frames[1].is_wrapper);
  CHECK(frames[2].function == "producer");
  CHECK_FALSE(frames[2].is_wrapper);
}

TEST_CASE("a place is the same text in all calls") {
  CHECK(at(110, 2, 3) == at(110, 2, 4));
  CHECK_FALSE(at(110, 2, 3) < at(110, 2, 4));
  CHECK(at(110, 2, 3) != at(111, 2, 3));
}

}  // namespace drover
