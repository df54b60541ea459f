_Atomic int x;
int main(void) { return atomic_load_explicit(&x, 3) + atomic_load_explicit(&x, 9); }
