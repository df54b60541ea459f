#include "cli/run_main.h"

#include "cli/commands/commands.h"
#include "cli/fault.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/terminal.h"
#include "input/subject.h"

namespace drover::cli {

// Always prints a result or an error, and returns its exit status.
int run_main(const std::vector<std::string>& arguments) {
  tell_faults_on_abort();
  try {
    const AllocationGuard allocations;
    const StandardInput input{.is_terminal = is_input_terminal(),
                              .read = input::read_standard_input};
    const int status = std::visit([](const auto& command) { return run(command); },
                                  parse_command_line(arguments, input));
    if (has_failed(Stream::Output)) {
      write(Stream::Error, "drover: the output could not be written\n");
      return ExitBadInput;
    }
    return status;
  } catch (...) {
    const FileReport report = report_of_exception("");
    print(report);
    return report.status;
  }
}

}  // namespace drover::cli
