struct s { unsigned a : 3; };
int main(void) { return 0; }
