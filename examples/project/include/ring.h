#ifndef RING_H
#define RING_H
#include <stdbool.h>

/* A queue of one producer and one consumer. */
struct ring;

struct ring* ring_create(void);
bool ring_put(struct ring* ring, int value);
bool ring_take(struct ring* ring, int* value);

#endif
