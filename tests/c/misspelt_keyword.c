// expect: refused return
int main(void) {
  retrun 0;
}
