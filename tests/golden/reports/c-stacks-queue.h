#include "c-stacks-word.h"

typedef struct {
  word_t tail, head;
  unsigned slots[2];
} queue_t;

static void enqueue(queue_t* q, unsigned value) {
  unsigned tail = word_read(&q->tail);
  q->slots[tail % 2] = value;
  word_write(&q->tail, tail + 1);
}

static int dequeue(queue_t* q, unsigned* value) {
  unsigned head = word_read(&q->head);
  if (head == word_read(&q->tail)) return 0;
  *value = q->slots[head % 2];
  word_write(&q->head, head + 1);
  return 1;
}
