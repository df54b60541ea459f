#include "semantics/lower/c/lower_c.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "semantics/lower/c/c_thread.h"
#include "support/format.h"

namespace drover::lowering {

namespace {

struct Attempt {
  std::optional<Program> program;
  bool is_too_large = false;
};

// Names the files of the program, unless all of its code is in its own file.
void name_files(Program& out, const SourceBuffer& source) {
  const auto is_own = [&](const Instruction& instruction) {
    return instruction.source.line == 0 || source.file_of(instruction.source) == source.name();
  };
  const auto is_in_own_file = [&](const Thread& thread) {
    return std::ranges::all_of(thread.code, is_own);
  };
  if (std::ranges::all_of(out.threads, is_in_own_file) &&
      std::ranges::all_of(out.routines, is_in_own_file)) {
    return;
  }
  for (const SourceBuffer::PartBegin& part : source.parts()) {
    out.places.files.push_back({part.name, part.begin, part.first_line});
  }
}

// Gives each access that can be cut a number of its own.
void number_sites(Program& out) {
  std::uint32_t count = 0;
  const auto number = [&](Thread& thread) {
    for (Instruction& instruction : thread.code) {
      std::visit(
          [&](auto& i) {
            if constexpr (requires { i.site; }) {
              if (i.site.number != 0) i.site.number = ++count;
            }
          },
          instruction.body);
    }
  };
  std::ranges::for_each(out.threads, number);
  std::ranges::for_each(out.routines, number);
}

Attempt lower_with(const c::Unit& unit, const SourceBuffer& source, DiagnosticSink& sink,
                   std::uint32_t main, std::uint32_t max_recursion, std::size_t max_code,
                   const CLoweringOptions& options) {
  Program out;
  out.file = source.name();
  out.is_c = true;
  for (const c::Function& each : unit.functions) out.places.functions.push_back({each.name, true});
  CContext context(unit, source, sink, out, max_recursion);
  context.max_code = max_code;
  context.is_limited_by_code = max_recursion < options.max_recursion;
  context.fails_spuriously = options.fails_spuriously;
  context.merged_loads = options.merged_loads;
  context.wakes_spuriously = options.wakes_spuriously;
  context.objects = options.objects;
  if (sink.has_errors()) return {};
  const c::Function& function = unit.functions[main];
  std::optional<Thread> thread = CThreadLowering(context, "main", function.place).run(main, false);
  while (thread && !context.is_too_large) {
    const std::optional<std::uint32_t> routine = context.next_routine();
    if (!routine) break;
    const std::uint32_t index = context.function_of_routine(*routine);
    std::optional<Thread> lowered =
        CThreadLowering(context, unit.functions[index].name, unit.functions[index].place)
            .run(index, true);
    if (!lowered) break;
    out.routines.push_back(*std::move(lowered));
  }
  if (context.is_too_large || !thread) return {std::nullopt, true};
  out.threads.push_back(*std::move(thread));
  number_sites(out);
  name_files(out, source);
  out.specified = options.objects;
  out.sequential = options.sequential;
  return {std::move(out), false};
}

}  // namespace

std::optional<Program> lower_c(const c::Unit& unit, const SourceBuffer& source,
                               DiagnosticSink& sink, const CLoweringOptions& options) {
  const auto main = std::ranges::find_if(unit.functions, [](const c::Function& function) {
    return function.name == "main" && !function.body.is_none();
  });
  if (main == unit.functions.end()) {
    sink.report(DiagnosticKind::CError, {}, {"there is no function `main`"})
        .with_hint("give the file that defines it as well: `drover check main.c other.c`");
    return std::nullopt;
  }
  const auto index = static_cast<std::uint32_t>(main - unit.functions.begin());
  // The code of a recursion grows with its depth, faster if it branches: use the largest depth that
  // fits. Code above MaxRecursiveInstructions is accepted only if no depth from LeastQuickDepth on
  // fits.
  constexpr std::array<std::uint32_t, 11> Depths{500, 200, 100, 50, 20, 12, 10, 8, 5, 3, 1};
  std::vector<std::uint32_t> depths{options.max_recursion};
  std::ranges::copy_if(Depths, std::back_inserter(depths),
                       [&](std::uint32_t depth) { return depth < options.max_recursion; });
  constexpr std::uint32_t LeastQuickDepth = 5;
  for (const std::size_t max_code : {MaxRecursiveInstructions, MaxCInstructions}) {
    for (const std::uint32_t depth : depths) {
      const bool is_too_shallow = max_code < MaxCInstructions && depth < LeastQuickDepth;
      if (is_too_shallow) continue;
      const std::size_t most = std::min(max_code, options.max_instructions);
      Attempt attempt = lower_with(unit, source, sink, index, depth, most, options);
      if (sink.has_errors()) return std::nullopt;
      if (!attempt.is_too_large) return std::move(attempt.program);
    }
  }
  sink.report(DiagnosticKind::CTooLarge, main->place,
              {format("the program has more than {} instructions after calls are inlined",
                      options.max_instructions)});
  return std::nullopt;
}

}  // namespace drover::lowering
