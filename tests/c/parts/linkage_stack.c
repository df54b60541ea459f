#include "linkage_stack.h"

#include <stdatomic.h>

struct stack {
  atomic_int size;
};
struct item {
  char narrow;
};
static struct stack count;
static struct item last;
int total = 7;
struct node list = {&list, 5};
options_t options = {1};
const char names[3] = {'a', 'b', 'c'};
extern inline int half(int value);
static int secret(void) { return 2; }

void push(int value) {
  atomic_fetch_add(&count.size, value > 0);
}
struct stack *the_stack(void) { return &count; }
int pushed(struct stack *stack) { return atomic_load(&stack->size); }
int secret_of_stack(void) { return sizeof last == 1 ? secret() : 0; }
