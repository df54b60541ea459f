// expect: safe options: -DKIND=1
// expect: safe options: -DKIND=2
// A condition variable in memory that nobody has written must be initialised.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#ifndef KIND
#define KIND 1
#endif
int main(void) {
  pthread_cond_t *condition = malloc(sizeof *condition);
  cnd_t *other = malloc(sizeof *other);
  if (KIND == 1) { pthread_cond_init(condition, NULL); pthread_cond_signal(condition); }
  if (KIND == 2) { cnd_init(other); cnd_signal(other); }
  free(condition);
  free(other);
  return 0;
}
