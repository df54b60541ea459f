// expect: error options: -DKIND=1
// expect: error options: -DKIND=2
// Destroying a condition variable at which a thread waits is an error.
#include <pthread.h>
#include <threads.h>
#ifndef KIND
#define KIND 1
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static mtx_t plain;
static cnd_t other;
static int waits, ready;
static void *run(void *unused) {
  if (KIND == 1) {
    pthread_mutex_lock(&mutex);
    waits = 1;
    while (!ready) pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
  } else {
    mtx_lock(&plain);
    waits = 1;
    while (!ready) cnd_wait(&other, &plain);
    mtx_unlock(&plain);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  mtx_init(&plain, mtx_plain);
  cnd_init(&other);
  pthread_create(&thread, NULL, run, NULL);
  if (KIND == 1) {
    pthread_mutex_lock(&mutex);
    if (waits) pthread_cond_destroy(&condition);
    else ready = 1;
    if (!ready) { ready = 1; pthread_cond_signal(&condition); }
    pthread_mutex_unlock(&mutex);
  } else {
    mtx_lock(&plain);
    if (waits) cnd_destroy(&other);
    else ready = 1;
    if (!ready) { ready = 1; cnd_signal(&other); }
    mtx_unlock(&plain);
  }
  pthread_join(thread, NULL);
  return 0;
}
