int give(int value);
int main(void) { return give(1); }
