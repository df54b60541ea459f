// libFuzzer's entry point: any bytes as a C program behind the preprocessor.
#include "tests/fuzz/fuzzer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return drover::fuzz::run(drover::fuzz::try_c, data, size);
}
