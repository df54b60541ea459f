void body(void) {}
int main(void) { return 0; }
