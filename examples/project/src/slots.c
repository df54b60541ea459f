#include "slots.h"

#ifndef RING_SLOTS
#error "RING_SLOTS is the number of slots"
#endif

int slot_of(unsigned position) { return (int)(position % RING_SLOTS); }
