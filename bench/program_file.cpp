#include "bench/program_file.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "input/load_program.h"

namespace drover::bench {

Program program_file(const std::string& name, const std::vector<ConstantOverride>& constants) {
  const std::string path = std::string(DROVER_BENCH_DIR "/programs/") + name + ".drv";
  input::LoadedProgram loaded = input::load_program(path, constants, Colour::Off);
  if (loaded.program) return std::move(*loaded.program);
  std::fputs(loaded.diagnostics.c_str(), stderr);
  std::abort();
}

}  // namespace drover::bench
