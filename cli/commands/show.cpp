#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments/options.h"
#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "drawing/automaton_dot.h"
#include "frontend/ast_printer.h"
#include "input/subject.h"
#include "semantics/decompile/source_printer.h"
#include "semantics/passes/await_pass.h"
#include "semantics/passes/purity/eliminate.h"
#include "semantics/passes/unroll_pass.h"
#include "semantics/program/program_printer.h"
#include "support/format.h"

namespace drover::cli {

namespace {

int show_automata(const ShowCommand& command, const Program& program) {
  std::vector<ThreadId> threads;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    names.push_back(program.threads[i].name);
    if (command.thread.empty() || command.thread == names.back()) threads.emplace_back(i);
  }
  if (threads.empty() && !command.thread.empty()) {
    return refuse(format("{} has no thread `{}`{}", program.file, command.thread,
                         suggestion(command.thread, names)));
  }
  const drawing::AutomataDrawing drawing =
      drawing::draw_automata(program, threads, {.unroll = command.unroll});
  write(Stream::Output, drawing.dot);
  if (!drawing.is_partial) return ExitVerified;
  write(Stream::Error, format("drover: the automata of {} have more than {} nodes: this is a part "
                              "of them (lower --unroll, or make the program smaller)\n",
                              program.file, drawing::MaxDrawnNodes));
  return ExitIncomplete;
}

// Prints a pass's result as text that parses again.
int show_source(const Program& program) {
  const std::optional<std::string> text = decompile::print_source(program);
  if (text) {
    write(Stream::Output, *text);
    return ExitVerified;
  }
  return refuse(format(
      "{} has a loop with two entries, which cannot be written as a program; `--after lower` "
      "shows its instructions",
      program.file));
}

int show_unrolled(const Program& program, std::uint32_t bound) {
  const auto without_loops = passes::unrolled(
      passes::with_awaits(passes::eliminate_pure_iterations(program).program), bound);
  if (without_loops) return show_source(*without_loops);
  write(Stream::Error,
        format("drover: {}: a thread has more than {} instructions if loops are repeated {} times: "
               "lower --unroll\n",
               program.file, passes::MaxUnrolledInstructions, bound));
  return ExitIncomplete;
}

}  // namespace

int run(const ShowCommand& command) {
  input::SubjectOptions reading = subject_options(command.input);
  reading.as = input::SubjectKind::Core;
  const input::Subject subject = input::read_subject(command.input.files.front(), reading);
  write(Stream::Error, subject.complaints(colour_for(Stream::Error, command.input.colour)));
  if (!subject.program) return ExitBadInput;
  const Program& program = *subject.program;
  // Core language text cannot express memory in bytes.
  const bool is_shown = command.what == ShowWhat::Lower || command.what == ShowWhat::Automaton;
  if (subject.kind() == input::SubjectKind::C && !is_shown) {
    return refuse(format("{}: for C programs, only `--after lower` and `--automaton` can be shown",
                         program.file));
  }
  switch (command.what) {
    case ShowWhat::Parse: write(Stream::Output, drover::print(subject.checked()->ast)); break;
    case ShowWhat::Desugar: write(Stream::Output, drover::print(subject.desugared()->ast)); break;
    case ShowWhat::Lower: write(Stream::Output, print_program(program)); break;
    case ShowWhat::Plp: return show_source(passes::eliminate_pure_iterations(program).program);
    case ShowWhat::Await:
      return show_source(passes::with_awaits(passes::eliminate_pure_iterations(program).program));
    case ShowWhat::Unroll: return show_unrolled(program, command.unroll);
    case ShowWhat::Automaton: return show_automata(command, program);
  }
  return ExitVerified;
}

}  // namespace drover::cli
