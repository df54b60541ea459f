#include "cli/arguments/arguments.h"

namespace drover::cli {

CommandDescription describe_drover() {
  return {.name = "drover",
          .summary = "Drover: a model checker for concurrent programs under weak memory models",
          .arguments = {},
          .commands = {describe_check(), describe_litmus(), describe_convert(), describe_vsc(),
                       describe_draw(), describe_show(), describe_explain(), describe_report(),
                       describe_models(), describe_exercise(), describe_schema()}};
}

}  // namespace drover::cli
