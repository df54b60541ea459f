int main(void) { double d = 0.5; return (int)d; }
