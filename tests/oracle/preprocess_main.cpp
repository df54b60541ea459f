// Prints a C program as Drover's own preprocessor expands it, for tests/oracle/random_macros.py.
//
// usage: drover_preprocess FILE [-INAME|-DNAME[=VALUE]|-UNAME]…
// Exit status 3, with the reason on standard error, if the program is left to the compiler.
#include <iostream>

#include "frontend/c/preprocess.h"
#include "frontend/c/preprocessor/preprocessor.h"

int main(int count, char** words) {
  if (count < 2) return 2;
  drover::c::PreprocessOptions options;
  for (int i = 2; i < count; ++i) options.arguments.emplace_back(words[i]);
  const auto source = drover::SourceBuffer::from_text(words[1], "");
  const auto outcome = drover::c::preprocess_here(words[1], source, options);
  if (!outcome.text) {
    std::cerr << outcome.reason << "\n";
    return 3;
  }
  std::cout << *outcome.text;
  return 0;
}
