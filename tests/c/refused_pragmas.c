// expect: refused omp options: -DKIND=1
// expect: refused acc options: -DKIND=2
// expect: refused redefine_extname options: -DKIND=3
// expect: refused scalar_storage_order options: -DKIND=4
// expect: refused ms_struct options: -DKIND=5
// Pragmas that change what a program does, and are not done.
int x;
int main(void) {
#if KIND == 1
#pragma omp parallel
#elif KIND == 2
#pragma acc parallel
#elif KIND == 3
#pragma redefine_extname f g
#elif KIND == 4
#pragma scalar_storage_order big-endian
#else
#pragma ms_struct on
#endif
  x++;
}
