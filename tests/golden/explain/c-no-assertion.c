int x = 2147483647; int main(void) { x++; return 0; }
