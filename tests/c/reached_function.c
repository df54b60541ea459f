// expect: refused unknown `main` calls `middle`
// expect: refused unknown `middle` options: -DPOINTER
// expect: safe options: -DGONE
// expect: refused unknown options: -DDESTRUCTOR
// expect: refused unknown created options: -DTHREAD
#include <pthread.h>
void unknown(int);
static void middle(int x) {
#ifndef GONE
  if (x > 1) unknown(x);
#endif
}
#ifdef DESTRUCTOR
__attribute__((destructor)) static void last(void) { unknown(3); }
#endif
static void *run(void *argument) {
  middle((int)(long)argument);
  return 0;
}
int main(int count, char **names) {
  void (*pointer)(int) = middle;
#if defined(POINTER)
  pointer(count + 1);
#elif defined(THREAD)
  pthread_t thread;
  pthread_create(&thread, 0, run, (void *)2);
  pthread_join(thread, 0);
#elif !defined(DESTRUCTOR)
  middle(2);
#endif
  if (0) middle(2);
  return names[0] == 0;
}
