#include "cli/shape_source.h"

#include <algorithm>
#include <vector>

#include "explorer/shapes/event_layout.h"
#include "support/format.h"

namespace drover {

namespace {

std::string_view c_order(Mode mode) {
  switch (mode) {
    case Mode::Acq: return "memory_order_acquire";
    case Mode::Rel: return "memory_order_release";
    case Mode::AcqRel: return "memory_order_acq_rel";
    case Mode::Sc:
    case Mode::Plain: return "memory_order_seq_cst";
    case Mode::Rlx:
    case Mode::Na: return "memory_order_relaxed";
  }
  return "?";
}

// The words of one language.
struct Words {
  std::string_view equals;
  std::string_view and_then;
  std::string_view thread;  // what a thread is called in a condition
};
constexpr Words Core{" == ", " && ", "P"};
constexpr Words Litmus{"=", " /\\ ", ""};

// Goes through a shape: numbers registers, knows which value a write writes.
class Walk {
 public:
  explicit Walk(const ShapeSource& source)
      : source_(source),
        layout_(source.shape),
        modes_(!source.modes.empty() ? source.modes : weakest_modes(layout_.instructions)) {}

  // Calls `begin(thread)`, `visit(instruction, mode, value, register)` for each of its
  // instructions, and `end()`.
  template <typename Begin, typename Visit, typename End>
  void run(Begin begin, Visit visit, End end) const {
    std::size_t event = 0;
    std::size_t number = 0;
    for (std::size_t t = 0; t < source_.shape.threads.size(); ++t) {
      begin(t);
      std::size_t registers = 0;
      for (const ShapeInstruction& at : source_.shape.threads[t]) {
        const std::size_t last = event + event_count(at.kind) - 1;
        const bool is_open = at.kind == InstructionKind::OpenUpdate;
        const std::size_t value = is_open             ? layout_.writes[at.location].size() + 1
                                  : is_write(at.kind) ? value_of(last)
                                                      : 0;
        visit(at, modes_[number], value, registers);
        if (is_read(at.kind)) ++registers;
        event = last + 1;
        ++number;
      }
      end();
    }
  }

  [[nodiscard]] std::string condition(const Words& words) const {
    std::vector<std::string> parts;
    std::vector<std::size_t> registers(source_.shape.threads.size(), 0);
    for (const std::uint8_t read : layout_.reads) {
      const std::size_t thread = layout_.events[read].thread;
      const std::uint8_t write = source_.outcome->reads_from[read];
      parts.push_back(format("{}{}:r{}{}{}", words.thread, thread, registers[thread]++,
                             words.equals, write == Candidate::Initial ? 0 : value_of(write)));
    }
    for (std::size_t location = 0; location < layout_.writes.size(); ++location) {
      const auto& is_free = source_.outcome->is_last_free;
      if (layout_.writes[location].size() < 2 || (!is_free.empty() && is_free[location])) continue;
      parts.push_back(format("{}{}{}", location_name(location), words.equals,
                             value_of(source_.outcome->last_writes[location])));
    }
    std::string text;
    for (const std::string& part : parts) {
      if (!text.empty()) text += words.and_then;
      text += part;
    }
    return text;
  }

  [[nodiscard]] std::string locations(std::string_view prefix) const {
    std::string text;
    for (std::size_t location = 0; location < layout_.writes.size(); ++location) {
      if (!layout_.is_accessed[location]) continue;
      if (!text.empty()) text += ", ";
      text += format("{}{}", prefix, location_name(location));
    }
    return text;
  }

 private:
  [[nodiscard]] std::size_t value_of(std::size_t write) const {
    const auto& writes = layout_.writes[layout_.events[write].location];
    return static_cast<std::size_t>(std::ranges::find(writes, write) - writes.begin()) + 1;
  }

  const ShapeSource& source_;
  EventLayout layout_;
  ModeAssignment modes_;
};

}  // namespace

std::string outcome_text(const ShapeSource& source) { return Walk(source).condition(Core); }

std::string core_source(const ShapeSource& source, const std::string& comment) {
  const Walk walk(source);
  std::string text = format("// {}\n", comment);
  if (const std::string locations = walk.locations(""); !locations.empty()) {
    text += format("shared {};\n", locations);
  }
  walk.run([&](std::size_t thread) { text += format("thread P{} {{\n", thread); },
           [&](const ShapeInstruction& at, Mode mode, std::size_t value, std::size_t reg) {
             const std::string x = location_name(at.location);
             const std::string_view m = mode_name(mode);
             switch (at.kind) {
               case InstructionKind::Write:
                 text += format("  store@{}({}, {});\n", m, x, value);
                 break;
               case InstructionKind::Read:
                 text += format("  r{} := load@{}({});\n", reg, m, x);
                 break;
               case InstructionKind::Update:
                 text += format("  r{} := xchg@{}({}, {});\n", reg, m, x, value);
                 break;
               case InstructionKind::OpenUpdate:
                 text += format("  r{} := xchg@{}({}, {});  // its write is yet to come\n", reg, m,
                                x, value);
                 break;
               case InstructionKind::Fence: text += format("  fence@{};\n", m); break;
             }
           },
           [&] { text += "}\n"; });
  if (source.outcome != nullptr) text += format("exists ({});\n", walk.condition(Core));
  return text;
}

std::string litmus_source(const ShapeSource& source, const std::string& name,
                          const std::string& comment) {
  const Walk walk(source);
  const std::string parameters = walk.locations("atomic_int* ");
  std::string text = format("C {}\n\"{}\"\n{{}}\n", name, comment);
  walk.run([&](std::size_t thread) { text += format("P{} ({}) {{\n", thread, parameters); },
           [&](const ShapeInstruction& at, Mode mode, std::size_t value, std::size_t reg) {
             const std::string x = location_name(at.location);
             const std::string_view m = c_order(mode);
             switch (at.kind) {
               case InstructionKind::Write:
                 text += format("  atomic_store_explicit({}, {}, {});\n", x, value, m);
                 break;
               case InstructionKind::Read:
                 text += format("  int r{} = atomic_load_explicit({}, {});\n", reg, x, m);
                 break;
               case InstructionKind::Update:
               case InstructionKind::OpenUpdate:
                 text += format("  int r{} = atomic_exchange_explicit({}, {}, {});\n", reg, x,
                                value, m);
                 break;
               case InstructionKind::Fence:
                 text += format("  atomic_thread_fence({});\n", m);
                 break;
             }
           },
           [&] { text += "}\n"; });
  return text + format("exists ({})\n", walk.condition(Litmus));
}

GraphNames shape_names(std::size_t threads) {
  GraphNames names;
  for (std::size_t t = 0; t < threads; ++t) names.threads.push_back(format("P{}", t));
  names.location = [](LocationId location) { return location_name(location.value); };
  names.value = [](Value value) { return format("{}", value); };
  return names;
}

}  // namespace drover
