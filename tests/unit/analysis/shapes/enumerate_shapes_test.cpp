// Small programs: that each comes once, and that nothing is missing.
#include "analysis/shapes/enumerate_shapes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "analysis/shapes/shape.h"

namespace drover::enumerate_shapes_test {

namespace {

constexpr shapes::ShapeRules Every{shapes::FencePlaces::Anywhere, shapes::LocationUse::Any,
                                   shapes::OpenUpdates::Yes};
constexpr shapes::ShapeRules Depending{shapes::FencePlaces::Between,
                                       shapes::LocationUse::Communicating, shapes::OpenUpdates::No,
                                       shapes::Dependencies::Yes};
constexpr shapes::ShapeRules EveryDepending{shapes::FencePlaces::Anywhere, shapes::LocationUse::Any,
                                            shapes::OpenUpdates::Yes, shapes::Dependencies::Yes};
constexpr shapes::ShapeRules EveryFailing{shapes::FencePlaces::Anywhere, shapes::LocationUse::Any,
                                          shapes::OpenUpdates::Yes, shapes::Dependencies::No,
                                          shapes::FailedUpdates::Yes};

std::vector<std::string> shapes_of(std::size_t events, const shapes::ShapeRules& rules) {
  std::vector<std::string> shapes;
  for_each_shape(events, rules, [&](const shapes::Shape& shape) {
    CHECK(shapes::event_count(shape) == events);
    CHECK(shapes::canonical(shape) == shape);
    shapes.push_back(shapes::to_text(shape));
    return true;
  });
  return shapes;
}

// Whether each dependency of a thread is on a read, of an instruction that can have it, and new.
bool has_fine_dependencies(const std::vector<shapes::ShapeInstruction>& thread) {
  bool has_read = false;
  bool has_branched = false;  // on what was read last
  for (const shapes::ShapeInstruction& at : thread) {
    switch (at.dependency) {
      case shapes::Dependency::None: break;
      case shapes::Dependency::Address:
        if (!has_read || at.kind == shapes::InstructionKind::Fence) return false;
        break;
      case shapes::Dependency::Data:
        if (!has_read || !shapes::is_write(at.kind)) return false;
        break;
      case shapes::Dependency::Control:
        if (!has_read || has_branched) return false;
        has_branched = true;
        break;
    }
    if (shapes::is_read(at.kind)) {
      has_read = true;
      has_branched = false;
    }
  }
  return true;
}

// The rules once more, as they are documented.
bool keeps(const shapes::ShapeRules& rules, const shapes::Shape& shape) {
  for (const auto& thread : shape.threads) {
    if (!has_fine_dependencies(thread)) return false;
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const bool is_last = i + 1 == thread.size();
      if (thread[i].kind == shapes::InstructionKind::OpenUpdate) {
        if (rules.open_updates == shapes::OpenUpdates::No || !is_last) return false;
      }
      if (thread[i].kind == shapes::InstructionKind::FailedUpdate &&
          rules.failed_updates == shapes::FailedUpdates::No) {
        return false;
      }
      if (thread[i].kind != shapes::InstructionKind::Fence ||
          rules.fences == shapes::FencePlaces::Anywhere) {
        continue;
      }
      if (i == 0 || is_last || thread[i - 1].kind == shapes::InstructionKind::Fence) return false;
    }
  }
  if (rules.locations == shapes::LocationUse::Any) return true;
  // Each location is written and accessed twice.
  std::vector<std::set<std::size_t>> threads_of(shapes::location_count(shape));
  for (std::size_t x = 0; x < threads_of.size(); ++x) {
    int uses = 0;
    bool is_written = false;
    for (std::size_t t = 0; t < shape.threads.size(); ++t) {
      for (const shapes::ShapeInstruction& at : shape.threads[t]) {
        if (at.kind == shapes::InstructionKind::Fence || at.location != x) continue;
        ++uses;
        is_written = is_written || shapes::is_write(at.kind);
        threads_of[x].insert(t);
      }
    }
    if (uses < 2 || !is_written) return false;
  }
  // All threads are reached from the first.
  std::set<std::size_t> reached{0};
  for (std::size_t round = 0; round < shape.threads.size(); ++round) {
    for (const auto& threads : threads_of) {
      const bool touches =
          std::ranges::any_of(threads, [&](std::size_t t) { return reached.contains(t); });
      if (touches) reached.insert(threads.begin(), threads.end());
    }
  }
  return reached.size() == shape.threads.size();
}

// All shapes there are, with any names, put into canonical form.
void brute_force(std::size_t events, const shapes::ShapeRules& rules, shapes::Shape& shape,
                 std::set<std::string>& found, std::size_t names) {
  if (events == 0) {
    const shapes::Shape least = shapes::canonical(shape);
    if (keeps(rules, least)) found.insert(shapes::to_text(least));
    return;
  }
  using enum shapes::InstructionKind;
  for (const shapes::InstructionKind kind :
       {Write, Read, Update, OpenUpdate, FailedUpdate, Fence}) {
    if (shapes::event_count(kind) > events) continue;
    for (std::uint8_t location = 0; location < (kind == Fence ? 1 : names); ++location) {
      for (const bool is_new_thread : {false, true}) {
        if (!is_new_thread && shape.threads.empty()) continue;
        if (is_new_thread) shape.threads.emplace_back();
        using enum shapes::Dependency;
        for (const shapes::Dependency dependency : {None, Address, Data, Control}) {
          if (dependency != None && rules.dependencies == shapes::Dependencies::No) continue;
          shape.threads.back().push_back({kind, location, dependency});
          brute_force(events - shapes::event_count(kind), rules, shape, found, names);
          shape.threads.back().pop_back();
        }
        if (is_new_thread) shape.threads.pop_back();
      }
    }
  }
}

TEST_CASE("every shape is visited once, in canonical form" * doctest::test_suite("slow")) {
  for (const shapes::ShapeRules& rules :
       {shapes::ShapeRules{}, Every, Depending, EveryDepending, EveryFailing}) {
    // With dependencies there are too many to try them all blindly.
    const bool has_more = rules.dependencies == shapes::Dependencies::Yes ||
                          rules.failed_updates == shapes::FailedUpdates::Yes;
    const std::size_t most = has_more ? 3 : 4;
    for (std::size_t events = 1; events <= most; ++events) {
      const auto shapes = shapes_of(events, rules);
      const std::set<std::string> distinct(shapes.begin(), shapes.end());
      CHECK(distinct.size() == shapes.size());
      std::set<std::string> expected;
      shapes::Shape shape;
      brute_force(events, rules, shape, expected, events);
      CHECK(distinct == expected);
    }
  }
}

TEST_CASE("shapes with fewer threads come first, then those with fewer updates and fences") {
  const auto shapes = shapes_of(4, {});
  const auto place = [&](const char* text) {
    const auto found = std::ranges::find(shapes, text);
    REQUIRE_MESSAGE(found != shapes.end(), text);
    return found - shapes.begin();
  };
  const auto sb = place("W x; R y || W y; R x");
  CHECK(place("W x; W x; R x; R x") < sb);
  CHECK(sb < place("W x; W y || W y; W x"));  // final values show the order of its writes
  CHECK(place("W x; W y || W y; W x") < place("U x || U x"));
  CHECK(place("U x || U x") < place("W x; R x || W x || R x"));
}

TEST_CASE("known litmus tests are among the shapes") {
  const auto has = [](std::size_t events, const shapes::Shape& shape) {
    const std::string text = shapes::to_text(shapes::canonical(shape));
    bool is_found = false;
    shapes::for_each_shape(events, {}, [&](const shapes::Shape& each) {
      is_found = shapes::to_text(each) == text;
      return !is_found;
    });
    return is_found;
  };
  using enum shapes::InstructionKind;
  constexpr std::uint8_t X = 0;
  constexpr std::uint8_t Y = 1;
  CHECK(has(4, {{{{Read, X}, {Write, Y}}, {{Read, Y}, {Write, X}}}}));               // LB
  CHECK(has(4, {{{{Read, Y}, {Read, X}}, {{Write, X}, {Write, Y}}}}));               // MP
  CHECK(has(4, {{{{Write, X}}, {{Write, X}}, {{Read, X}, {Read, X}}}}));             // CoRR
  CHECK(has(5, {{{{Write, X}}, {{Read, X}, {Write, Y}}, {{Read, Y}, {Read, X}}}}));  // WRC
  CHECK(has(5, {{{{Write, X}}, {{Read, X}, {Read, Y}}, {{Write, Y}, {Read, X}}}}));  // RWC
  CHECK(has(6, {{{{Write, X}}, {{Write, Y}}, {{Read, X}, {Read, Y}}, {{Read, Y}, {Read, X}}}}));
  CHECK(has(6, {{{{Write, X}, {Fence, 0}, {Read, Y}}, {{Write, Y}, {Fence, 0}, {Read, X}}}}));
}

TEST_CASE("shapes with dependencies are visited once per class, fewer dependencies first") {
  const auto shapes = shapes_of(4, Depending);
  const auto count = [&](const std::string& start) {
    return std::ranges::count_if(shapes, [&](const std::string& text) {
      std::string bare;
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ':') i += 6;  // `: addr`
        if (i < text.size()) bare += text[i];
      }
      return bare == start;
    });
  };
  // Each of the two writes depends in one of four ways; which thread is which does not count.
  CHECK(count("R x; W y || R y; W x") == 10);
  CHECK(count("W x; W y || R y; R x") == 3);
  const auto place = [&](const char* text) { return std::ranges::find(shapes, text); };
  REQUIRE(place("R x; W y: data || R y; W x: data") != shapes.end());
  CHECK(place("R x; W y || R y; W x") < place("R x; W y || R y; W x: data"));
  CHECK(place("R x; W y || R y; W x: data") < place("R x; W y: data || R y; W x: data"));
}

}  // namespace

}  // namespace drover::enumerate_shapes_test
