#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/automaton_dot.h"
#include "cli/commands.h"
#include "cli/load_program.h"
#include "cli/terminal.h"
#include "frontend/ast_printer.h"
#include "frontend/suggestion.h"
#include "semantics/await_pass.h"
#include "semantics/program_printer.h"
#include "semantics/purity/eliminate.h"
#include "semantics/source_printer.h"
#include "semantics/unroll_pass.h"
#include "support/format.h"

namespace drover {

namespace {

int show_automata(const ShowCommand& command, const Program& program) {
  std::vector<ThreadId> threads;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    names.push_back(program.threads[i].name);
    if (command.thread.empty() || command.thread == names.back()) threads.emplace_back(i);
  }
  if (threads.empty() && !command.thread.empty()) {
    const std::string similar = did_you_mean(command.thread, names);
    write(Stream::Error, format("drover: {} has no thread `{}`{}\n", program.file, command.thread,
                                similar.empty() ? "" : "; " + similar));
    return ExitBadInput;
  }
  const AutomataDrawing drawing = draw_automata(program, threads, {.unroll = command.input.unroll});
  write(Stream::Output, drawing.dot);
  if (!drawing.is_partial) return ExitVerified;
  write(Stream::Error, format("drover: the automata of {} have more than {} nodes: this is a part "
                              "of them (lower --unroll, or make the program smaller)\n",
                              program.file, MaxDrawnNodes));
  return ExitIncomplete;
}

// A program that a pass has made, as text that parses again.
int show_source(const Program& program) {
  const std::optional<std::string> text = print_source(program);
  if (text) {
    write(Stream::Output, *text);
    return ExitVerified;
  }
  write(Stream::Error, format("drover: {} has a loop with two entries, which cannot be written as "
                              "a program; `--after lower` shows its instructions\n",
                              program.file));
  return ExitBadInput;
}

int show_unrolled(const Program& program, std::uint32_t bound) {
  const auto without_loops =
      unrolled(with_awaits(eliminate_pure_iterations(program).program), bound);
  if (without_loops) return show_source(*without_loops);
  write(Stream::Error,
        format("drover: {}: a thread has more than {} instructions if loops are repeated {} times: "
               "lower --unroll\n",
               program.file, MaxUnrolledInstructions, bound));
  return ExitIncomplete;
}

}  // namespace

int run_show(const ShowCommand& command) {
  const LoadedProgram loaded = load_program(command.input.files.front(), command.input.constants,
                                            colour_for(Stream::Error, command.input.colour));
  write(Stream::Error, loaded.diagnostics);
  if (!loaded.program) return ExitBadInput;
  switch (command.what) {
    case ShowWhat::Parse: write(Stream::Output, print(loaded.checked->ast)); break;
    case ShowWhat::Desugar: write(Stream::Output, print(loaded.desugared->ast)); break;
    case ShowWhat::Lower: write(Stream::Output, print_program(*loaded.program)); break;
    case ShowWhat::Plp: return show_source(eliminate_pure_iterations(*loaded.program).program);
    case ShowWhat::Await:
      return show_source(with_awaits(eliminate_pure_iterations(*loaded.program).program));
    case ShowWhat::Unroll: return show_unrolled(*loaded.program, command.input.unroll);
    case ShowWhat::Automaton: return show_automata(command, *loaded.program);
  }
  return ExitVerified;
}

}  // namespace drover
