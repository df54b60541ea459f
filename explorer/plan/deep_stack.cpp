#include "explorer/plan/deep_stack.h"

#ifndef __EMSCRIPTEN__
#include <pthread.h>
#endif

#include <array>
#include <cstddef>
#include <exception>

namespace drover {

namespace {

constexpr std::size_t MiB = std::size_t{1} << 20;
#ifndef __EMSCRIPTEN__
// Only the used part takes memory. Smaller sizes are for systems that limit addresses.
constexpr std::array Sizes{1024 * MiB, 256 * MiB, 64 * MiB};
// Room for the calls between two checks of the stack's end.
constexpr std::size_t Reserve = 16 * MiB;

struct Task {
  RunControl& control;
  const std::function<void()>& work;
  std::size_t stack_size;
  std::exception_ptr thrown;
};

void* run(void* argument) {
  Task& task = *static_cast<Task*>(argument);
  task.control.set_stack_room(task.stack_size - Reserve);
  try {
    task.work();
  } catch (...) {
    task.thrown = std::current_exception();
  }
  return nullptr;
}

bool run_on_thread(Task& task) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread{};
  const bool has_started = pthread_attr_setstacksize(&attributes, task.stack_size) == 0 &&
                           pthread_create(&thread, &attributes, run, &task) == 0;
  pthread_attr_destroy(&attributes);
  if (has_started) pthread_join(thread, nullptr);
  return has_started;
}

#endif

}  // namespace

#ifdef __EMSCRIPTEN__

// There is only one thread, with a fixed stack. Besides the stack that the code sees (size:
// web/CMakeLists.txt) the browser has its own, which cannot be inspected; each call uses both.
void on_deep_stack(RunControl& control, const std::function<void()>& work) {
  constexpr std::size_t Room = MiB / 2;
  control.set_stack_room(Room);
  work();
}

#else

void on_deep_stack(RunControl& control, const std::function<void()>& work) {
  for (const std::size_t size : Sizes) {
    Task task{control, work, size, nullptr};
    if (!run_on_thread(task)) continue;
    if (task.thrown) std::rethrow_exception(task.thrown);
    return;
  }
  work();
}

#endif

}  // namespace drover
