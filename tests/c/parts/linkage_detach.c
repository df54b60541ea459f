#include <pthread.h>
void detach(pthread_t thread) { pthread_detach(thread); }
