// expect: error memory
#include <semaphore.h>
int main(void) {
  sem_t s;
  sem_init(&s, 0, 1);
  sem_destroy(&s);
  return sem_wait(&s);
}
