static value remainder_of(value a, value b, int *status) {
  if (b == 0) *status = Failed;
  return b == 0 || b == -1 ? 0 : a % b;
}
