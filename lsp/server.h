#pragma once

#include <string>

#include "lsp/commands.h"

namespace drover::lsp {

struct ServerOptions {
  std::string program;  // for background runs: this program
  Settings settings;
};

// Serves the protocol on standard input and output until the editor ends it. Returns the exit
// status: 0 after a shutdown, else 1.
[[nodiscard]] int run_server(ServerOptions options);

}  // namespace drover::lsp
