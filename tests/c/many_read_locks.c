// expect: safe
// More read locks at once than are kept track of: a thread that holds them is taken at its word.
#include <pthread.h>
pthread_rwlock_t l[12];
int main(void) {
  for (int i = 0; i < 12; i++) pthread_rwlock_init(&l[i], 0);
  for (int i = 0; i < 12; i++) pthread_rwlock_rdlock(&l[i]);
  for (int i = 0; i < 12; i++) pthread_rwlock_unlock(&l[i]);
  return 0;
}
