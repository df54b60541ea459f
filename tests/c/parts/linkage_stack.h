#ifndef STACK_H
#define STACK_H
struct stack;
struct node {
  struct node* next;
  int value;
};
typedef struct {
  int value;
} options_t;
extern int total;
extern struct node list;
extern options_t options;
extern const char names[3];
void push(int value);
struct stack* the_stack(void);
int pushed(struct stack* stack);
int secret_of_stack(void);
inline int half(int value) { return value / 2; }
static inline int node_value(struct node* node) { return node->value; }
#endif
