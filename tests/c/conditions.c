// expect: safe options: -DKIND=1
// expect: safe options: -DKIND=2
// expect: safe options: -DKIND=3
// expect: safe options: -DKIND=4
// Threads that wait for a condition, and one that makes it true.
#include <assert.h>
#include <pthread.h>
#include <threads.h>
#ifndef KIND
#define KIND 1
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER, made;
static mtx_t plain;
static cnd_t condition;
static int ready;
static void *waits(void *unused) {
  if (KIND <= 2) {
    pthread_mutex_lock(&mutex);
    while (!ready) pthread_cond_wait(KIND == 1 ? &changed : &made, &mutex);
    pthread_mutex_unlock(&mutex);
  } else {
    mtx_lock(&plain);
    while (!ready) cnd_wait(&condition, &plain);
    mtx_unlock(&plain);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_cond_init(&made, NULL);
  mtx_init(&plain, mtx_plain);
  cnd_init(&condition);
  pthread_create(&thread, NULL, waits, NULL);
  if (KIND <= 2) pthread_mutex_lock(&mutex);
  else mtx_lock(&plain);
  ready = 1;
  if (KIND == 1) pthread_cond_signal(&changed);
  if (KIND == 2) pthread_cond_broadcast(&made);
  if (KIND == 3) cnd_signal(&condition);
  if (KIND == 4) cnd_broadcast(&condition);
  if (KIND <= 2) pthread_mutex_unlock(&mutex);
  else mtx_unlock(&plain);
  pthread_join(thread, NULL);
  return 0;
}
