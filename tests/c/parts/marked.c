# 1 "marked.c"
# 1 "/usr/include/pthread.h" 1 3 4
typedef struct { int lock; } pthread_mutex_t;
extern int pthread_mutex_lock(pthread_mutex_t *m);
extern int pthread_mutex_unlock(pthread_mutex_t *m);
# 2 "marked.c" 2
extern int counter;
static pthread_mutex_t m = { 0 };
void add(void) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
}
