static struct instance *instances;
static long size = 1000, rounds = 100;
static pthread_barrier_t round_barrier;

static void meet(struct instance *s) {
  int tries = 0;
  atomic_fetch_add(&s->ready, 1);
  while (atomic_load_explicit(&s->ready, memory_order_relaxed) % THREADS != 0) {
    if (++tries % 1000 == 0) sched_yield();
  }
}

static void *run(void *argument) {
  const int thread = (int)(intptr_t)argument;
  for (long round = 0; round < rounds; round++) {
    pthread_barrier_wait(&round_barrier);
    for (long i = 0; i < size; i++) {
      meet(&instances[i]);
      threads[thread](&instances[i]);
    }
    pthread_barrier_wait(&round_barrier);
    pthread_barrier_wait(&round_barrier);  /* the states have been counted */
    END_OF_ROUND
  }
  return NULL;
}

struct state { value values[OBSERVED + 1]; long count; };
static struct state *states;
static long state_count, blocked, stuck, failed, finished;

static void count_state(const struct instance *s) {
  value values[OBSERVED + 1] = {0};
  observe(s, values);
  for (long i = 0; i < state_count; i++) {
    if (memcmp(states[i].values, values, sizeof values) == 0) {
      states[i].count++;
      return;
    }
  }
  if (state_count % 64 == 0) {
    states = realloc(states, (size_t)(state_count + 64) * sizeof *states);
    if (states == NULL) abort();
  }
  memcpy(states[state_count].values, values, sizeof values);
  states[state_count++].count = 1;
}

static void count_instance(struct instance *s) {
  int worst = Finished;
  for (int i = 0; i < THREADS; i++) {
    if (s->status[i] > worst) worst = s->status[i];
  }
  if (worst == Finished) {
    finish(s);
    if (s->status[THREADS] > worst) worst = s->status[THREADS];
  }
  failed += worst == Failed;
  stuck += worst == Stuck;
  blocked += worst == Blocked;
  finished += worst == Finished;
  if (worst == Finished) count_state(s);
}

static int by_values(const void *a, const void *b) {
  const struct state *left = a, *right = b;
  for (int i = 0; i < OBSERVED; i++) {
    if (left->values[i] != right->values[i]) return left->values[i] < right->values[i] ? -1 : 1;
  }
  return 0;
}

