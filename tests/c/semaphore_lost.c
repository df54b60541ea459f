// expect: error deadlock
#include <pthread.h>
#include <semaphore.h>
sem_t a, b;
static void *other(void *unused) {
  sem_wait(&a);
  sem_post(&b);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&a, 0, 0);
  sem_init(&b, 0, 0);
  pthread_create(&t, 0, other, 0);
  sem_wait(&b);
  sem_post(&a);
  return 0;
}
