// expect: safe
#include <assert.h>
#include <string.h>
int main(void) {
  char text[8] = "ab";
  strcat(text, "c");
  strncat(text, "def", 2);
  assert(strcmp(text, "abcde") == 0 && strlen(text) == 5);
  assert(strncmp(text, "abd", 2) == 0 && strchr(text, 'c') == text + 2);
  strncpy(text, "xyx", 5);
  assert(strrchr(text, 'x') == text + 2 && strrchr(text, 'q') == 0 && text[4] == 0);
  return 0;
}
