#include "semantics/program/code_writer.h"

#include <doctest/doctest.h>

#include <vector>

namespace drover {

TEST_CASE("the targets of an instruction are all places that it names") {
  const auto targets_of = [](const InstructionBody& body) {
    std::vector<InstructionIndex> targets;
    for_each_target(body, [&](InstructionIndex target) { targets.push_back(target); });
    return targets;
  };
  CHECK(targets_of(Jump{3}) == std::vector<InstructionIndex>{3});
  CHECK(targets_of(Branch{{}, 4, 2}) == std::vector<InstructionIndex>{4, 2});
  CHECK(targets_of(CallMarker{true, "f", {}, 7}) == std::vector<InstructionIndex>{7});
  CHECK(targets_of(Finish{}).empty());
}

TEST_CASE("targets are placed before or after the jumps to them") {
  CodeWriter writer;
  const CodeWriter::Target start = writer.make_target();
  const CodeWriter::Target end = writer.make_target();
  CHECK(!writer.is_placed(start));
  writer.place(start);
  CHECK(writer.is_placed(start));
  writer.emit(Branch{{}, end.index, start.index}, {});
  writer.emit(CallMarker{true, "f", {}, end.index}, {});
  writer.emit(Jump{start.index}, {});
  writer.place(end);
  writer.emit(Finish{}, {});
  CHECK(writer.size() == 4);
  const std::vector<Instruction> code = writer.finish();
  CHECK(std::get<Branch>(code[0].body) == Branch{{}, 3, 0});
  CHECK(std::get<CallMarker>(code[1].body).end == 3);
  CHECK(std::get<Jump>(code[2].body) == Jump{0});
}

}  // namespace drover
