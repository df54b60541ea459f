#include "bench/program_file.h"

#include <cstdio>
#include <cstdlib>

#include "input/subject.h"

namespace drover::bench {

Program program_file(const std::string& name, const std::vector<ConstantOverride>& constants) {
  const std::string path = std::string(DROVER_BENCH_DIR "/programs/") + name + ".drv";
  const input::Subject subject =
      input::read_subject(path, {.as = input::SubjectKind::Core, .constants = constants});
  if (subject.program) return *subject.program;
  std::fputs(subject.complaints(Colour::Off).c_str(), stderr);
  std::abort();
}

}  // namespace drover::bench
