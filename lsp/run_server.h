#pragma once

#include "lsp/server.h"

namespace drover::lsp {

// Speaks the protocol on standard input and output until the editor ends it. Gives the exit status:
// 0 if it was shut down first, else 1.
[[nodiscard]] int run_server(ServerOptions options);

}  // namespace drover::lsp
