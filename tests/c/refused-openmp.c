// expect: refused omp
int x;
int main(void) {
#pragma omp parallel
  x++;
}
