#include "mapping/mapping.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "input/subject.h"
#include "mapping/compile.h"

namespace drover::mapping {

namespace {

struct Reading {
  std::optional<Mapping> mapping;
  std::vector<std::string> complaints;  // `line:column: text`
  bool all_are_of_text = true;
};

Reading read(const std::string& text) {
  DiagnosticSink sink;
  Reading out;
  out.mapping = read_mapping(SourceBuffer::from_text("test.json", text), "test", sink);
  for (const Diagnostic& each : sink.sorted()) {
    out.complaints.push_back(std::to_string(each.range.line) + ":" +
                             std::to_string(each.range.column) + ": " + each.message());
    if (each.kind != DiagnosticKind::MappingText) out.all_are_of_text = false;
  }
  return out;
}

Program program_of(const std::string& text) {
  const input::Subject subject = input::read_subject_text(SourceBuffer::from_text("test.drv", text),
                                                          {.as = input::SubjectKind::Core});
  REQUIRE(subject.program != nullptr);
  return *subject.program;
}

template <typename Kind>
std::vector<Kind> all_of(const Program& program) {
  std::vector<Kind> found;
  for (const Thread& thread : program.threads) {
    for (const Instruction& each : thread.code) {
      if (const auto* body = std::get_if<Kind>(&each.body)) found.push_back(*body);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("the mappings that come with Drover can be read, and have all rows") {
  const std::vector<std::string> names = mapping_names();
  REQUIRE(names.size() >= 9);
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto mapping = find_mapping(name);
    REQUIRE(mapping != nullptr);
    std::vector<std::string> missing = mapping->missing_rows();
    // Vulkan has no seq_cst.
    const bool is_vulkan = mapping->machine->architecture == "VULKAN";
    const auto of_sc = std::erase_if(missing, [](const auto& row) { return row.ends_with("@sc"); });
    CHECK((of_sc > 0) == is_vulkan);
    CHECK(missing.empty());
    CHECK(!mapping->description.empty());
  }
  CHECK(find_mapping("c11-vax") == nullptr);
}

TEST_CASE("each machine has a mapping of its name") {
  for (const Machine& machine : machines()) {
    const auto mapping = find_mapping("c11-" + std::string(machine.name));
    REQUIRE(mapping != nullptr);
    CHECK(mapping->machine == &machine);
  }
}

TEST_CASE("a mapping that is not well-formed has a diagnostic at its place") {
  const auto first = [](const std::string& text) {
    const Reading reading = read(text);
    CHECK(!reading.mapping.has_value());
    CHECK(reading.all_are_of_text);
    REQUIRE(!reading.complaints.empty());
    return reading.complaints.front();
  };
  CHECK(first("").starts_with("1:1: this is not JSON: "));
  CHECK(first("[]").starts_with("1:1: a mapping is an object"));
  CHECK(first("{\"machine\": \"PPC\",}").starts_with("1:19: this is not JSON: "));
  CHECK(first("{\"machine\": \"PPC\"} x").starts_with("1:20: this is not JSON: "));
  CHECK(first("{\"machine\": \"PPC\", \"machine\": \"PPC\"}").starts_with("1:20: a second"));
  CHECK(first("{\"machine\": \"PPC").starts_with("1:13: this is not JSON: "));
  CHECK(first("{\n  \"machine\": \"VAX\"}").starts_with("2:14: there is no machine `VAX`"));
  CHECK(first("{}").starts_with("1:1: the mapping does not say for which machine"));
  CHECK(first("{\"machine\": \"PPC\", \"load\": {\"rlx\": [\"std\"]}}")
            .starts_with("1:37: `std` does not do what a load does"));
  CHECK(first("{\"machine\": \"PPC\", \"load\": {\"rlx\": []}}")
            .starts_with("1:36: the row of load@rlx has no access"));
  CHECK(first("{\"machine\": \"RISCV\", \"cas\": {\"rlx\": \"amo\"}}")
            .starts_with("1:37: `amo` does not do what a compare-and-swap does"));
  CHECK(first("{\"machine\": \"PPC\", \"load\": {\"rlx\": [\"branch\", \"ld\"]}}")
            .starts_with("1:37: `branch` depends on the value that was read"));
}

TEST_CASE("all errors in the rows of a mapping are reported together") {
  const Reading reading = read(
      "{\"machine\": \"AArch64\", \"lode\": {},\n"
      " \"load\": {\"rlx\": [\"ldx\"], \"rel\": [\"ldar\"], \"sc\": [\"ldar\", \"ldr\"]},\n"
      " \"fence\": {\"sc\": [\"stlr\"]}}");
  CHECK(reading.complaints.size() == 5);
}

TEST_CASE("accesses become the instructions of their rows, with tags") {
  const Program program = program_of(
      "shared x, y;\n"
      "thread P0 { x@rel := 1; r := y@acq; fence@sc; s := faa@acqrel(x, 1); }\n");
  DiagnosticSink sink;
  const auto compiled = compile(program, *find_mapping("c11-aarch64"), sink);
  REQUIRE(compiled.has_value());
  CHECK(compiled->architecture == "AArch64");
  CHECK(all_of<Store>(*compiled).at(0).tags == TagSet::of(Tag::Release));
  CHECK(all_of<Load>(*compiled).at(0).tags == TagSet::of(Tag::AcquirePc));
  CHECK(all_of<FenceInstruction>(*compiled).at(0).tags == TagSet::of(Tag::DmbIsh));
  const auto updates = all_of<ReadModifyWrite>(*compiled);
  REQUIRE(updates.size() == 1);
  CHECK(updates[0].read_tags == TagSet::of(Tag::Exclusive, Tag::Acquire));
  CHECK(updates[0].write_tags == TagSet::of(Tag::Exclusive, Tag::Release));
}

TEST_CASE("on a machine with scopes, operations keep theirs, or get the widest") {
  const Program program = program_of(
      "shared x; shared na d;\n"
      "thread t @ cta 1 { d := 1; x@rel.cta := 1; r := x@acq; fence@sc.gpu; cas@acqrel.cta(x, 0, "
      "1);"
      " }\nthread u @ gpu 2, cta 3 { r := 0; }\n");
  DiagnosticSink sink;
  const auto compiled = compile(program, *find_mapping("c11-ptx"), sink);
  REQUIRE(compiled.has_value());
  const auto stores = all_of<Store>(*compiled);
  CHECK(stores.at(0).tags == TagSet::of(Tag::WeakAccess, Tag::GenericProxy));
  CHECK(stores.at(1).tags == TagSet::of(Tag::CtaScope, Tag::GenericProxy));
  CHECK(stores.at(1).mode == Mode::Rel);
  CHECK(all_of<Load>(*compiled).at(0).tags == TagSet::of(Tag::SysScope, Tag::GenericProxy));
  const auto fences = all_of<FenceInstruction>(*compiled);
  REQUIRE(fences.size() == 2);
  CHECK(fences[0].mode == Mode::Sc);
  CHECK(fences[0].tags == TagSet::of(Tag::GpuScope, Tag::GenericProxy));
  // A compare-and-swap that fails writes, too.
  CHECK(all_of<CompareAndSwap>(*compiled).empty());
  REQUIRE(all_of<ReadModifyWrite>(*compiled).size() == 1);
  CHECK(all_of<ReadModifyWrite>(*compiled)[0].write_tags ==
        TagSet::of(Tag::CtaScope, Tag::GenericProxy));
  REQUIRE(compiled->topology != nullptr);
  CHECK(compiled->topology->places ==
        std::vector<std::vector<std::uint32_t>>{{0, 0, 1}, {0, 2, 3}});
}

TEST_CASE("a control barrier is that of the machine, of its group of threads") {
  const Program program =
      program_of("thread t @ cta 1 { barrier(); }\nthread u @ cta 0 { barrier(); barrier(); }\n");
  const auto compiled_by = [&](const char* mapping) {
    DiagnosticSink sink;
    const auto compiled = compile(program, *find_mapping(mapping), sink);
    return compiled ? all_of<FenceInstruction>(*compiled) : std::vector<FenceInstruction>();
  };
  const auto ptx = compiled_by("c11-ptx");
  REQUIRE(ptx.size() == 3);
  CHECK(ptx[0] == FenceInstruction{.mode = Mode::Na});
  CHECK(compiled_by("c11-aarch64").empty());  // no scopes there
  const std::vector<BarrierSite>& sites = program.topology->barriers;
  REQUIRE(sites.size() == 3);
  CHECK(program.topology->barrier_level == "cta");
  CHECK(sites[0].instance == sites[1].instance);
  CHECK(sites[1].instance != sites[2].instance);
  CHECK(sites[2].thread == ThreadId(1));
}

TEST_CASE("memory of a program is global memory of OpenCL, and has no allocations") {
  DiagnosticSink sink;
  const auto compiled =
      compile(program_of("shared x; shared na d; thread t { d := 1; x@rlx := 1; }"),
              *find_mapping("c11-opencl"), sink);
  REQUIRE(compiled.has_value());
  CHECK(compiled->objects[0].initial_tags == TagSet::of(Tag::GlobalMemory));
  CHECK(compiled->objects[1].initial_tags == TagSet::of(Tag::GlobalMemory, Tag::NonAtomicPointee));
  CHECK(!compile(program_of("thread t { p := alloc(1); }"), *find_mapping("c11-opencl"), sink));
  REQUIRE(sink.error_count() == 1);
  CHECK(sink.diagnostics().front().kind == DiagnosticKind::MappingMisfit);
}

TEST_CASE("on Power, a read-modify-write is a pair, and an acquire a branch and isync") {
  const Program program = program_of("shared x;\nthread P0 { r := x@acq; s := xchg@sc(x, 1); }\n");
  DiagnosticSink sink;
  const auto compiled = compile(program, *find_mapping("c11-ppc"), sink);
  REQUIRE(compiled.has_value());
  CHECK(all_of<ReadModifyWrite>(*compiled).empty());
  const auto fences = all_of<FenceInstruction>(*compiled);
  REQUIRE(fences.size() == 3);
  CHECK(fences[0].tags == TagSet::of(Tag::Isync));
  CHECK(fences[1].tags == TagSet::of(Tag::Sync));
  CHECK(fences[2].tags == TagSet::of(Tag::Isync));
  CHECK(all_of<Load>(*compiled).at(1).tags == TagSet::of(Tag::Exclusive));
  CHECK(all_of<Store>(*compiled).at(0).tags == TagSet::of(Tag::Exclusive));
}

TEST_CASE("an access without a row in the mapping is refused at its place") {
  const Reading reading =
      read("{\"machine\": \"PPC\", \"load\": {\"rlx\": \"ld\"}, \"store\": {\"rlx\": \"std\"}}");
  REQUIRE(reading.mapping.has_value());
  const Program program = program_of("shared x;\nthread P0 {\n  x@rlx := 1;\n  r := x@acq;\n}\n");
  DiagnosticSink sink;
  CHECK(!compile(program, *reading.mapping, sink).has_value());
  REQUIRE(sink.error_count() == 1);
  CHECK(sink.diagnostics().front().kind == DiagnosticKind::MappingRow);
  CHECK(sink.diagnostics().front().range.line == 4);
}

TEST_CASE("an access without a mode that may be na or not is refused") {
  DiagnosticSink sink;
  const Program program =
      program_of("shared na d;\nshared x;\nthread P0 {\n  d := 1;\n  p := &x;\n  *p := 1;\n}\n");
  CHECK(!compile(program, *find_mapping("c11-aarch64"), sink).has_value());
  REQUIRE(sink.error_count() == 1);
  CHECK(sink.diagnostics().front().kind == DiagnosticKind::MappingMisfit);
  CHECK(sink.diagnostics().front().range.line == 6);
}

TEST_CASE("a mapping has rows for failed swaps only if failed swaps order nothing") {
  CHECK(read("{\"machine\": \"LKMM\", \"cas-failed\": {\"acq\": \"smp_mb\"}}").mapping.has_value());
  const Reading machine = read("{\"machine\": \"PPC\", \"cas-failed\": {\"acq\": \"sync\"}}");
  REQUIRE(machine.complaints.size() == 1);
  CHECK(machine.complaints[0].starts_with("1:20: a mapping has no `cas-failed`"));
  const Reading access =
      read("{\"machine\": \"LKMM\", \"cas-failed\": {\"acq\": \"READ_ONCE\", \"rlx\": []}}");
  REQUIRE(access.complaints.size() == 2);
  CHECK(access.complaints[0].find(
            "`READ_ONCE` does not do what a compare-and-swap that fails does") !=
        std::string::npos);
  CHECK(access.complaints[1].find("has no mode `rlx`") != std::string::npos);
  const Machine& kernel = *find_machine("lkmm");
  CHECK(swap_mode(kernel, Mode::Rel, Mode::Acq) == Mode::Rel);
  CHECK(swap_mode(kernel, Mode::Rlx, Mode::Sc) == Mode::Sc);
  CHECK(swap_mode(*find_machine("aarch64"), Mode::Rel, Mode::Acq) == Mode::AcqRel);
}

TEST_CASE("a compare-and-swap is as strong as its success and its failure") {
  CHECK(joined_mode(Mode::Rlx, Mode::Acq) == Mode::Acq);
  CHECK(joined_mode(Mode::Rel, Mode::Acq) == Mode::AcqRel);
  CHECK(joined_mode(Mode::AcqRel, Mode::Rlx) == Mode::AcqRel);
  CHECK(joined_mode(Mode::Rel, Mode::Sc) == Mode::Sc);
  CHECK(joined_mode(Mode::Plain, Mode::Plain) == Mode::Sc);
}

}  // namespace drover::mapping
