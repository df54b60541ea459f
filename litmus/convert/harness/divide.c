static value divide(value a, value b, int *status) {
  if (b == 0) *status = Failed;
  return b == 0 ? 0 : b == -1 ? (value)(0 - (uint64_t)a) : a / b;
}
