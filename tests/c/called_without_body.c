// expect: error unsupported
// expect: safe options: -DOTHER
struct operations {
  int (*open)(int);
  int (*close)(int);
};
int elsewhere(int);
static int here(int x) { return x; }
static const struct operations all = {.open = here, .close = elsewhere};
static int run(int (*function)(int)) { return function(1); }
int main(void) {
#ifdef OTHER
  return run(all.open) - 1;
#else
  return run(all.close) - 1;
#endif
}
