// expect: safe
// There is one argument: the name of the program.
#include <assert.h>
#include <string.h>
int main(int argc, char **argv, char *envp[]) {
  assert(argc == 1);
  char *name = argv[0];
  assert(name && strlen(name) > 0 && name[strlen(name)] == 0);
  assert(argv[argc] == 0);
  assert(envp[0] == 0);
  argv[0][0] = 'x';
}
