#include "ring.h"

#include <stdatomic.h>

#include "slots.h"

struct ring {
  atomic_uint put;
  atomic_uint taken;
  int values[RING_SLOTS];
};

static struct ring the_ring;

struct ring *ring_create(void) { return &the_ring; }

bool ring_put(struct ring *ring, int value) {
  unsigned put = atomic_load_explicit(&ring->put, memory_order_relaxed);
  unsigned taken = atomic_load_explicit(&ring->taken, memory_order_acquire);
  if (put - taken == RING_SLOTS) return false;
  ring->values[slot_of(put)] = value;
  atomic_store_explicit(&ring->put, put + 1, memory_order_release);
  return true;
}

bool ring_take(struct ring *ring, int *value) {
  unsigned taken = atomic_load_explicit(&ring->taken, memory_order_relaxed);
  unsigned put = atomic_load_explicit(&ring->put, memory_order_acquire);
  if (taken == put) return false;
  *value = ring->values[slot_of(taken)];
  atomic_store_explicit(&ring->taken, taken + 1, memory_order_release);
  return true;
}
