// expect: safe
// Functions of <string.h> and <stdlib.h> that look for something, and quotients.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  int key;
  char name;
};

static int by_key(const void* left, const void* right) {
  const struct entry *a = left, *b = right;
  return (a->key > b->key) - (a->key < b->key);
}

int main(void) {
  struct entry entries[] = {{1, 'a'}, {2, 'b'}, {3, 'c'}}, wanted = {2, 0};
  struct entry* found = bsearch(&wanted, entries, 3, sizeof entries[0], by_key);
  assert(found == &entries[1] && found->name == 'b');
  wanted.key = 4;
  assert(bsearch(&wanted, entries, 3, sizeof entries[0], by_key) == NULL);
  wanted.key = 1;
  assert(bsearch(&wanted, entries, 0, sizeof entries[0], by_key) == NULL);

  div_t quotient = div(-7, 2);
  assert(quotient.quot == -3 && quotient.rem == -1);
  ldiv_t of_long = ldiv(7, -2);
  lldiv_t of_long_long = lldiv(9, 4);
  assert(of_long.rem == 1 && of_long.quot == -3 && of_long_long.rem == 1);
  assert(of_long_long.quot == 2);

  assert(strspn("aabc", "ab") == 3 && strspn("abc", "") == 0 && strspn("", "a") == 0);
  assert(strcspn("abc", "c") == 2 && strcspn("abc", "") == 3 && strcspn("abc", "xa") == 0);
  assert(*strpbrk("hello", "ol") == 'l' && strpbrk("abc", "z") == NULL);

  char text[] = ",a,b,,c", *rest;
  int seen = 0;
  for (char* part = strtok_r(text, ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
    assert(part[1] == 0);
    seen = seen * 10 + (*part - 'a' + 1);
  }
  assert(seen == 123);
  char words[] = "x y";
  assert(*strtok(words, " ") == 'x' && *strtok(NULL, " ") == 'y' && strtok(NULL, " ") == NULL);
  return 0;
}
