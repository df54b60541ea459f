#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class ServeArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    return {
        with_default({.names = "--port",
                      .value = "N",
                      .text = "where to listen; 0: any free port",
                      .target = &options_.port,
                      .limits = WholeRange{0, 65535}}),
        flag("--open", &options_.opens, "open the page in a browser"),
        with_default(
            {.names = "--address",
             .value = "ADDRESS",
             .text = "listen there; any address except the loopback address lets other machines in",
             .target = &options_.address}),
        {.names = "--name",
         .value = "NAME",
         .text = "what other machines call this one, with --address; repeatable",
         .target = &options_.names},
        with_default(max_time_option(&options_.max_seconds, ", each")),
        with_default({.names = "--max-memory",
                      .value = "MIB",
                      .text = "memory of a run",
                      .target = &options_.max_memory,
                      .limits = WholeRange{128, 1 << 20}}),
        {.names = "--runs",
         .value = "N",
         .text = "runs at once; others wait (default: one for each processor)",
         .target = &options_.runs,
         .limits = WholeRange{1, 256}},
        {.names = "--exercises",
         .value = "DIR",
         .text = "exercises of a folder, or of a file, instead of the program's own; repeatable",
         .target = &options_.exercises,
         .kind = ValueIs::Folder},
        {.names = "--collect",
         .value = "DIR",
         .text = "keep answers to exercises there, a file for each student and exercise",
         .target = &options_.collect,
         .kind = ValueIs::Folder},
        flag("--job", &is_job_, "do what standard input says: how a server starts a run")};
  }

  [[nodiscard]] Command take() {
    if (is_job_) return ServeJob{};
    return options_;
  }

 private:
  serve::ServeOptions options_;
  bool is_job_ = false;
};

}  // namespace

CommandDescription describe_serve() {
  return describe<ServeArguments>("serve", "a page to write, check and step through programs",
                                  {{ExitVerified, "it was stopped: Ctrl-C"},
                                   BadInputMeaning,
                                   {ExitFault, "a fault of Drover itself"}});
}

}  // namespace drover::cli
