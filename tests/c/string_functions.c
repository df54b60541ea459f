// expect: safe
// Functions over strings, where every argument matters.
#include <assert.h>
#include <string.h>
int main(void) {
  char text[8] = "ab", other[8] = "zzzzzz";
  assert(strlen(text) == 2 && strlen("ab\0cd") == 2 && __builtin_strlen(text) == 2);
  assert(strnlen(text, 1) == 1 && strnlen(text, 5) == 2);
  assert(strcmp(text, "ac") < 0 && strcmp("b", text) > 0 && strcmp(text, "ab") == 0);
  assert(strcmp("\377", "a") > 0);
  assert(strncmp(text, "ac", 2) < 0 && strncmp(text, "ac", 1) == 0 && strncmp("b", text, 1) > 0);
  assert(strcpy(other, text) == other && other[1] == 'b' && other[2] == 0 && other[3] == 'z');
  assert(strncpy(other + 3, "xyz", 1) == other + 3 && other[3] == 'x' && other[4] == 'z');
  assert(strncpy(other, "p", 3) == other && other[0] == 'p' && other[2] == 0 && other[3] == 'x');
  assert(strcat(text, "cd") == text && text[3] == 'd' && text[4] == 0);
  assert(strncat(text, "efg", 1) == text && text[4] == 'e' && text[5] == 0);
  assert(strchr(text, 'c') == text + 2 && strchr(text, 'q') == NULL && strchr(text, 0) == text + 5);
  strcpy(text, "abab");
  assert(strrchr(text, 'a') == text + 2 && strrchr(text, 'q') == NULL && strchr(text, 'a') == text);
  return 0;
}
