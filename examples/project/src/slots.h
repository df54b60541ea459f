#ifndef SLOTS_H
#define SLOTS_H

int slot_of(unsigned position);

#endif
