// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
sem_t free_slots, items;
int slot, tries;
static void *producer(void *unused) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&free_slots);
    slot = i;
    sem_post(&items);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  int count;
  sem_init(&free_slots, 0, 1);
  sem_init(&items, 0, 0);
  assert(sem_trywait(&items) == -1 && errno == EAGAIN);
  pthread_create(&t, 0, producer, 0);
  for (int i = 1; i <= 2; i++) {
    sem_wait(&items);
    assert(slot == i);
    sem_post(&free_slots);
  }
  pthread_join(t, 0);
  assert(sem_getvalue(&free_slots, &count) == 0 && count == 1);
  assert(sem_trywait(&free_slots) == 0);
  sem_destroy(&items);
  return 0;
}
