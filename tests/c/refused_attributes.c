// expect: refused vector_size options: -DOBJECT=vector_size(8)
// expect: refused ext_vector_type options: -DOBJECT=ext_vector_type(2)
// expect: refused neon_vector_type options: -DOBJECT=neon_vector_type(2)
// expect: refused address_space options: -DOBJECT=address_space(1)
// expect: refused transparent_union options: -DOBJECT=transparent_union
// expect: refused scalar_storage_order options: -DOBJECT=scalar_storage_order(x)
// expect: refused ms_struct options: -DOBJECT=ms_struct
// expect: refused alias options: -DFUNCTION=alias(text)
// expect: refused weakref options: -DFUNCTION=weakref
// expect: refused ifunc options: -DFUNCTION=ifunc(text)
// expect: refused copy options: -DFUNCTION=copy(other)
// expect: refused naked options: -DFUNCTION=naked
// expect: refused interrupt options: -DFUNCTION=interrupt
// expect: refused signal options: -DFUNCTION=signal
// expect: refused overloadable options: -DFUNCTION=overloadable
// expect: refused blocks options: -DOBJECT=blocks(byref)
// expect: refused omp options: -DPRAGMA_omp
// expect: refused acc options: -DPRAGMA_acc
// expect: refused redefine_extname options: -DPRAGMA_redefine_extname
// Attributes and pragmas that mean something which is not done.
#ifndef OBJECT
#define OBJECT unused
#endif
#ifndef FUNCTION
#define FUNCTION unused
#endif
#ifdef PRAGMA_redefine_extname
#pragma redefine_extname old new
#endif
static int other(void) { return 0; }
typedef int kind __attribute__((OBJECT));
static kind object __attribute__((OBJECT));
__attribute__((FUNCTION)) static int function(void) { return 0; }
int main(void) {
#ifdef PRAGMA_omp
#pragma omp parallel
#endif
#ifdef PRAGMA_acc
#pragma acc parallel
#endif
  (void)object;
  return function() + other();
}
