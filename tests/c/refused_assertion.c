// expect: refused assertion options: -DWORD=static_assert
// expect: refused assertion options: -DWORD=_Static_assert
// expect: safe options: -DWORD=static_assert -DSIZE=4
// What is asserted of the program text is checked when it is read.
#include <assert.h>
#ifndef SIZE
#define SIZE 8
#endif
WORD(sizeof(int) == SIZE, "the size of int");
int main(void) { return 0; }
