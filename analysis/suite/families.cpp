#include "analysis/suite/families.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "analysis/shapes/candidate.h"
#include "analysis/shapes/mode_assignment.h"

namespace drover::suite {

namespace {

using shapes::InstructionKind;

// A named test. Events are numbered thread by thread. `sources`: of its reads, `i` for the initial
// write; `last`: the last write of each location, `-` where any may be.
struct Family {
  std::string_view name;
  std::string_view threads;
  std::string_view sources;
  std::string_view last;
};

constexpr std::array Families{Family{"CoRW1", "Rx Wx", "1", "-"},
                              Family{"CoWR0", "Wx Rx", "i", "-"},
                              Family{"CoWW", "Wx Wx", "", "0"},
                              Family{"CoRR", "Rx Rx|Wx", "2i", "-"},
                              Family{"CoRW2", "Rx Wx|Wx", "2", "2"},
                              Family{"CoWR", "Wx Rx|Wx", "2", "0"},
                              Family{"SB", "Wx Ry|Wy Rx", "ii", "--"},
                              Family{"MP", "Wx Wy|Ry Rx", "1i", "--"},
                              Family{"LB", "Rx Wy|Ry Wx", "31", "--"},
                              Family{"S", "Wx Wy|Ry Wx", "1", "0-"},
                              Family{"R", "Wx Wy|Wy Rx", "i", "-2"},
                              Family{"2+2W", "Wx Wy|Wy Wx", "", "02"},
                              Family{"WRC", "Rx Wy|Ry Rx|Wx", "41i", "--"},
                              Family{"RWC", "Rx Ry|Wy Rx|Wx", "4ii", "--"},
                              Family{"WWC", "Rx Wy|Ry Wx|Wx", "41", "4-"},
                              Family{"WRR+2W", "Rx Ry|Wy Wx|Wx", "4i", "4-"},
                              Family{"WRW+WR", "Rx Wy|Wy Rx|Wx", "4i", "-2"},
                              Family{"WRW+2W", "Rx Wy|Wy Wx|Wx", "4", "42"},
                              Family{"ISA2", "Wx Wy|Ry Wz|Rz Rx", "13i", "---"},
                              Family{"3.SB", "Wx Ry|Wy Rz|Wz Rx", "iii", "---"},
                              Family{"3.LB", "Rx Wy|Ry Wz|Rz Wx", "513", "---"},
                              Family{"3.2W", "Wx Wy|Wy Wz|Wz Wx", "", "024"},
                              Family{"W+RWC", "Wx Wy|Ry Rz|Wz Rx", "1ii", "---"},
                              Family{"IRIW", "Rx Ry|Ry Rx|Wx|Wy", "4i5i", "--"}};

std::uint8_t event_of(char c) {
  return c == 'i' || c == '-' ? shapes::Candidate::Initial : static_cast<std::uint8_t>(c - '0');
}

SuiteTest test_of(const Family& family) {
  SuiteTest test;
  test.shape.threads.emplace_back();
  constexpr std::string_view Names = "xyz";
  for (std::size_t i = 0; i < family.threads.size(); ++i) {
    const char c = family.threads[i];
    if (c == '|') test.shape.threads.emplace_back();
    if (c != 'W' && c != 'R') continue;
    const auto location = static_cast<std::uint8_t>(Names.find(family.threads[++i]));
    test.shape.threads.back().push_back(
        {.kind = c == 'W' ? InstructionKind::Write : InstructionKind::Read, .location = location});
  }
  const shapes::EventLayout layout(test.shape);
  test.modes = shapes::weakest_modes(layout.instructions);
  test.outcome.reads_from.assign(layout.events.size(), shapes::Candidate::Initial);
  for (std::size_t i = 0; i < layout.reads.size(); ++i) {
    test.outcome.reads_from[layout.reads[i]] = event_of(family.sources[i]);
  }
  for (const char c : family.last) {
    test.outcome.last_writes.push_back(event_of(c));
    test.outcome.is_last_free.push_back(c == '-');
  }
  return test;
}

// The test without modes, fences and dependencies.
SuiteTest bare(const SuiteTest& test) {
  const shapes::EventLayout layout(test.shape);
  SuiteTest out;
  std::vector<std::uint8_t> number;
  std::uint8_t next = 0;
  for (const shapes::ShapeEvent& event : layout.events) {
    number.push_back(next);
    if (event.kind != InstructionKind::Fence) ++next;
  }
  const auto renumbered = [&](std::uint8_t event) {
    return event == shapes::Candidate::Initial ? event : number[event];
  };
  for (const auto& thread : test.shape.threads) {
    auto& kept = out.shape.threads.emplace_back();
    for (shapes::ShapeInstruction at : thread) {
      at.dependency = shapes::Dependency::None;
      if (at.kind != InstructionKind::Fence) kept.push_back(at);
    }
  }
  for (std::size_t i = 0; i < layout.events.size(); ++i) {
    if (layout.events[i].kind == InstructionKind::Fence) continue;
    out.outcome.reads_from.push_back(renumbered(test.outcome.reads_from[i]));
  }
  for (const std::uint8_t last : test.outcome.last_writes) {
    out.outcome.last_writes.push_back(renumbered(last));
  }
  out.outcome.is_last_free = test.outcome.is_last_free;
  out.modes = shapes::weakest_modes(shapes::EventLayout(out.shape).instructions);
  return out;
}

}  // namespace

std::string family_name(const SuiteTest& test) {
  const SuiteTest accesses = bare(test);
  const std::string text = canonical_text(accesses);
  const auto* const known = std::ranges::find_if(
      Families, [&](const Family& family) { return canonical_text(test_of(family)) == text; });
  if (known != Families.end()) return std::string(known->name);
  std::string words;
  for (const auto& thread : shapes::canonical(accesses.shape).threads) {
    if (!words.empty()) words += '+';
    for (std::size_t i = 0; i < thread.size(); ++i) {
      if (i > 0) words += '-';
      words += thread[i].kind == InstructionKind::Write  ? 'W'
               : thread[i].kind == InstructionKind::Read ? 'R'
                                                         : 'U';
      words += shapes::location_name(thread[i].location);
    }
  }
  return words;
}

}  // namespace drover::suite
