// A page cannot start a compiler: it reads only C that Drover preprocesses itself.

#include "frontend/c/run_compiler.h"

namespace drover::c {

CompilerRun run_compiler(const std::vector<std::string>&, const std::string&) {
  CompilerRun run;
  run.errors = "a page cannot start other programs";
  return run;
}

std::string_view without_compiler() { return "the program `drover` reads it, this page does not"; }

}  // namespace drover::c
