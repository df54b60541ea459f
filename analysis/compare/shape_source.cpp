#include "analysis/compare/shape_source.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "analysis/shapes/shape.h"
#include "explorer/graph/scopes.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::compare {

namespace {

// The state at one instruction of a thread.
struct ShapeStep {
  const shapes::ShapeInstruction& at;
  Mode mode;
  std::size_t value;  // the value it writes
  std::size_t reg;    // the register it reads into; the previous register holds the last value read
  shapes::Dependency dependency;

  // `r0 ^ r0`: a dependency on the last read, with value 0.
  [[nodiscard]] std::string nothing() const { return format("(r{0} ^ r{0})", reg - 1); }
  [[nodiscard]] std::string value_text() const {
    if (dependency != shapes::Dependency::Data) return format("{}", value);
    return format("{} + {}", value, nothing());
  }
};

// The lines of a thread, indented after each branch.
class ThreadText {
 public:
  void line(const std::string& text) {
    text_ += std::string(2 * (branches_ + 1), ' ') + text + "\n";
  }
  // Puts the next statement under a condition that is always true.
  void branch(const ShapeStep& step) {
    line(format("if (r{0} == r{0}) {{", step.reg - 1));
    ++branches_;
  }
  std::string take() {
    for (; branches_ > 0; --branches_) text_ += std::string(2 * branches_, ' ') + "}\n";
    return std::exchange(text_, {});
  }

 private:
  std::string text_;
  std::size_t branches_ = 0;
};

// Walks through a shape: numbers registers and knows the value of each write.
class Walk {
 public:
  explicit Walk(const ShapeSource& source)
      : source_(source),
        layout_(source.shape),
        modes_(!source.modes.empty() ? source.modes : shapes::weakest_modes(layout_.instructions)) {
  }

  // Calls `begin(thread)`, `visit(ShapeStep)` for each of its instructions, and `end()`.
  template <typename Begin, typename Visit, typename End>
  void run(Begin begin, Visit visit, End end) const {
    std::size_t event = 0;
    std::size_t number = 0;
    for (std::size_t t = 0; t < source_.shape.threads.size(); ++t) {
      begin(t);
      std::size_t registers = 0;
      for (const shapes::ShapeInstruction& at : source_.shape.threads[t]) {
        const std::size_t last = event + shapes::event_count(at.kind) - 1;
        const bool is_open = at.kind == shapes::InstructionKind::OpenUpdate;
        const std::size_t value = is_open             ? layout_.writes[at.location].size() + 1
                                  : is_write(at.kind) ? value_of(last)
                                                      : 0;
        const bool depends = at.dependency != shapes::Dependency::None && registers > 0;
        visit(ShapeStep{at, modes_[number], value, registers,
                        depends ? at.dependency : shapes::Dependency::None});
        if (shapes::is_read(at.kind)) ++registers;
        event = last + 1;
        ++number;
      }
      end();
    }
  }

  [[nodiscard]] std::string condition() const {
    std::vector<std::string> parts;
    std::vector<std::size_t> registers(source_.shape.threads.size(), 0);
    for (const std::uint8_t read : layout_.reads) {
      const std::size_t thread = layout_.events[read].thread;
      const std::uint8_t write = source_.outcome->reads_from[read];
      parts.push_back(format("P{}:r{} == {}", thread, registers[thread]++,
                             write == shapes::Candidate::Initial ? 0 : value_of(write)));
    }
    for (std::size_t location = 0; location < layout_.writes.size(); ++location) {
      const auto& is_free = source_.outcome->is_last_free;
      if (layout_.writes[location].size() < 2 || (!is_free.empty() && is_free[location])) continue;
      parts.push_back(format("{} == {}", shapes::location_name(location),
                             value_of(source_.outcome->last_writes[location])));
    }
    return joined(parts, " && ");
  }

  [[nodiscard]] std::string locations() const {
    std::string text;
    for (std::size_t location = 0; location < layout_.writes.size(); ++location) {
      if (!layout_.is_accessed[location]) continue;
      if (!text.empty()) text += ", ";
      text += shapes::location_name(location);
    }
    return text;
  }

 private:
  [[nodiscard]] std::size_t value_of(std::size_t write) const {
    const auto& writes = layout_.writes[layout_.events[write].location];
    return static_cast<std::size_t>(std::ranges::find(writes, write) - writes.begin()) + 1;
  }

  const ShapeSource& source_;
  shapes::EventLayout layout_;
  shapes::ModeAssignment modes_;
};

// `rel`, or `rel.gpu`.
std::string mode_word(const shapes::Shape& shape, const shapes::ShapeInstruction& at, Mode mode) {
  std::string word(mode_name(mode));
  if (shape.machine != nullptr) word += format(".{}", shape.machine->levels()[at.scope]);
  return word;
}

void write_core(const ShapeStep& step, const shapes::Shape& shape, ThreadText& lines) {
  if (step.dependency == shapes::Dependency::Control) lines.branch(step);
  const std::string name = shapes::location_name(step.at.location);
  const std::string x = step.dependency == shapes::Dependency::Address
                            ? format("*(&{} + {})", name, step.nothing())
                            : name;
  const std::string m = mode_word(shape, step.at, step.mode);
  const std::string xchg = format("r{} := xchg@{}({}, {});", step.reg, m, x, step.value_text());
  switch (step.at.kind) {
    case shapes::InstructionKind::Write:
      lines.line(format("store@{}({}, {});", m, x, step.value_text()));
      break;
    case shapes::InstructionKind::Read:
      lines.line(format("r{} := load@{}({});", step.reg, m, x));
      break;
    case shapes::InstructionKind::Update: lines.line(xchg); break;
    case shapes::InstructionKind::OpenUpdate:
      lines.line(xchg + "  // its write is yet to come");
      break;
    case shapes::InstructionKind::FailedUpdate:
      lines.line(format("r{} := cmpxchg@{},{}({}, {}, 0);", step.reg, m, mode_name(step.mode), x,
                        shapes::NeverWritten));
      break;
    case shapes::InstructionKind::Fence: lines.line(format("fence@{};", m)); break;
  }
}

}  // namespace

std::string shape_text(const shapes::Shape& shape, const shapes::ModeAssignment& modes) {
  const shapes::EventLayout layout(shape);
  std::string out;
  std::size_t next = 0;
  for (std::size_t t = 0; t < shape.threads.size(); ++t) {
    const auto& thread = shape.threads[t];
    if (!out.empty()) out += " || ";
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const Mode mode = modes[next++];
      std::string word = shapes::to_text({.threads = {{thread[i]}}});
      if (mode != Mode::Rlx || shape.machine != nullptr) {
        word.insert(1, "@" + mode_word(shape, thread[i], mode));
      }
      out += (i == 0 ? "" : "; ") + word;
    }
    if (shape.machine != nullptr) out += " @ " + place_text(ThreadId(t), *layout.topology);
  }
  return out;
}

std::string outcome_text(const ShapeSource& source) { return Walk(source).condition(); }

std::string core_source(const ShapeSource& source, const std::string& comment) {
  const Walk walk(source);
  std::string text = format("// {}\n", comment);
  if (const std::string locations = walk.locations(); !locations.empty()) {
    text += format("shared {};\n", locations);
  }
  ThreadText lines;
  const shapes::EventLayout layout(source.shape);
  walk.run(
      [&](std::size_t thread) {
        const std::string place = layout.topology != nullptr
                                      ? " @ " + place_text(ThreadId(thread), *layout.topology)
                                      : "";
        text += format("thread P{}{} {{\n", thread, place);
      },
      [&](const ShapeStep& step) { write_core(step, source.shape, lines); },
      [&] { text += lines.take() + "}\n"; });
  if (source.outcome != nullptr) text += format("exists ({});\n", walk.condition());
  return text;
}

GraphNames shape_names(std::size_t threads) {
  GraphNames names;
  for (std::size_t t = 0; t < threads; ++t) names.threads.push_back(format("P{}", t));
  names.location = [](LocationId location) { return shapes::location_name(location.value); };
  names.value = [](Value value) { return format("{}", value); };
  return names;
}

namespace {

// A named test. `shape` is in canonical form (shape.h).
struct KnownTest {
  std::string_view name;
  std::string_view shape;
  std::string_view outcome;
};

constexpr std::array Tests{
    KnownTest{"CoRR", "R x; R x || W x", "P0:r0 == 1 && P0:r1 == 0"},
    KnownTest{"SB", "W x; R y || W y; R x", "P0:r0 == 0 && P1:r0 == 0"},
    KnownTest{"MP", "W x; W y || R y; R x", "P1:r0 == 1 && P1:r1 == 0"},
    KnownTest{"LB", "R x; W y || R y; W x", "P0:r0 == 1 && P1:r0 == 1"},
    KnownTest{"S", "W x; W y || R y; W x", "P1:r0 == 1 && x == 1"},
    KnownTest{"R", "W x; W y || W y; R x", "P1:r0 == 0 && y == 2"},
    KnownTest{"2+2W", "W x; W y || W y; W x", "x == 1 && y == 2"},
    KnownTest{"WRC", "R x; W y || R y; R x || W x", "P0:r0 == 1 && P1:r0 == 1 && P1:r1 == 0"},
    KnownTest{"RWC", "W x; R y || R y; R x || W y", "P0:r0 == 0 && P1:r0 == 1 && P1:r1 == 0"},
    KnownTest{"IRIW", "R x; R y || R y; R x || W x || W y",
              "P0:r0 == 1 && P0:r1 == 0 && P1:r0 == 1 && P1:r1 == 0"}};

}  // namespace

std::string_view known_test_name(const ShapeSource& source) {
  const std::string shape = shapes::to_text(source.shape);
  const std::string outcome = outcome_text(source);
  for (const KnownTest& test : Tests) {
    if (test.shape == shape && test.outcome == outcome) return test.name;
  }
  return "";
}

}  // namespace drover::compare
