// drover-mpi: `drover check` on all processes that `mpirun` starts.

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command_line.h"
#include "cli/fault.h"
#include "cli/file_runner.h"
#include "cli/mpi/cluster_run.h"
#include "cli/mpi/mpi_cluster.h"
#include "cli/terminal.h"
#include "input/subject.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// True if the parent's descriptor is a terminal. For Open MPI, whose `mpirun` stands between the
// first process and the terminal.
bool is_terminal_of_parent(int descriptor) {
  std::error_code error;
  const auto target =
      std::filesystem::read_symlink(format("/proc/{}/fd/{}", getppid(), descriptor), error);
  return !error &&
         (target.string().starts_with("/dev/pts/") || target.string().starts_with("/dev/tty"));
}

void set_up_streams(const MpiCluster& cluster) {
  if (cluster.rank() != 0) {
    be_silent(true);
  } else if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) {
    assume_terminal(Stream::Output, is_terminal_of_parent(STDOUT_FILENO));
    assume_terminal(Stream::Error, is_terminal_of_parent(STDERR_FILENO));
  }
}

// Always prints a result or an error, and returns its exit status.
int run_process(const std::vector<std::string>& arguments, MpiCluster& cluster) {
  try {
    const StandardInput input{.is_terminal = is_input_terminal(),
                              .read = input::read_standard_input};
    const int status =
        run_in_cluster(parse_command_line(arguments, input), cluster, cluster.host());
    if (!has_failed(Stream::Output)) return status;
    write(Stream::Error, "drover-mpi: the output could not be written\n");
    return ExitBadInput;
  } catch (...) {
    be_silent(false);
    const FileReport report = report_of_exception(format("process {}", cluster.rank()));
    print(report);
    cluster.abort(report.status);
  }
}

}  // namespace

}  // namespace drover::cli

int main(int argc, char** argv) {
  using namespace drover::cli;
  tell_faults_on_abort();
  MpiCluster cluster(&argc, &argv);
  set_up_streams(cluster);
  return run_process(std::vector<std::string>(argv + 1, argv + argc), cluster);
}
