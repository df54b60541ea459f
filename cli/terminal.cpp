#include "cli/terminal.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace drover {

bool is_terminal(Stream stream) {
  return isatty(stream == Stream::Output ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

Colour colour_for(Stream stream, ColourChoice choice) {
  if (choice != ColourChoice::Auto) {
    return choice == ColourChoice::Always ? Colour::On : Colour::Off;
  }
  const bool is_unwanted = std::getenv("NO_COLOR") != nullptr;
  return is_terminal(stream) && !is_unwanted ? Colour::On : Colour::Off;
}

void write(Stream stream, std::string_view text) {
  std::FILE* file = stream == Stream::Output ? stdout : stderr;
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

}  // namespace drover
