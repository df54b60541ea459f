// Drover in a browser: what web/worker.js calls.

#include <emscripten.h>

#include <string>

#include "serve/inside.h"
#include "serve/page_files.h"

namespace {

// Longer than those of a server: nobody else waits, and there is a button to stop.
constexpr drover::serve::RunLimits Limits{.seconds = 30, .memory = 2048};

// What was given out last: the caller copies it before it calls again.
std::string& given() {
  static std::string text;
  return text;
}

}  // namespace

extern "C" {

// The answer to a request, as the server would give it: JSON.
EMSCRIPTEN_KEEPALIVE const char* drover_answer(const char* path, const char* body) {
  given() = drover::serve::answer_inside(path, body, Limits);
  return given().c_str();
}

// What the server has at a path; null where it has nothing. web/write_page.js writes the page.
EMSCRIPTEN_KEEPALIVE const char* drover_page_file(const char* path) {
  const drover::serve::PageFile* file = drover::serve::find_page_file(path);
  if (file == nullptr) return nullptr;
  given() = file->text();
  return given().c_str();
}
}
