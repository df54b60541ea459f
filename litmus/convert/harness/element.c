static value element(cell *array, value size, value index, int *status) {
  if (index >= 0 && index < size) return (value)(intptr_t)&array[index];
  *status = Failed;
  return (value)(intptr_t)array;
}
