#pragma once

#include <string>

#include "cli/command_line.h"
#include "explorer/work/cluster.h"

namespace drover::cli {

// Runs a call in each process of a cluster, on the machine `host`: `check` of one program under one
// model, which they explore together. Prints in the first, which has the report, and gives the exit
// status there. The others stay until it has ended.
[[nodiscard]] int run_in_cluster(const Command& command, work::Cluster& cluster,
                                 const std::string& host);

}  // namespace drover::cli
