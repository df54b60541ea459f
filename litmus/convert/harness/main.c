int main(int argc, char **argv) {
  pthread_t handles[THREADS];
  if (argc > 1) rounds = atol(argv[1]);
  if (argc > 2) size = atol(argv[2]);
  if (rounds < 1 || size < 1 || argc > 3) {
    fprintf(stderr, "usage: %s [ROUNDS [INSTANCES]]\n", argv[0]);
    return 2;
  }
  instances = calloc((size_t)size, sizeof *instances);
  if (instances == NULL) abort();
  pthread_barrier_init(&round_barrier, NULL, THREADS + 1);
  for (int i = 0; i < THREADS; i++) {
    if (pthread_create(&handles[i], NULL, run, (void *)(intptr_t)i) != 0) abort();
  }
  for (long round = 0; round < rounds; round++) {
    memset((void *)instances, 0, (size_t)size * sizeof *instances);
    for (long i = 0; i < size; i++) start(&instances[i]);
    pthread_barrier_wait(&round_barrier);
    pthread_barrier_wait(&round_barrier);
    for (long i = 0; i < size; i++) count_instance(&instances[i]);
    pthread_barrier_wait(&round_barrier);
    END_OF_ROUND
  }
  for (int i = 0; i < THREADS; i++) pthread_join(handles[i], NULL);
  qsort(states, (size_t)state_count, sizeof *states, by_values);
  printf("Test %s\nHistogram (%ld states)\n", NAME, state_count);
  for (long i = 0; i < state_count; i++) {
    printf("%-9ld:", states[i].count);
    for (int k = 0; k < OBSERVED; k++) printf(" %s=%" PRId64 ";", names[k], states[i].values[k]);
    printf("\n");
  }
  printf("Runs %ld, finished %ld", rounds * size, finished);
  if (blocked > 0) printf(", blocked %ld", blocked);
  if (stuck > 0) printf(", stuck %ld", stuck);
  if (failed > 0) printf(", failed assertions %ld", failed);
  printf("\n");
  report_conditions();
  free(states);
  free(instances);
  return failed > 0;
}
