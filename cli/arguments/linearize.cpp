#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "support/format.h"
#include "support/object_kind.h"

namespace drover::cli {

namespace {

struct GivenLinearize {
  LinearizeCommand command;
  ConstantOptions constants;
  std::optional<std::uint32_t> operations;
};

LinearizeCommand taken(GivenLinearize& given) {
  LinearizeCommand& command = given.command;
  command.input.constants = given.constants.take(command.input.files);
  require_model("--model", command.model);
  command.operations = given.operations;
  refuse_if(!command.picture.empty() && !command.picture.ends_with(".svg"), "--picture",
            "FILE.svg is what can be drawn");
  refuse_if(!command.picture.empty() && command.input.files.size() > 1, "--picture",
            "it is for one program");
  return command;
}

std::vector<std::string> object_names() {
  std::vector<std::string> names;
  for (const ObjectKindInfo& each : object_kinds()) names.emplace_back(each.name);
  names.emplace_back("itself");
  return names;
}

Argument object_option(LinearizeCommand& command) {
  return {.names = "--object",
          .value = "NAME",
          .text =
              "the object: one that the file declares, or, for calls that are only marked, a "
              "built-in one; `itself`: the program run call by call (default: the one object "
              "that there is)",
          .target = &command.object,
          .proposals = object_names()};
}

Argument promise_option(LinearizeCommand& command) {
  std::vector<std::pair<std::string, std::optional<Promise>>> rows;
  for (const Promise each : {Promise::None, Promise::Matched, Promise::Insertions,
                             Promise::Removals, Promise::InsertionsAndRemovals, Promise::All}) {
    rows.emplace_back(std::string(name_of(each)), each);
  }
  return choice<std::optional<Promise>>(
      "--promise", "none|v|vi|vr|vir|all",
      "the synchronisation that clients rely on: a removal knows the insertion that it takes (v), "
      "an insertion knows all earlier insertions (i), a removal all earlier ones (r); each call "
      "knows all earlier ones (all). Default: what the file says",
      command.promise, std::move(rows));
}

}  // namespace

CommandDescription describe_linearize() {
  const auto given = std::make_shared<GivenLinearize>();
  LinearizeCommand& command = given->command;
  return {
      .name = "linearize",
      .summary = "whether an object is what its specification says, for all clients of a size",
      .arguments = in_order(
          {{input_files(command.input.files,
                        "programs with objects: their own clients, or all clients if they have "
                        "none"),
            with_default(model_option(command.model)), object_option(command),
            promise_option(command),
            option(
                "--operations", "N",
                "clients with up to so many calls (default: as many as 10 seconds allow, up to 8)",
                &given->operations, {1, 16}),
            option("--spec-macro", "NAME[=VALUE]",
                   "for C: the program with this macro is the specification, run call by call",
                   &command.specification),
            given->constants.constants_option(), with_default(unroll_option(&command.unroll)),
            with_default(max_threads_option(command.input.max_threads)),
            json_flag(command.format, "one JSON object per file"),
            option("--picture", "FILE.svg",
                   "draw the calls of a violation: time from left to right, with their points if "
                   "they have an order",
                   &command.picture, ValueIs::File),
            max_time_option(&command.max_seconds, ", per file"),
            max_executions_option(&command.max_executions, ", per client"),
            max_memory_option(command.max_memory),
            jobs_option(command.jobs, "threads: for parts of explorations (0: all processors)"),
            warnings_option(command.input.warnings), colour_option(command.input.colour)},
           given->constants.compiler_options()}),
      .exits = {{ExitVerified,
                 "no client of the explored sizes can tell the object from its "
                 "specification"},
                {ExitViolation, "a client can, or the program has another error"},
                {ExitIncomplete, "a limit was reached before the end"}},
      .take = [given] { return taken(*given); }};
}

}  // namespace drover::cli
