#include "publish.h"
int message[2];
atomic_int flags[2];
void publish(void) {
  message[0] = 42;
  announce(0);
}
