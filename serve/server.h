#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "serve/connection.h"

namespace drover::serve {

// `drover serve`.
struct ServeOptions {
  std::string address = "127.0.0.1";
  std::uint32_t port = 8765;           // 0: any free port
  std::vector<std::string> names;      // other host names of this machine
  bool opens = false;                  // opens a browser
  double max_seconds = 10;             // per run
  std::uint64_t max_memory = 1024;     // per run, in MiB
  std::uint32_t runs = 0;              // concurrent runs; 0: one per processor
  std::vector<std::string> exercises;  // a teacher's folders and files
  std::string collect;                 // folder for answers; empty: not kept
  Patience patience = {};
};

// Serves until the process is interrupted. Calls `on_ready` with `http://127.0.0.1:8765/` once it
// listens. Returns why it cannot listen; empty: it did.
[[nodiscard]] std::string run_server(
    const ServeOptions& options, const std::function<void(const std::string& address)>& on_ready);

}  // namespace drover::serve
