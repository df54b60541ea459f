// What our own preprocessor makes of a C program: for tests/oracle/random_macros.py.
//
// usage: drover_preprocess FILE [-INAME|-DNAME[=VALUE]|-UNAME]…
// Prints the text. Exit status 3, and the reason on standard error: it is left to the compiler.
#include <iostream>

#include "frontend/c/preprocess_here.h"

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
