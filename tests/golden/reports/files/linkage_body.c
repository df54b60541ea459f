void body(void) {}
