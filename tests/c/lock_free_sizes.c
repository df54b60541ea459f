// expect: safe
#include <assert.h>
int main(void) {
  int n = 0, m = 0;
  assert(__atomic_always_lock_free(8, 0) && !__atomic_always_lock_free(16, 0));
  assert(__atomic_is_lock_free(sizeof(int), &n) && !__atomic_is_lock_free(3, 0));
  assert(__builtin_expect(m == 0, n++ == 0) && n == 1);
  return 0;
}
