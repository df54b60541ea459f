#include <unistd.h>

#include <array>
#include <string>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/terminal.h"
#include "lsp/server.h"

namespace drover::cli {

namespace {

// Returns the path of this executable, for background runs. Empty if unknown.
std::string own_program() {
  std::array<char, 4096> path{};
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : "";
}

}  // namespace

int run(const LspCommand& command) {
  if (is_input_terminal()) {
    return refuse(
        "`lsp` speaks with editors, and standard input is a terminal; docs/editors.md says how "
        "editors start it");
  }
  lsp::ServerOptions options;
  options.program = own_program();
  options.settings.models = command.models;
  options.settings.max_seconds = command.max_seconds;
  options.settings.max_memory = command.max_memory;
  options.settings.shows_lenses = !options.program.empty();
  return lsp::run_server(std::move(options));
}

}  // namespace drover::cli
