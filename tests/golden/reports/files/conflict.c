extern int flag;
int main(void) { return flag; }
