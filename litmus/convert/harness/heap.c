/* Memory of one round; what is freed stays until its end. */
static _Thread_local struct block { struct block *next; cell cells[]; } *blocks;
static value allocate(value count) {
  struct block *one = calloc(1, sizeof(struct block) + (size_t)count * sizeof(cell));
  if (one == NULL) abort();
  one->next = blocks;
  blocks = one;
  return (value)(intptr_t)&one->cells[0];
}
static void free_blocks(void) {
  while (blocks != NULL) {
    struct block *next = blocks->next;
    free(blocks);
    blocks = next;
  }
}
