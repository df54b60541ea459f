// expect: refused ext_vector_type options: -DNAMED=ext_vector_type(4)
// expect: refused neon_vector_type options: -DNAMED=neon_vector_type(4)
// expect: refused alias options: -DNAMED=alias(f)
// expect: refused weakref options: -DNAMED=weakref(f)
// expect: refused ifunc options: -DNAMED=ifunc(f)
// expect: refused copy options: -DNAMED=copy(f)
// expect: refused scalar_storage_order options: -DNAMED=scalar_storage_order(1)
// expect: refused address_space options: -DNAMED=address_space(1)
// expect: refused naked options: -DNAMED=naked
// expect: refused interrupt options: -DNAMED=interrupt
// expect: refused signal options: -DNAMED=signal
// expect: refused blocks options: -DNAMED=blocks(byref)
// expect: refused overloadable options: -DNAMED=overloadable
// expect: refused ms_struct options: -DNAMED=ms_struct
// Attributes that change what a program does, and are not done.
int f(void) { return 1; }
int g(void) __attribute__((NAMED));
int main(void) { return f(); }
