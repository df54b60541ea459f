// Drover in a browser: functions for web/worker.js.

#include <emscripten.h>

#include <string>

#include "serve/inside.h"
#include "serve/page_files.h"

namespace {

// Longer than a server's limits: there is one user, and a button to stop.
constexpr drover::serve::RunLimits Limits{.seconds = 30, .memory = 2048};

// The last result: the caller copies it before the next call.
std::string& given() {
  static std::string text;
  return text;
}

}  // namespace

extern "C" {

// Returns the answer to a request, like the server's: JSON.
EMSCRIPTEN_KEEPALIVE const char* drover_answer(const char* path, const char* body) {
  given() = drover::serve::answer_inside(path, body, Limits);
  return given().c_str();
}

// Returns the server's file at a path. Null if there is none. web/write_page.js writes the page.
EMSCRIPTEN_KEEPALIVE const char* drover_page_file(const char* path) {
  const drover::serve::PageFile* file = drover::serve::find_page_file(path);
  if (file == nullptr) return nullptr;
  given() = file->text();
  return given().c_str();
}
}
