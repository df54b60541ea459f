#include "cli/mpi/cluster_run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/check_run.h"
#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/state_file.h"
#include "cli/terminal.h"
#include "explorer/crew/headquarters.h"
#include "explorer/crew/outpost.h"
#include "explorer/explore.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/plan_search.h"
#include "input/subject.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// Returns why the call cannot run in a cluster, and an alternative. Empty if it can.
std::string refusal(const CheckCommand& check, std::size_t processes) {
  const std::vector<std::string>& files = check.input.files;
  if (files.size() != 1) return "one program at a time: start it once for each";
  if (check.models.size() != 1) return "one model at a time: start it once for each";
  if (files.front() == input::StandardInputPath || check.input.standard_input) {
    return "standard input is not the same in all processes: give a file that all of them can read";
  }
  if (check.estimates) return "`--estimate` needs one process: `drover check --estimate`";
  if (check.samples) return "`--sample` needs one process: `drover check --sample`";
  if (check.simulates) return "`--simulate` needs one process: `drover check --simulate`";
  if (processes == 1) return "";
  if (check.max_executions) {
    return "`--max-executions` counts in one process: `drover check --max-executions`, or "
           "`--max-time` here";
  }
  if (check.count_duplicates == CountDuplicates::Yes) {
    return "`--count-duplicates` compares in one process: `drover check --count-duplicates`";
  }
  const AlgorithmKind algorithm = *find_algorithm(check.algorithm);
  if (algorithm != AlgorithmKind::Auto && !is_splittable(algorithm)) {
    return format("`{0}` cannot share its work: `drover check --algo {0}`, or another algorithm",
                  check.algorithm);
  }
  return "";
}

// Runs the first process.
int lead(const Command& command, work::Cluster& cluster) {
  if (const auto* leave = std::get_if<LeaveAtOnce>(&command)) return run(*leave);
  const auto* check = std::get_if<CheckCommand>(&command);
  const std::string why = check == nullptr ? "only `check` runs on a cluster: `drover` has the rest"
                                           : refusal(*check, cluster.size());
  if (why.empty()) return run_check(*check, nullptr, &cluster);
  write(Stream::Error, format("drover-mpi: {}\n", why));
  return ExitBadInput;
}

// Helps the first process. False if the input is bad.
bool help(const CheckCommand& check, work::Cluster& cluster, const std::string& host) {
  const std::optional<RunSettings> settings = settings_of(check);
  if (!settings) return false;
  const input::Subject subject =
      input::read_subject(check.input.files.front(), subject_options(check));
  if (!subject.program) return false;
  const FittedRun fitted =
      fit_run(subject, settings->models.front(), settings->mapping, check.input.colour);
  if (fitted.program == nullptr) return false;
  cluster::report_ready(
      cluster,
      identity_text(identity_of(check, subject.source->text(), *settings->models.front(),
                                settings->mapping.get())),
      host);
  work::Pool pool(thread_count(check.jobs));
  ExplorerOptions options = options_of(check, *fitted.model);
  options.pool = &pool;
  options.cluster = &cluster;
  pool.run(1, [&](std::size_t) { help_explore(*fitted.program, options); });
  return true;
}

// Runs any other process. It prints nothing: the first process prints the same.
int follow(const Command& command, work::Cluster& cluster, const std::string& host) {
  // An interrupted process stays until the first, interrupted too, has collected the results.
  const auto* check = std::get_if<CheckCommand>(&command);
  const RunGuard guard(check != nullptr ? check->max_memory : std::nullopt);
  const bool is_wanted = check != nullptr && refusal(*check, cluster.size()).empty();
  if (is_wanted && help(*check, cluster, host)) return ExitVerified;
  cluster::report_ready(cluster, "", host);
  const bool is_over = !cluster::next_round(cluster);
  DROVER_CHECK(is_over, "nobody begins where some cannot take part");
  const auto* leave = std::get_if<LeaveAtOnce>(&command);
  return leave != nullptr ? leave->status : ExitBadInput;
}

}  // namespace

int run_in_cluster(const Command& command, work::Cluster& cluster, const std::string& host) {
  if (cluster.rank() != 0) return follow(command, cluster, host);
  const int status = lead(command, cluster);
  cluster::end_all(cluster);
  return status;
}

}  // namespace drover::cli
