// Commands that serve browsers, editors and other programs: serve, lsp, format, schema.

#include <memory>
#include <set>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/schemas.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

CommandDescription describe_serve() {
  const auto options = std::make_shared<serve::ServeOptions>();
  const auto is_job = std::make_shared<bool>(false);
  return {
      .name = "serve",
      .summary = "a page to write, check and step through programs",
      .arguments =
          {with_default(option("--port", "N", "where to listen; 0: any free port", &options->port,
                               {0, 65535})),
           flag("--open", &options->opens, "open the page in a browser"),
           with_default(option("--address", "ADDRESS",
                               "listen there; any address except the loopback address lets other "
                               "machines in",
                               &options->address)),
           option("--name", "NAME", "what other machines call this one, with --address; repeatable",
                  &options->names),
           with_default(max_time_option(&options->max_seconds, ", each")),
           with_default(option("--max-memory", "MIB", "memory of a run", &options->max_memory,
                               {128, 1 << 20})),
           option("--runs", "N", "runs at once; others wait (default: one for each processor)",
                  &options->runs, {1, 256}),
           option("--exercises", "DIR",
                  "exercises of a folder, or of a file, instead of the program's own; repeatable",
                  &options->exercises, ValueIs::Folder),
           option("--collect", "DIR", "keep answers to exercises there, a file for each answer",
                  &options->collect, ValueIs::Folder),
           flag("--job", is_job.get(), "do what standard input says: how a server starts a run")},
      .exits = {{ExitVerified, "it was stopped: Ctrl-C"}},
      .take = [options, is_job] { return *is_job ? Command(ServeJob{}) : Command(*options); }};
}

CommandDescription describe_lsp() {
  const auto command = std::make_shared<LspCommand>();
  return {
      .name = "lsp",
      .summary = "the language server, for editors",
      .arguments = {flag(
                        "--stdio", [] {},
                        "communicate on standard input and output, as it always does"),
                    models_option(command->models,
                                  "; their verdicts are shown above programs, unless the editor "
                                  "names others (default: sc, tso, rc11)"),
                    with_default(
                        max_time_option(&command->max_seconds, ", per model, for such a verdict")),
                    with_default(option("--max-memory", "MIB", "memory for such a verdict",
                                        &command->max_memory, {64, 1 << 20}))},
      .exits = {{ExitVerified, "the editor has shut it down"},
                {ExitViolation, "the editor disconnected without shutting it down"}},
      .take = [command] { return *command; }};
}

CommandDescription describe_format() {
  const auto command = std::make_shared<FormatCommand>();
  const auto take = [command] {
    refuse_if(command->writes && command->checks, "--check",
              "changes no file: give either --check or --write");
    refuse_if(command->input.files.size() > 1 && !command->writes && !command->checks, "FILE",
              "only one file can be printed: for several, use --write or --check");
    return *command;
  };
  return {.name = "format",
          .summary = "programs, litmus tests and models with the usual spaces and indentation",
          .arguments = {input_files(command->input.files, ".drv, .litmus or .cat files"),
                        flag("-w,--write", &command->writes,
                             "change the files instead of printing the result"),
                        flag("--check", &command->checks,
                             "print the names of files that are not formatted"),
                        colour_option(command->input.colour)},
          .exits = {{ExitVerified, "formatted"},
                    {ExitViolation, "--check found a file that is not formatted"}},
          .take = take};
}

CommandDescription describe_schema() {
  const auto words = std::make_shared<std::vector<std::string>>();
  const std::vector<std::string> names = schema_names();
  std::set<std::string> proposals;  // single words: `models`, `compare`
  for (const std::string& name : names) {
    for (std::string& word : words_of(name)) proposals.insert(std::move(word));
  }
  const auto take = [words, names] {
    SchemaCommand command{joined(*words, " ")};
    refuse_if(!command.name.empty() && find_schema(command.name) == nullptr, "schema",
              format("`{}` is not a command that prints JSON{} (there are: {})", command.name,
                     suggestion(command.name, names), joined(names, ", ")));
    return command;
  };
  return {.name = "schema",
          .summary = "JSON Schemas of what commands print with --json",
          .arguments = {{.names = "COMMAND",
                         .text = "a command, such as `check` or `models compare`; none: list those "
                                 "that have a schema",
                         .target = words.get(),
                         .proposals = {proposals.begin(), proposals.end()}}},
          .exits = {{ExitVerified, "listed or shown"}},
          .take = take};
}

}  // namespace drover::cli
