// expect: safe
// expect: error assertion options: -D NULL_POINTER
// expect: error options: -D UNWRITTEN
// The launcher has the type of the functions that it calls, and never calls itself: only `work` is
// ever stored.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define THREADS 3
typedef void *(*job)(void *);
struct info {
  pthread_t thread;
  int number;
  job run;
};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;
void *unused(void *a) { assert(0); return a; }
void *work(void *a) {
  pthread_mutex_lock(&lock);
  sum += *(int *)a;
  pthread_mutex_unlock(&lock);
  return a;
}
void *launch(void *a) {
  struct info *info = a;
  return info->run(&info->number);
}
int main(void) {
  struct info *all = malloc(THREADS * sizeof *all);
  job other = unused;
  for (int i = 0; i < THREADS; i++) {
    all[i].number = i;
#ifdef NULL_POINTER
    all[i].run = 0;
#elif !defined UNWRITTEN
    all[i].run = work;
#endif
    pthread_create(&all[i].thread, 0, launch, &all[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(all[i].thread, 0);
  assert(sum == 3 && other != work);
  free(all);
  return 0;
}
