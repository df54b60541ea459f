static value shift_left(value a, value b, int *status) {
  if (b < 0 || b > 63) *status = Failed;
  return b < 0 || b > 63 ? 0 : (value)((uint64_t)a << b);
}
