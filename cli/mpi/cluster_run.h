#pragma once

#include <string>

#include "cli/command_line.h"
#include "explorer/work/cluster.h"

namespace drover::cli {

// Runs a call in each process of a cluster, on the machine `host`: `check` of one program under one
// model, explored together. The first process prints the report and returns the exit status. The
// other processes stay until the first has ended.
[[nodiscard]] int run_in_cluster(const Command& command, work::Cluster& cluster,
                                 const std::string& host);

}  // namespace drover::cli
