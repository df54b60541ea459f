typedef unsigned long pthread_t;
static _Atomic int x, y;
static int d;
static void *one(void *a) { d = 1; atomic_store_explicit(&x, 1, 3); return a; }
static void *two(void *a) {
  int e = 1;
  while (!atomic_load_explicit(&x, 2)) {}
  if (atomic_compare_exchange_weak_explicit(&y, &e, 2, 4, 0)) d++;
  atomic_fetch_add(&y, d);
  atomic_thread_fence(5);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, i ? two : one, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return d;
}
