#include "cli/schemas.h"

#include "cli/commands/commands.h"
#include "cli/terminal.h"

namespace drover::cli {

int run(const SchemaCommand& command) {
  if (!command.name.empty()) {
    write(Stream::Output, find_schema(command.name)->text);
    return ExitVerified;
  }
  for (const std::string& name : schema_names()) write(Stream::Output, name + "\n");
  return ExitVerified;
}

}  // namespace drover::cli
