// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct job { int in, out; };
static void *run(void *argument) {
  struct job *job = argument;
  if (job->in == 3) pthread_exit((void *)33);
  job->out = job->in * 2;
  return job;
}
int main(int argc, char *argv[]) {
  pthread_t t[3];
  struct job *jobs = calloc(3, sizeof *jobs);
  for (int i = 0; i < 3; i++) {
    jobs[i].in = i + 1;
    assert(pthread_create(&t[i], NULL, run, &jobs[i]) == 0);
  }
  for (int i = 0; i < 3; i++) {
    void *result;
    pthread_join(t[i], &result);
    if (i < 2) assert(((struct job *)result)->out == 2 * (i + 1));
    else assert((long)result == 33);
  }
  free(jobs);
  return 0;
}
