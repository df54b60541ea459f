#include "analysis/compare/shape_source.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/shapes/enumerate_shapes.h"
#include "explorer/cat/read_model.h"
#include "explorer/explore.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "frontend/check_program.h"
#include "frontend/desugar.h"
#include "semantics/lower/lower_ast.h"

namespace drover::shape_source_test {

namespace {

using enum shapes::InstructionKind;

TEST_CASE("a small program is printed in the core language") {
  const shapes::Shape shape{{{{Update, 0}, {Fence, 0}, {Read, 1}}, {{Write, 1}, {Write, 0}}}};
  const shapes::ModeAssignment modes{Mode::AcqRel, Mode::Sc, Mode::Acq, Mode::Rel, Mode::Rlx};
  const std::uint8_t none = shapes::Candidate::Initial;
  const compare::Outcome outcome{{5, none, none, 4, none, none}, {1, 4}, {}};
  const compare::ShapeSource source{shape, modes, &outcome};
  CHECK(compare::core_source(source, "An example.") ==
        "// An example.\n"
        "shared x, y;\n"
        "thread P0 {\n"
        "  r0 := xchg@acqrel(x, 1);\n"
        "  fence@sc;\n"
        "  r1 := load@acq(y);\n"
        "}\n"
        "thread P1 {\n"
        "  store@rel(y, 1);\n"
        "  store@rlx(x, 2);\n"
        "}\n"
        "exists (P0:r0 == 2 && P0:r1 == 1 && x == 1);\n");
}

bool core_reaches(const std::string& text, const MemoryModel& model) {
  DiagnosticSink sink;
  const SourceBuffer source = SourceBuffer::from_text("test.drv", text);
  const auto checked = read_program(source, {}, sink);
  REQUIRE_MESSAGE(checked.has_value(), text);
  const auto program = lowering::lower(desugar(*checked), source, sink);
  REQUIRE_MESSAGE(program.has_value(), text);
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = AlgorithmKind::Enumerate;
  options.reductions = ReductionSet::none();
  return explore(*program, options).conditions.front().witnesses > 0;
}

// Counts outcomes by whether they are reached.
struct Reached {
  std::size_t yes = 0;
  std::size_t no = 0;

  // Checks for each outcome of a shape that both programs reach it if some graph has it.
  void check(const shapes::Shape& shape, const MemoryModel& model) {
    CAPTURE(model.name());
    const shapes::EventLayout layout(shape);
    const shapes::ModeAssignment modes =
        shapes::with_real_fences(layout.instructions, shapes::weakest_modes(layout.instructions))
            .front();
    shapes::Candidate reads;
    for_each_last_writes(layout, [&](std::span<const std::uint8_t> last) {
      return shapes::for_each_reads_from(layout, reads, [&] {
        const compare::Outcome outcome{reads.reads_from, {last.begin(), last.end()}, {}};
        const compare::ShapeSource source{shape, modes, &outcome};
        if (compare::outcome_text(source).empty()) return true;
        const bool is_so = compare::is_reached(model, layout, modes, outcome);
        ++(is_so ? yes : no);
        const std::string core = compare::core_source(source, "A test.");
        CAPTURE(core);
        CHECK(core_reaches(core, model) == is_so);
        return true;
      });
    });
  }
};

TEST_CASE("programs reach the outcomes that their graphs have") {
  Reached reached;
  for (std::size_t events = 1; events <= 3; ++events) {
    shapes::for_each_shape(events, {}, [&](const shapes::Shape& shape) {
      for (const char* name : {"sc", "pso", "rc11", "wrc11"}) {
        reached.check(shape, *find_model(name));
      }
      return true;
    });
  }
  CHECK(reached.yes > 100);
  CHECK(reached.no > 100);
}

TEST_CASE("a small program with dependencies is printed in the core language") {
  const shapes::Shape shape{{{{Read, 0},
                              {Read, 1, shapes::Dependency::Address},
                              {Write, 0, shapes::Dependency::Control},
                              {Read, 0, shapes::Dependency::Control},
                              {Update, 1, shapes::Dependency::Data}}}};
  const shapes::ModeAssignment modes(5, Mode::Rlx);
  const std::uint8_t none = shapes::Candidate::Initial;
  const compare::Outcome outcome{std::vector<std::uint8_t>(6, none), {2, 5}, {}};
  const compare::ShapeSource source{shape, modes, &outcome};
  CHECK(compare::core_source(source, "An example.") ==
        "// An example.\n"
        "shared x, y;\n"
        "thread P0 {\n"
        "  r0 := load@rlx(x);\n"
        "  r1 := load@rlx(*(&y + (r0 ^ r0)));\n"
        "  if (r1 == r1) {\n"
        "    store@rlx(x, 1);\n"
        "    if (r1 == r1) {\n"
        "      r2 := load@rlx(x);\n"
        "      r3 := xchg@rlx(y, 1 + (r2 ^ r2));\n"
        "    }\n"
        "  }\n"
        "}\n"
        "exists (P0:r0 == 0 && P0:r1 == 0 && P0:r2 == 0 && P0:r3 == 0);\n");
}

// Coherence, and nothing that depends on itself.
const char* const DependencyOrder =
    "\"Dependencies order accesses\"\n"
    "acyclic po-loc | rf | co | fr as coherence\n"
    "empty rmw & (fr; co) as atomicity\n"
    "let dep = addr | data | (ctrl & (R * W))\n"
    "acyclic dep | rfe as no-thin-air\n"
    "acyclic (ctrl & (R * R)) | (addr & (R * R)) | dep | rfe | fre | coe as order\n";

TEST_CASE("programs with dependencies reach the outcomes that their graphs have") {
  const cat::ModelReading reading = cat::read_model_text("test.cat", DependencyOrder);
  REQUIRE(reading.code != nullptr);
  const CatModel model(ModelInfo{.name = "test", .text = DependencyOrder}, reading.code);
  REQUIRE(model.needs_dependencies());
  Reached reached;
  const shapes::ShapeRules rules{shapes::FencePlaces::Between, shapes::LocationUse::Communicating,
                                 shapes::OpenUpdates::No, shapes::Dependencies::Yes};
  for (const std::size_t events : {3U, 4U}) {
    std::size_t number = 0;
    for_each_shape(events, rules, [&](const shapes::Shape& shape) {
      const bool is_tried = shape.threads.size() == 2 && (events == 3 || ++number % 7 == 0);
      if (is_tried && shapes::EventLayout(shape).has_dependencies) reached.check(shape, model);
      return true;
    });
  }
  CHECK(reached.yes > 100);
  CHECK(reached.no > 100);
}

}  // namespace

TEST_CASE("known tests have the form that the search gives them") {
  const MemoryModel& sc = *find_model("sc");
  std::set<std::string_view> names;
  for (std::size_t events = 2; events <= 6; ++events) {
    shapes::for_each_shape(events, {}, [&](const shapes::Shape& shape) {
      const shapes::EventLayout layout(shape);
      if (layout.instructions.size() != events || shape.threads.size() < 2) return true;
      const shapes::ModeAssignment modes = shapes::weakest_modes(layout.instructions);
      shapes::Candidate reads;
      return for_each_last_writes(layout, [&](std::span<const std::uint8_t> last) {
        return shapes::for_each_reads_from(layout, reads, [&] {
          const compare::Outcome outcome{reads.reads_from, {last.begin(), last.end()}, {}};
          const std::string_view name = compare::known_test_name({shape, modes, &outcome});
          if (name.empty()) return true;
          CAPTURE(name);
          names.insert(name);
          CHECK(!compare::is_reached(sc, layout, modes, outcome));
          const bool is_weak = name != "CoRR" && name != "LB";  // which rc11 forbids
          CHECK(compare::is_reached(*find_model("rc11"), layout, modes, outcome) == is_weak);
          return true;
        });
      });
    });
  }
  CHECK(names.size() == 10);
}

}  // namespace drover::shape_source_test
