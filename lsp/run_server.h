#pragma once

#include "lsp/server.h"

namespace drover::lsp {

// Serves the protocol on standard input and output until the editor ends it. Returns the exit
// status: 0 after a shutdown, else 1.
[[nodiscard]] int run_server(ServerOptions options);

}  // namespace drover::lsp
