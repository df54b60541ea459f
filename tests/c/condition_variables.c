// expect: safe
// Monitors as they should be: waits in loops; signals with and without the mutex; a condition variable
// that is freed once its waiters have been woken, as POSIX allows.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;
struct entry {
  int is_busy;
  pthread_cond_t is_free;
} * entry;
void *consumer(void *a) {
  pthread_mutex_lock(&m);
  while (items == 0) pthread_cond_wait(&filled, &m);
  items--;
  assert(items >= 0);
  pthread_mutex_unlock(&m);
  return a;
}
void *user(void *a) {
  pthread_mutex_lock(&m);
  struct entry *e = entry;
  while (e && e->is_busy) {
    pthread_cond_wait(&e->is_free, &m);
    e = entry;
  }
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  entry = malloc(sizeof *entry);
  entry->is_busy = 1;
  pthread_cond_init(&entry->is_free, 0);
  pthread_t c[2], u;
  pthread_create(&c[0], 0, consumer, 0);
  pthread_create(&c[1], 0, consumer, 0);
  pthread_mutex_lock(&m);
  items = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  items++;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&filled);
  pthread_join(c[0], 0);
  pthread_join(c[1], 0);
  pthread_create(&u, 0, user, 0);
  pthread_mutex_lock(&m);
  struct entry *e = entry;
  entry = 0;
  e->is_busy = 0;
  pthread_cond_broadcast(&e->is_free);
  pthread_mutex_unlock(&m);
  pthread_cond_destroy(&e->is_free);
  free(e);
  pthread_join(u, 0);
  return 0;
}
